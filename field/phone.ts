// A phone in the field: the device API (R26) as a surveyor's app uses it.
import { createHash } from 'node:crypto';
import {
  calls,
  deviceTimeHeader,
  type PhoneFields,
  type ReplyOf,
  type Submission,
} from '@survey/contract';
import { makeCall, type Server } from './api.ts';
import { type Patience, phonePatience, withRetry } from './retry.ts';

/** A submission before the phone has chosen its id. */
export type NewSubmission = Omit<Submission, 'submission_id' | keyof PhoneFields> &
  Partial<PhoneFields>;
export type PinList = ReplyOf<typeof calls.devicePins>;
export type Receipt = ReplyOf<typeof calls.submitReport>;

const asField = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'boolean'
      ? String(Number(value))
      : String(value);

/** The multipart form of a submission: every field, empty where not given, and the photo if there is one. */
export const submissionForm = (
  id: string,
  report: NewSubmission,
  photo: Buffer | null,
): FormData => {
  const form = new FormData();
  form.set('submission_id', id);
  for (const [name, value] of Object.entries(report)) form.set(name, asField(value));
  if (photo)
    form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), `${id}.jpg`);
  return form;
};

export interface PhoneOptions {
  patience?: Patience;
  /** Called after each failed try that will be repeated. */
  onRetry?: (error: unknown) => void;
}

/** A phone with a surveyor signed in on it. */
export class Phone {
  readonly username: string;
  readonly #server: Server;
  readonly #token: string;
  readonly #options: PhoneOptions;

  private constructor(server: Server, username: string, token: string, options: PhoneOptions) {
    this.#server = server;
    this.username = username;
    this.#token = token;
    this.#options = options;
  }

  /** Signs in by username or email. Throws `CallError` where the server refuses. */
  static async signIn(
    server: Server,
    login: string,
    password: string,
    options: PhoneOptions = {},
  ): Promise<Phone> {
    const { token, user } = await withRetry(
      () => makeCall(server, calls.deviceSignIn, { body: { login, password } }),
      options.patience ?? phonePatience,
      options.onRetry,
    );
    return new Phone(server, user.username, token, options);
  }

  /** Circles and pins of the surveyor; with the cursor of an earlier answer only the changes since. */
  pins(cursor?: number): Promise<PinList> {
    return this.#patiently(() =>
      makeCall(
        this.#server,
        calls.devicePins,
        { query: cursor === undefined ? {} : { cursor } },
        this.#token,
      ),
    );
  }

  /**
   * Submits a report under an id chosen once, so that retries store one report. Throws `CallError`
   * where the server refuses, and an error where the stored photo is not the sent one.
   */
  async submit(id: string, report: NewSubmission, photo: Buffer | null): Promise<Receipt> {
    const receipt = await this.#patiently(() =>
      makeCall(
        this.#server,
        calls.submitReport,
        { body: submissionForm(id, report, photo) },
        this.#token,
        { [deviceTimeHeader]: new Date().toISOString() },
      ),
    );
    const sent = photo && createHash('sha256').update(photo).digest('hex');
    if (receipt.photo_sha256 !== sent) throw new Error('The photo that was stored differs.');
    return receipt;
  }

  #patiently<T>(send: () => Promise<T>): Promise<T> {
    return withRetry(send, this.#options.patience ?? phonePatience, this.#options.onRetry);
  }
}
