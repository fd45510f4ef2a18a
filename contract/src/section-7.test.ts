// spec 7 as it is written there, typed by hand: whoever speaks only that table must
// find every call, every name of a payload and every name of an answer, and nothing more than the decisions add.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import * as calls from './calls.ts';
import { assignedPin } from './pins.ts';
import { propertyReport } from './reports.ts';
import { mobileUser, newMobileUser } from './users.ts';

interface Row {
  method: string;
  path: string;
  /** Names that the client sends. */
  payload?: string[];
  /** Names that the client reads from the answer; 'text' for a plain-text number. */
  answer?: string[] | 'text';
  /** Names beyond spec 7 and the decision that adds them; `said` names the message (ADR 46). */
  beyond?: { payload?: string[]; answer?: string[] };
}

const filters =
  'date date_from date_to username land name pin circle basement floors land_area covered_area resubmission'.split(
    ' ',
  );
const newPinNames = 'pin ratingarea Locality Block Street_Address OwnerName Road status'.split(' ');

const section7: Row[] = [
  {
    method: 'POST',
    path: '/api/login',
    payload: ['email', 'password'],
    answer: ['token', 'user', 'user.role_id', 'user.name'],
    // R1; the code of accounts that switched a second factor on
    beyond: { payload: ['code'], answer: ['user.id', 'user.username', 'user.email'] },
  },
  // "response unused"; R6 gives it a second path
  { method: 'POST', path: '/logout', beyond: { answer: ['said', 'success', 'message'] } },
  { method: 'GET', path: '/api/mobileusers', answer: 'text' },
  { method: 'GET', path: '/api/noreports', answer: 'text' },
  { method: 'GET', path: '/api/totalrecord', answer: 'text' },
  {
    method: 'GET',
    path: '/api/all-reports',
    payload: ['page', 'per_page', ...filters],
    answer: ['data', 'total', 'last_page', 'current_page'],
    // the map's box, the surveyor's list and marks are filters like the others; `extra` asks for columns beyond the 21, `sort` for an order
    beyond: {
      payload: [
        'box',
        'list',
        'second',
        'photo',
        'place',
        'review',
        'flag',
        'severity',
        'extra',
        'sort',
      ],
    },
  },
  {
    method: 'GET',
    path: '/api/all-reports-no-pagination',
    answer: ['data'],
    beyond: { payload: ['view'], answer: ['options'] }, // R20
  },
  {
    method: 'GET',
    path: '/api/all-reports-export',
    payload: filters,
    answer: ['data'],
    beyond: {
      payload: ['box', 'list', 'second', 'photo', 'place', 'review', 'flag', 'severity', 'extra'],
    },
  },
  {
    method: 'POST',
    path: '/api/property-details/report-multiple',
    payload: ['usernames'],
    answer: ['data'],
    beyond: { payload: ['extra'] },
  },
  {
    method: 'POST',
    path: '/api/change-pin-status',
    payload: ['username', 'circle', 'pin', 'status'],
    answer: ['message'],
    // the report that is meant, so that another one that came meanwhile is not sent back
    beyond: { payload: ['report'], answer: ['said', 'success'] },
  },
  { method: 'GET', path: '/api/mobile/users', answer: ['users'] },
  {
    method: 'POST',
    path: '/api/mobile/signup',
    payload: 'username email password cnic name phonenumber designation status'.split(' '),
    answer: ['message'],
    beyond: { answer: ['said', 'success'] },
  },
  {
    method: 'POST',
    path: '/api/change-user-status',
    payload: ['user_id', 'status'],
    beyond: { answer: ['said', 'success', 'message'] },
  },
  {
    method: 'POST',
    path: '/api/delete-user',
    payload: ['user_id'],
    beyond: { answer: ['said', 'success', 'message'] },
  },
  {
    method: 'POST',
    path: '/api/store-records',
    payload: ['records'],
    // R9
    beyond: {
      payload: ['file'],
      answer: [
        'said',
        'success',
        'message',
        'stored',
        'updated',
        'unchanged',
        'unassignable',
        'undo_entry',
      ],
    },
  },
  { method: 'GET', path: '/api/circles/:username', payload: ['username'], answer: ['circles'] },
  {
    method: 'POST',
    path: '/api/circles-assigned-to-user',
    payload: ['username'],
    answer: ['circles'],
  },
  {
    method: 'POST',
    path: '/api/store-circle-pins',
    payload: ['username', 'circle'],
    answer: ['message'],
    beyond: { answer: ['said', 'success', 'added', 'already_there'] }, // R11
  },
  {
    method: 'POST',
    path: '/api/replace-circle-pins',
    payload: ['username', 'circle'],
    answer: ['message'],
    beyond: { answer: ['said', 'success', 'pins', 'started_over', 'added', 'undo_entry'] }, // R11
  },
  {
    method: 'POST',
    path: '/api/delete-circle',
    payload: ['username', 'circle'],
    answer: ['success', 'message'],
    beyond: { answer: ['said', 'removed', 'undo_entry'] }, // R11
  },
  {
    method: 'POST',
    path: '/api/pins-by-circle',
    payload: ['username', 'circle'],
    answer: ['pins'],
  },
  {
    method: 'POST',
    path: '/api/add-pin',
    payload: ['username', 'circle', ...newPinNames],
    answer: ['success'],
    beyond: { answer: ['said', 'message', 'id', 'undo_entry'] }, // R13
  },
  {
    method: 'POST',
    path: '/api/delete-pin',
    payload: ['id'],
    answer: ['success', 'message'],
    // What can be taken back at once (ADR 14).
    beyond: { answer: ['said', 'undo_entry'] },
  },
  {
    method: 'POST',
    path: '/api/transfer-pins',
    payload: ['source_user', 'target_user', 'circle'],
    answer: ['success', 'message'],
    beyond: { answer: ['said', 'moved', 'already_there', 'undo_entry'] }, // R12
  },
  {
    method: 'POST',
    path: '/api/change-status-bulk',
    payload: ['pins', 'pins.circle', 'pins.pin', 'pins.status'],
    answer: ['success', 'message'],
    beyond: { payload: ['file'], answer: ['said', 'updated', 'unmatched', 'rows', 'undo_entry'] }, // R14
  },
];

/** Names of an object, or of all alternatives of a union. */
const namesOf = (schema: z.ZodType | undefined): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => namesOf(option as z.ZodType));
  }
  return [];
};

const withNamesOf = (names: string[], name: string, inner: unknown): string[] => [
  ...names,
  ...namesOf(inner as z.ZodType).map((innerName) => `${name}.${innerName}`),
];

const payloadOf = ({ name, input }: Call): string[] => {
  const names = [...namesOf(input.params), ...namesOf(input.query), ...namesOf(input.body)];
  if (name !== 'changeStatusBulk') return names;
  return withNamesOf(names, 'pins', calls.changeStatusBulk.input.body.shape.pins.element);
};

const answerOf = ({ name, reply }: Call): string[] => {
  if (reply.kind === 'text') return ['text'];
  const names = namesOf(reply.schema);
  return name === 'login' ? withNamesOf(names, 'user', calls.login.reply.schema.shape.user) : names;
};

const literalCalls = Object.values<Call>(calls).filter(
  (call) => !call.extension && call.name !== 'photo',
);
const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('spec 7', () => {
  it('has exactly these calls; every other one says that it is an extension', () => {
    expect(section7).toHaveLength(25);
    expect(literalCalls.map(lineOf).sort()).toEqual(section7.map(lineOf).sort());
    expect(new Set(Object.values<Call>(calls).map(lineOf)).size).toBe(Object.keys(calls).length);
  });

  it.each(section7.map((row) => [lineOf(row), row] as const))('%s', (line, row) => {
    const call = literalCalls.find((one) => lineOf(one) === line) as Call;
    const expectedAnswer = row.answer === 'text' ? ['text'] : (row.answer ?? []);
    expect(payloadOf(call).sort()).toEqual(
      [...(row.payload ?? []), ...(row.beyond?.payload ?? [])].sort(),
    );
    expect(answerOf(call).sort()).toEqual(
      [...expectedAnswer, ...(row.beyond?.answer ?? [])].sort(),
    );
  });

  it('takes no name beyond the table as required', () => {
    for (const { path, beyond } of section7) {
      const { input } = literalCalls.find((one) => one.path === path) as Call;
      for (const name of beyond?.payload ?? []) {
        const [schema] = [input.query, input.body].flatMap((part) =>
          part instanceof z.ZodObject && name in part.shape ? [part.shape[name]] : [],
        );
        expect(schema?.safeParse(undefined).success, `${path} needs ${name}`).toBe(true);
      }
    }
  });

  it('posts to logout without /api too (R6)', () => {
    expect(calls.logout.aliases).toEqual(['/api/logout']);
  });

  it('fetches pictures from the storage path', () => {
    expect(lineOf(calls.photo)).toBe('GET /storage/*');
  });
});

describe('spec 3', () => {
  it('names the 21 fields of a property report in this order', () => {
    expect(Object.keys(propertyReport.shape)).toEqual(
      'id username user_name user_phone circle pin info floors_num basement Store_front land_area covered_area land other comments latitude longitude capture_time submission_time resubmission picture_path'.split(
        ' ',
      ),
    );
  });

  it('names the fields of a mobile user; only the last three are beyond it', () => {
    const named = 'id username name email phonenumber cnic created_at designation status'.split(
      ' ',
    );
    const beyond = ['last_seen', 'pins_total', 'pins_left'];
    expect(Object.keys(mobileUser.shape)).toEqual([...named, ...beyond]);
    for (const name of beyond) {
      expect(mobileUser.shape[name as 'last_seen'].safeParse(undefined).success).toBe(true);
    }
    expect(Object.keys(newMobileUser.shape)).toContain('password');
  });

  it('names the fields of a pin', () => {
    expect(Object.keys(assignedPin.shape)).toEqual(['id', ...newPinNames]);
  });
});
