// The calls of phones (R26). Not part of spec 7; described for phone makers in docs/phones.md.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import {
  circleName,
  done,
  lenientBoolean,
  limits,
  numberOrText,
  pinNumber,
  requiredText,
  text,
  wholeNumber,
} from './fields.ts';
import { assignedPin } from './pins.ts';
import { phoneNote } from './review.ts';
import { signedInUser } from './sign-in.ts';
import { outcomes, submissionFields } from './submission-fields.ts';

export const deviceErrors = [
  'unauthenticated',
  'access-not-allowed',
  'user-blocked',
  'invalid-input',
] as const;

export const deviceSignIn = defineCall({
  name: 'deviceSignIn',
  module: 'device',
  method: 'POST',
  path: '/api/device/sign-in',
  access: 'public',
  summary: 'Signs a surveyor in by email or username.',
  input: { body: z.object({ login: requiredText(320), password: z.string().max(1000) }) },
  reply: { kind: 'json', schema: z.object({ token: z.string(), user: signedInUser }) },
  errors: [
    'wrong-credentials',
    'access-not-allowed',
    'user-blocked',
    'cross-site',
    'invalid-input',
    'too-many-attempts',
  ],
  extension: true,
  example: { body: { login: 'ali.raza', password: 'field-2026' } },
});

/** The values of a report that was sent back, and a link to its photo that is valid for three days. */
const sentBackReport = z.object({
  id: z.number(),
  info: z.string(),
  floors_num: z.number().nullable(),
  basement: z.boolean(),
  Store_front: z.boolean(),
  land_area: z.number().nullable(),
  covered_area: z.number().nullable(),
  land: z.string(),
  other: z.string(),
  comments: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  capture_time: z.string(),
  picture_path: z.string().nullable(),
});

/** A surveyor's own password; spec 5 has no more than a least length for it. */
export const changeDevicePassword = defineCall({
  name: 'changeDevicePassword',
  module: 'device',
  method: 'POST',
  path: '/api/device/password',
  access: 'device',
  summary:
    "Sets the surveyor's own password. Ends all sessions, and answers the token of a new one for this phone.",
  input: {
    body: z.object({
      current_password: z.string().min(1, fieldMessages.required).max(1000),
      new_password: z.string().min(limits.passwordMinLength).max(1000),
    }),
  },
  reply: { kind: 'json', schema: done.extend({ token: z.string() }) },
  errors: [...deviceErrors, 'too-many-attempts'],
  extension: true,
  example: { body: { current_password: 'field-2026', new_password: 'canal-parcel-27' } },
});

export const devicePin = assignedPin.extend({
  /** Phones speak to our server only. */
  id: z.number(),
  circle: z.string(),
  /**
   * True where an administrator sent the pin's report back and no new one has been stored yet: on its surveyor's list,
   * and on all lists where that surveyor does not have the pin any more.
   */
  sent_back: z.boolean(),
  /**
   * Who has surveyed the unit of a NotUsed pin, whether they have it on a list or not; null where somebody still has to.
   * The work that is left are the pins with status 0 and without it.
   */
  done_by: z.string().nullable(),
  /** Only where `sent_back`: the newest note since then, null where there is none. */
  note: phoneNote.nullable().optional(),
  /** Only where `sent_back`: what was refused. */
  sent_back_report: sentBackReport.optional(),
});
export type DevicePin = z.infer<typeof devicePin>;

export const devicePins = defineCall({
  name: 'devicePins',
  module: 'device',
  method: 'GET',
  path: '/api/device/pins',
  access: 'device',
  summary: 'My circles and pins; with the cursor of an earlier answer only what changed since.',
  input: { query: z.object({ cursor: wholeNumber.optional() }) },
  reply: {
    kind: 'json',
    schema: z.object({
      circles: z.array(z.string()),
      pins: z.array(devicePin),
      /** Ids of pins that left the list since the cursor. */
      removed: z.array(z.number()),
      cursor: z.number(),
      /** True where `pins` is the whole list, which replaces the phone's. */
      is_whole: z.boolean(),
    }),
  },
  errors: [...deviceErrors, 'too-many-attempts', 'unavailable'],
  extension: true,
  example: { query: { cursor: 0 } },
});

/** An empty or blank form field means "not given": phones send every field of the form. */
const field = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    const plain = typeof value === 'string' ? value.trim() : value;
    return plain === '' || plain === undefined ? null : plain;
  }, schema.nullable());

const numberOf = ({ least, most }: { least: number; most: number }) =>
  numberOrText(z.number().min(least).max(most));

/** ISO 8601 with offset, of a time at which phones can have surveyed. */
const instant = z.iso.datetime({ offset: true }).refine((written) => {
  const at = Date.parse(written);
  return at > Date.UTC(2000, 0, 1) && at < Date.now() + 48 * 3600 * 1000;
}, fieldMessages['capture-time']);

/** The value of `deviceTimeHeader`; undefined where it is none, which refuses nothing. */
export const readDeviceTime = (written: unknown): string | undefined =>
  instant.safeParse(written).data;

/** Optional fields beside those of spec 3: how the visit was made, and the app that sends it. */
const phoneFields = z.object({
  /** Radius in metres within which the position lies, as the phone states it. */
  accuracy: field(numberOf({ least: 0, most: 1e8 })),
  /** When the position was taken; a phone may repeat an old one. */
  location_time: field(instant),
  /** Why the position was taken before it was accurate, or why there is none. */
  place_reason: field(text(200)),
  /** When the surveyor opened the form of this PIN. */
  started_at: field(instant),
  outcome: field(z.enum(outcomes)),
  /** To the note with which the PIN was sent back. */
  answer: field(text(submissionFields.answer.most)),
  app: field(text(100)),
  app_version: field(text(100)),
  /** Chosen by the app, the same for all reports of one phone. */
  device_id: field(text(200)),
});
export type PhoneFields = z.output<typeof phoneFields>;

/** What the phone told beside the fields of spec 3; times as those of the report, null where not told. */
export const phoneFieldsTold = z.object({
  accuracy: z.number().nullable(),
  location_time: z.string().nullable(),
  place_reason: z.string().nullable(),
  started_at: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
  app: z.string().nullable(),
  app_version: z.string().nullable(),
  device_id: z.string().nullable(),
  /** The phone's clock when it sent the report. */
  device_time: z.string().nullable(),
});
export type PhoneFieldsTold = z.infer<typeof phoneFieldsTold>;

/** The form fields of a submission; the photo is sent beside them as the file `photo`. */
export const submission = z.object({
  /** Chosen by the phone once per report, so that a retry never stores a second one. */
  submission_id: z.uuid(),
  circle: circleName,
  pin: pinNumber,
  info: text(submissionFields.info.most).default(''),
  floors_num: field(
    numberOrText(
      z.number().int().min(submissionFields.floors_num.least).max(submissionFields.floors_num.most),
    ),
  ),
  basement: field(lenientBoolean).transform((value) => value ?? false),
  Store_front: field(lenientBoolean).transform((value) => value ?? false),
  land_area: field(numberOf(submissionFields.land_area)),
  covered_area: field(numberOf(submissionFields.covered_area)),
  land: text(submissionFields.land.most).default(''),
  other: text(submissionFields.other.most).default(''),
  comments: text(submissionFields.comments.most).default(''),
  latitude: field(numberOf({ least: -90, most: 90 })),
  longitude: field(numberOf({ least: -180, most: 180 })),
  /** Time of capture: ISO 8601 with offset. */
  capture_time: instant,
  ...phoneFields.shape,
});
export type Submission = z.output<typeof submission>;

/** What the server stored of a report. */
export const receipt = z.object({
  id: z.number(),
  submission_id: z.string(),
  /** As stored: null for an ordinary report, 0 where it answers a sent-back one. */
  resubmission: z.literal([0, 1]).nullable(),
  /** False where the pin was no longer on the list; the report is stored and marked. */
  was_assigned: z.boolean(),
  submission_time: z.string(),
  /** SHA-256 of the stored photo, hexadecimal; null where none was sent. */
  photo_sha256: z.string().nullable(),
});

export const submissionErrors = [
  'request-timeout',
  'too-large',
  'too-many-attempts',
  'unsupported-type',
  'conflict',
  'unavailable',
] as const;

export const submitReport = defineCall({
  name: 'submitReport',
  module: 'device',
  method: 'POST',
  path: '/api/device/reports',
  access: 'device',
  summary: 'Submits a report and its photo. A 2xx answer means both are on disk to stay.',
  input: { multipart: submission },
  reply: { kind: 'json', schema: receipt },
  errors: [...deviceErrors, ...submissionErrors],
  extension: true,
  example: {
    body: {
      submission_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
      circle: 'Model Town',
      pin: '0001234',
      floors_num: '2',
      basement: '1',
      Store_front: '0',
      land_area: '250.5',
      land: 'Residential',
      latitude: '31.5204',
      longitude: '74.3587',
      capture_time: '2026-03-10T14:05:06+05:00',
      accuracy: '4.5',
      outcome: 'surveyed',
    },
  },
});
