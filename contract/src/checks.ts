// Rules of an operation: which checks are on, with which parameters; what they would find; how often they were right.
// Beyond spec 7. The rows are in check-table.ts, flags in flags.ts.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { type CheckName, checkNames, severities } from './check-names.ts';
import { checkRow, defaultParameters } from './check-table.ts';
import { fieldMessages } from './field-messages.ts';
import { done, recordId, requiredText } from './fields.ts';
import { flag } from './flags.ts';
import { said } from './said.ts';

export const checkLimits = {
  /** Exceptions of a rule, by circle or land type. */
  exceptions: 50,
  /** Reports of a preview; where the days have more, a sample of this size is drawn. */
  previewReports: 20_000,
  previewDays: 30,
  previewExamples: 10,
  /** Days of flags that the precision of a rule is counted over. */
  precisionDays: 90,
} as const;

const checkName = z.enum(checkNames);

/** Parameters by name; those of the table that are not given have their defaults. */
const parameters = z.record(z.string().max(40), z.number());

/** Other parameters for the reports of one circle or one land type. The first that fits counts. */
export const ruleException = z
  .object({
    circle: requiredText(200).optional(),
    land: requiredText(200).optional(),
    is_on: z.boolean(),
    parameters,
  })
  .refine(({ circle, land }) => circle !== undefined || land !== undefined, {
    path: ['circle'],
    message: fieldMessages.required,
  });
export type RuleException = z.output<typeof ruleException>;

/** What an administrator sets of a check. */
export const ruleSettings = z.object({
  is_on: z.boolean(),
  severity: z.enum(severities),
  parameters,
  exceptions: z.array(ruleException).max(checkLimits.exceptions).default([]),
});
export type RuleSettings = z.output<typeof ruleSettings>;

/** A rule as the table sets it: version 0. */
export const defaultRule = (name: CheckName): RuleSettings => ({
  is_on: true,
  severity: checkRow(name).severity,
  parameters: defaultParameters(name),
  exceptions: [],
});

/** What became of a check's flags of the last `checkLimits.precisionDays` days. */
export const precision = z.object({
  flags: z.number(),
  open: z.number(),
  /** Their reports were sent back. */
  confirmed: z.number(),
  /** Their reports were accepted as they are. */
  accepted: z.number(),
  dismissed: z.number(),
});
export type Precision = z.infer<typeof precision>;

export const rule = ruleSettings.extend({
  check: checkName,
  /** 0: as in the table; raised by every change, which names the version that its author saw. */
  version: z.number().int(),
  changed_by: z.string().nullable(),
  changed_at: z.string().nullable(),
  precision,
});
export type Rule = z.infer<typeof rule>;

/** A re-evaluation: all current reports, or those of the last days, looked at again by the rules as they are. */
export const checkRun = z.object({
  id: z.number(),
  by: z.string(),
  started_at: z.string(),
  /** Days of capture, back from today; null for all reports. */
  days: z.number().nullable(),
  /** Reports in all, and evaluated so far. */
  total: z.number(),
  done: z.number(),
  /** Flags that were added, and that were removed. */
  added: z.number(),
  removed: z.number(),
  ended_at: z.string().nullable(),
  /** `failed`: the error is in the server's log. */
  state: z.enum(['running', 'complete', 'cancelled', 'failed']),
});
export type CheckRun = z.infer<typeof checkRun>;

const errors = ['unauthenticated', 'access-not-allowed'] as const;
const inputErrors = [...errors, 'invalid-input'] as const;

export const checks = defineCall({
  name: 'checks',
  module: 'checks',
  method: 'GET',
  path: '/api/checks',
  access: 'administrator',
  summary:
    'The rules of the operation in the order of the table, the precision of each over the last 90 days, and the newest re-evaluation.',
  input: {},
  reply: { kind: 'json', schema: z.object({ rules: z.array(rule), run: checkRun.nullable() }) },
  errors,
  extension: true,
  example: {
    reply: {
      rules: [
        {
          check: 'travel',
          version: 0,
          is_on: true,
          severity: 'warning',
          parameters: { speed: 80, metres: 500 },
          exceptions: [],
          changed_by: null,
          changed_at: null,
          precision: { flags: 210, open: 12, confirmed: 150, accepted: 40, dismissed: 8 },
        },
      ],
      run: null,
    },
  },
});

export const saveCheck = defineCall({
  name: 'saveCheck',
  module: 'checks',
  method: 'POST',
  path: '/api/checks/:check',
  access: 'administrator',
  summary:
    'Sets a rule. Reports that arrive from now on are looked at by it; flags that are there keep their version until a re-evaluation. Refused where somebody has changed the rule since.',
  input: {
    params: z.object({ check: checkName }),
    body: ruleSettings.extend({
      /** The version that was shown. */
      version: z.number().int().min(0),
    }),
  },
  reply: { kind: 'json', schema: done.extend({ rule }) },
  errors: [...inputErrors, 'conflict'],
  extension: true,
  example: {
    params: { check: 'travel' },
    body: {
      is_on: true,
      severity: 'warning',
      parameters: { speed: 100, metres: 500 },
      exceptions: [],
      version: 0,
    },
  },
});

/** A report that a rule would flag. */
export const checkExample = z.object({
  id: z.number(),
  username: z.string(),
  circle: z.string(),
  pin: z.string(),
  /** DD/MM/YYYY HH:mm. */
  capture_time: z.string(),
  /** The flag's sentence. */
  message: z.string(),
  said: said.optional(),
});

export const previewCheck = defineCall({
  name: 'previewCheck',
  module: 'checks',
  method: 'POST',
  path: '/api/checks/:check/preview',
  access: 'administrator',
  summary:
    'What a rule with these settings would have flagged of the current reports captured in the last 30 days. Nothing is stored.',
  input: { params: z.object({ check: checkName }), body: ruleSettings },
  reply: {
    kind: 'json',
    schema: z.object({
      days: z.number(),
      /** Reports of these days. */
      reports: z.number(),
      /** Reports that were evaluated: all, or a sample of `checkLimits.previewReports`. */
      looked_at: z.number(),
      /** Of the evaluated: flagged by these settings, and by the rule as it is. */
      flagged: z.number(),
      flagged_now: z.number(),
      /** Newest first, at most `checkLimits.previewExamples`. */
      examples: z.array(checkExample),
    }),
  },
  errors: inputErrors,
  extension: true,
  example: {
    params: { check: 'travel' },
    body: { is_on: true, severity: 'warning', parameters: { speed: 60 }, exceptions: [] },
  },
});

export const startCheckRun = defineCall({
  name: 'startCheckRun',
  module: 'checks',
  method: 'POST',
  path: '/api/check-runs',
  access: 'administrator',
  summary:
    'Starts a re-evaluation in the background. Dismissed flags stay dismissed. Refused while another one runs.',
  input: {
    body: z.object({ days: z.number().int().min(1).max(36_500).nullable().default(null) }),
  },
  reply: { kind: 'json', schema: z.object({ run: checkRun }) },
  errors: [...inputErrors, 'conflict'],
  extension: true,
  example: { body: { days: 30 } },
});

export const latestCheckRun = defineCall({
  name: 'latestCheckRun',
  module: 'checks',
  method: 'GET',
  path: '/api/check-runs/latest',
  access: 'administrator',
  summary: 'The newest re-evaluation with its progress; to be asked every second while it runs.',
  input: {},
  reply: { kind: 'json', schema: z.object({ run: checkRun.nullable() }) },
  errors,
  extension: true,
  example: {
    reply: {
      run: {
        id: 1,
        by: 'amina',
        started_at: '08/03/2026 09:00:00',
        days: 30,
        total: 9410,
        done: 4000,
        added: 12,
        removed: 5,
        ended_at: null,
        state: 'running',
      },
    },
  },
});

export const cancelCheckRun = defineCall({
  name: 'cancelCheckRun',
  module: 'checks',
  method: 'POST',
  path: '/api/check-runs/:id/cancel',
  access: 'administrator',
  summary: 'Ends a re-evaluation after the batch under way; what it has done stays.',
  input: { params: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: z.object({ run: checkRun }) },
  errors: [...inputErrors, 'not-found'],
  extension: true,
  example: { params: { id: 1 } },
});

export const dismissFlag = defineCall({
  name: 'dismissFlag',
  module: 'checks',
  method: 'POST',
  path: '/api/reports/:id/flags/:check',
  access: 'administrator',
  circles: 'report',
  summary:
    'Dismisses a flag with a reason, or, with null, opens it again. A dismissed flag stays dismissed when its report is looked at again.',
  input: {
    params: z.object({ id: recordId, check: checkName }),
    body: z.object({ reason: requiredText(200).nullable() }),
  },
  reply: { kind: 'json', schema: z.object({ flags: z.array(flag) }) },
  errors: [...inputErrors, 'not-found'],
  extension: true,
  example: {
    params: { id: 1, check: 'travel' },
    body: { reason: 'Two surveyors shared a phone.' },
  },
});
