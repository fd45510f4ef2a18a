// Definitions that many calls share: limits, lenient scalars (older clients send numbers as strings),
// and the comma-joined lists of the report filters.
import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';
import './plain-messages.ts';
import { said } from './said.ts';

/** Limits of spec 9 and our own, for both sides. */
export const limits = {
  passwordMinLength: 6,
  /** For new passwords of administrators; sign-in accepts shorter existing ones (spec 9). */
  administratorPasswordMinLength: 12,
  usernameLength: 100,
  nameLength: 200,
  emailLength: 254,
  reportPageSize: 10,
  reportPageSizeMax: 500,
  /** More reports of filters are not sorted by a column; without filters an index bears the order of all. */
  sortedReports: 50_000,
  usersPageSize: 10,
  uploadPreviewPageSize: 10,
  statusPreviewRows: 10,
  pinSuggestions: 10,
  pinSuggestionMinChars: 2,
  /** Most PIN parts in one filter. */
  pinTexts: 50,
  areaBuckets: 5,
  imageDownloadPauseMs: 200,
  scrollStepPx: 200,
  clockRefreshMs: 1000,
  statusFileBytes: 10_485_760,
  autoPreviewBytes: 1_048_576,
  validationErrorsListed: 10,
  uploadRows: 200_000,
  uploadBodyBytes: 256 * 1024 * 1024,
  /** One row of an upload: a sheet's cell has 32 767 characters at most. */
  uploadRowBytes: 256 * 1024,
  uploadRowDepth: 8,
  uploadColumns: 500,
  /** An upload's body without its rows. */
  uploadEnvelopeBytes: 64 * 1024,
  /** Bytes read before an upload takes one of the few places at the database; a smaller body is read whole. */
  uploadGatheredBytes: 1024 * 1024,
  /**
   * Longest wait for a body: 30 s, extended by received bytes at these rates. Sheets are sent from offices, forms by
   * phones in the field. A sheet that has its place at the database must come faster.
   */
  bodySilenceMs: 30_000,
  uploadBytesPerSecond: (64 * 1024) / 10,
  uploadPlacedBytesPerSecond: 64 * 1024,
  formBytesPerSecond: 1024,
  /** Limits of a call's body: bytes, nesting depth, and time to arrive. */
  bodyBytes: 1024 * 1024,
  bodyDepth: 32,
  bodyWithinMs: 60_000,
  /** For calls without a session, such as sign-in. */
  publicBodyBytes: 4 * 1024,
  circleLength: 200,
  pinLength: 100,
  photoBytes: 15 * 1024 * 1024,
  photoPixels: 100_000_000,
  /** Width and height; the largest that a JPEG can have. */
  photoSide: 65_535,
  /** Bytes that decoding must hold at once, where rows are not decoded one after the other. */
  photoHeldBytes: 192 * 1024 * 1024,
  /** Scans of a JPEG; encoders write about ten, and each is a pass over the whole picture. */
  photoScans: 32,
  successToastMs: 5000,
  uploadClearDelayMs: 2000,
  statusResetDelayMs: 3000,
} as const;

/** Trimmed, non-empty text of at most `max` characters, without NUL (PostgreSQL cannot hold it). */
export const text = (max = 500) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldMessages.nul)
    .refine((value) => !/\p{Surrogate}/u.test(value), fieldMessages['half-character'])
    .transform((value) => value.trim());

export const requiredText = (max = 500) =>
  text(max).refine((value) => value !== '', fieldMessages.required);

/** Largest integer that a JSON number carries exactly; longer PINs must be sent as text. */
const exactNumber = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** Text that clients which read it from a spreadsheet cell may send as a number. */
const textOrNumber = z.union([exactNumber.transform(String), z.string()], {
  error: ({ input }) => (input === undefined ? fieldMessages.required : fieldMessages.text),
});

/** A name of a circle (spec 3: trimmed, compared without regard to case). */
export const circleName = textOrNumber.pipe(requiredText(limits.circleLength));

/** A PIN: text, because leading zeros count. */
export const pinNumber = textOrNumber.pipe(requiredText(limits.pinLength));

/** How circle names are compared (spec 3): trimmed, lower case. */
export const circleKey = (circle: string): string => circle.trim().toLowerCase();

/** The number that a text writes in decimal; undefined for other spellings such as 0x1F and 0b11, which nobody means. */
export const readDecimal = (written: string): number | undefined =>
  /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(written.trim()) ? Number(written) : undefined;

/** A number that may be sent as text. */
export const numberOrText = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (readDecimal(value) ?? value) : value),
    schema,
  );

/** A whole number that is not negative, and one that is positive; each may be sent as text. */
export const wholeNumber = numberOrText(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));
export const recordId = numberOrText(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER));

/** An id as a client holds it: our server's are numbers, another backend's are sent back as they came. */
export type RecordId = number | string;

/** The id of a record in an answer of ours; null where the record of another backend has none. */
export const answeredId: z.ZodType<RecordId | null> = z.number();

const truths = [true, 1, '1', 'true', 'yes', 'active'] as const;
const lies = [false, 0, '0', 'false', 'no', 'blocked', 'inactive'] as const;

/** The boolean that a client means by true, 1, "1", "true", "yes"; false likewise; undefined for anything else. */
export const readBoolean = (value: unknown): boolean | undefined => {
  const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if ((truths as readonly unknown[]).includes(plain)) return true;
  if ((lies as readonly unknown[]).includes(plain)) return false;
  return undefined;
};

/** A boolean as clients write it. */
export const lenientBoolean = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value, context) => {
    const read = readBoolean(value);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: fieldMessages['true-or-false'] });
    return z.NEVER;
  });

/** 0 = NotUsed, 1 = USED. */
export const pinStatus = z
  .union([z.literal([0, 1]), lenientBoolean.transform((value) => (value ? 1 : 0))])
  .transform((value): 0 | 1 => (value === 1 ? 1 : 0));
export type PinStatus = 0 | 1;
export const pinStatusLabels = { 0: 'NotUsed', 1: 'USED' } as const;

/** Answer of calls that change something; `said` names its message (ADR 46). */
export const done = z.object({
  success: z.boolean(),
  message: z.string(),
  said: said.optional(),
});
export type Done = z.infer<typeof done>;

/** Answer of a change that can be undone: its audit entry, where it changed anything. */
export const undoable = done.extend({ undo_entry: z.number().optional() });
export type Undoable = z.infer<typeof undoable>;

/**
 * Reads a comma-joined list (R17): `a,b\,c` is `['a', 'b,c']`. Empty parts are dropped.
 * A backslash escapes the character after it.
 */
export const splitList = (joined: string): string[] => {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < joined.length; at += 1) {
    const character = joined[at] as string;
    const next = joined[at + 1];
    if (character === '\\' && (next === ',' || next === '\\')) {
      part += next;
      at += 1;
    } else if (character === ',') {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  parts.push(part);
  return parts.map((value) => value.trim()).filter((value) => value !== '');
};

/**
 * Writes a list as `splitList` reads it. A backslash is escaped only where it would escape what follows, so that a
 * backend that knows no escapes reads most values as they are.
 */
export const joinList = (values: readonly string[]): string =>
  values
    .map((value, at) => {
      const isLast = at === values.length - 1;
      return value.replace(isLast ? /,|\\(?=[\\,])/g : /,|\\(?=[\\,]|$)/g, (one) => `\\${one}`);
    })
    .join(',');

/** Extension of the calls that take the rows of a file: its name, for Activity. */
export const namedFile = z.object({ file: text(255).optional() });
