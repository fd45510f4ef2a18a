// Files that the server stores, fetched beside the calls of the call table.
import { asApiError, errorFromBody } from './api-error.ts';
import { config } from './config.ts';
import { readSession } from './session.ts';

/** The bytes of a file. Throws ApiError, or AbortError where `signal` was aborted. */
export const fetchFile = async (url: string, signal?: AbortSignal): Promise<Blob> => {
  // A file server of another origin answers no preflight request: it gets no header of ours.
  const token = config().apiBaseUrl === '' ? readSession()?.token : undefined;
  try {
    const response = await fetch(url, {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      signal: signal ?? null,
    });
    if (!response.ok) throw errorFromBody(response.status, await response.text());
    return await response.blob();
  } catch (error) {
    throw asApiError(error);
  }
};

/** The server's message about a file that a browser could not show; undefined where it gives none. */
export const fileProblem = async (
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    // Only the status counts: the body of a file that came after all is not fetched twice.
    const response = await fetch(url, { signal });
    if (!response.ok) return errorFromBody(response.status, await response.text()).serverMessage;
    await response.body?.cancel();
  } catch {
    // Another origin, or no connection.
  }
  return undefined;
};
