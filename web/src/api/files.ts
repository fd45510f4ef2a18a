// Files that the server stores, fetched beside the calls of the call table.
import { type ApiError, asApiError, errorFromBody } from './api-error.ts';
import { config } from './config.ts';
import { readSession } from './session.ts';

/** The bytes of a file. Throws ApiError, or AbortError where `signal` was aborted. */
export const fetchFile = async (url: string, signal?: AbortSignal): Promise<Blob> => {
  // A file of another origin gets no header of ours: its server answers no preflight, and the token is not its business.
  const isOurs =
    config().apiBaseUrl === '' && new URL(url, location.href).origin === location.origin;
  const token = isOurs ? readSession()?.token : undefined;
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

/** Why a browser could not show a file, as the server says it; undefined where the server did not refuse it. */
export const fileProblem = async (
  url: string,
  signal: AbortSignal,
): Promise<ApiError | undefined> => {
  try {
    // Only the status counts: the body of a file that came after all is not fetched twice.
    const response = await fetch(url, { signal });
    if (!response.ok) return errorFromBody(response.status, await response.text());
    await response.body?.cancel();
  } catch {
    // Another origin, or no connection.
  }
  return undefined;
};
