// HTTP clients that make one request after the other over keep-alive connections.
import http from 'node:http';

/** Reads an answer completely; returns its status, and its body if asked for. */
export const ask = (
  url: URL | string,
  { token, agent }: { token: string; agent: http.Agent },
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
  });

/**
 * Runs all items, this many at once.
 * @returns milliseconds of each item
 */
export const atOnce = async <T>(
  work: readonly T[],
  clients: number,
  each: (piece: T) => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < work.length) {
      const piece = work[next] as T;
      next += 1;
      const begun = performance.now();
      await each(piece);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
};
