// Sends a serialised body, so that a bench measures the server and not JSON.stringify.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { type Call, requestInit, requestPath } from '@survey/contract';

/**
 * Makes a call with the bytes of its body.
 * @throws Error with the answer where it is not 200
 */
export const postJson = async (
  { url, token }: { url: string; token: string },
  call: Call,
  body: Buffer,
): Promise<Record<string, unknown>> => {
  const request = http.request(url + requestPath(call, {}), {
    method: 'POST',
    headers: { ...requestInit(call, {}, token).headers, 'Content-Length': body.length },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.end(body);
  const response = await answered;
  const answer = await text(response);
  if (response.statusCode !== 200)
    throw new Error(`${call.path}: ${response.statusCode} ${answer}`);
  return JSON.parse(answer) as Record<string, unknown>;
};
