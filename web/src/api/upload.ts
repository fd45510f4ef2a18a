// Large bodies: only XMLHttpRequest reports upload progress, and a blob that a worker wrote never enters the page's
// memory.
import {
  type Call,
  type Done,
  type ReplyOf,
  requestInit,
  requestPath,
  sessionEnded,
} from '@survey/contract';
import { ApiError, errorFromBody } from './api-error.ts';
import { readBody } from './client.ts';
import { serverUrl } from './config.ts';
import { endSession, readSession } from './session.ts';

/** Characters of a file's name that are sent. */
const longestName = 200;

/** Bytes of the body that have left the browser. */
export interface SentProgress {
  sent: number;
  total: number;
}

export interface UploadOptions {
  signal: AbortSignal;
  onSent: (progress: SentProgress) => void;
  /** The name of the file whose rows are sent; for our own server, whose Activity tells it. */
  file?: string | undefined;
}

/**
 * Sends a POST with a JSON body in a blob. Returns the call's reply or, from a literal backend, `{success, message}`.
 * Throws ApiError, or AbortError where `signal` was aborted.
 */
export const upload = <C extends Call>(
  call: C,
  body: Blob,
  { signal, onSent, file }: UploadOptions,
): Promise<ReplyOf<C> | Done> =>
  new Promise((resolve, reject) => {
    const token = readSession()?.token;
    const request = new XMLHttpRequest();
    const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', () => request.abort(), { once: true });

    request.open(
      call.method,
      serverUrl(
        requestPath(call, { query: { file: file && [...file].slice(0, longestName).join('') } }),
      ),
    );
    new Headers(requestInit(call, {}, token).headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onSent({ sent: loaded, total });
    request.onabort = aborted;
    request.onerror = () => reject(new ApiError({}));
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) {
        return resolve(readBody(call, status, responseText, signal));
      }
      if (status === 401 && token && token === readSession()?.token) {
        endSession(sessionEnded);
      }
      reject(errorFromBody(status, responseText));
    };
    request.send(body);
  });
