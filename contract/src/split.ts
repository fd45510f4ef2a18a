// A circle is split: what is left of it is shared out among surveyors (R10).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { circleName, limits, requiredText, text, undoable } from './fields.ts';

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input', 'not-found'] as const;
const access = 'administrator';
const module = 'circles';

/**
 * By what the units of a circle are grouped. A street is named by the second part of the address, beside its block:
 * 'House 12, Street 4' of block C is on 'C · Street 4'.
 */
export const splitWays = ['street', 'block', 'road', 'locality', 'pins'] as const;
export type SplitWay = (typeof splitWays)[number];

/** Most groups of an answer, ranges of PINs of a request, and surveyors of a split. */
export const splitLimits = { groups: 1000, ranges: 200, users: 50 } as const;

const pinsOfGroup = { usual: 50, most: 10_000 } as const;

/** Rows of one street, block, road or locality, then `from` is `to`; or the PINs from one to another. */
const groupKey = z.object({ from: text(1200), to: text(1200) });
export type GroupKey = z.infer<typeof groupKey>;

const circleGroup = z.object({
  from: z.string(),
  to: z.string(),
  units: z.number(),
  /** Those that nobody has surveyed: what a split shares out. */
  left: z.number(),
  /** The middle of its reports; null where it has none with a place. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type CircleGroup = z.infer<typeof circleGroup>;

export const circleGroups = defineCall({
  name: 'circleGroups',
  module,
  method: 'GET',
  path: '/api/circle-groups',
  access,
  circles: 'circle',
  summary: 'The units of a circle in groups, for a split: by street, block, road, locality or PIN.',
  input: {
    query: z.object({
      circle: circleName,
      by: z.enum(splitWays),
      /** PINs of a group, where they are grouped by PIN. */
      size: z.coerce.number().int().min(1).max(pinsOfGroup.most).default(pinsOfGroup.usual),
    }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      groups: z.array(circleGroup),
      /** Groups that are not in this answer, beyond the limit. */
      more: z.number(),
      /** Who has pins of it now. */
      holders: z.array(z.object({ username: z.string(), left: z.number() })),
    }),
  },
  errors,
  extension: true,
  example: { query: { circle: 'Model Town', by: 'block' } },
});

const shares = z
  .array(
    z.object({
      username: requiredText(limits.usernameLength),
      groups: z.array(groupKey).min(1).max(splitLimits.groups),
    }),
  )
  .min(1)
  .max(splitLimits.users);

const split = z.object({ circle: circleName, by: z.enum(splitWays), shares });
export type Split = z.output<typeof split>;

/** What one person's list of the circle loses and gets. */
const personOfSplit = z.object({
  username: z.string(),
  /** Pins left to survey on the list, before and after. */
  before: z.number(),
  after: z.number(),
  added: z.number(),
  removed: z.number(),
});
export type PersonOfSplit = z.infer<typeof personOfSplit>;

const example = {
  circle: 'Model Town',
  by: 'locality',
  shares: [
    { username: 'ali.raza', groups: [{ from: 'Block C', to: 'Block C' }] },
    { username: 'sana.khan', groups: [{ from: 'Block D', to: 'Block D' }] },
  ],
} as const;

export const previewSplit = defineCall({
  name: 'previewSplit',
  module,
  method: 'POST',
  path: '/api/split-circle-preview',
  access,
  summary: 'What split-circle would change on the list of each surveyor. Changes nothing.',
  input: { body: split },
  reply: {
    kind: 'json',
    schema: z.object({
      /** Units that are shared out, and units left that no share names: they stay where they are. */
      units: z.number(),
      unshared: z.number(),
      people: z.array(personOfSplit),
    }),
  },
  errors: [...errors, 'conflict'],
  extension: true,
  example: { body: example },
});

export const splitCircle = defineCall({
  name: 'splitCircle',
  module,
  method: 'POST',
  path: '/api/split-circle',
  access,
  summary:
    'Shares out the units of a circle that are left: each is on the list of one surveyor then. Surveyed ones stay.',
  input: {
    body: split.extend({
      /** Refused where the units that are shared out have changed since they were counted. */
      expected_units: z.coerce.number().int().min(0).optional(),
    }),
  },
  reply: {
    kind: 'json',
    schema: undoable.extend({ units: z.number(), added: z.number(), removed: z.number() }),
  },
  errors: [...errors, 'conflict'],
  extension: true,
  example: { body: example },
});
