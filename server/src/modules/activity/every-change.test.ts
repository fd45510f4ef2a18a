// Every call that changes data leaves one audit entry with actor, address and request id.
import { randomUUID } from 'node:crypto';
import { type Call, type CallName, type ClientInput, calls } from '@survey/contract';
import { TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { rescue, submissionFields, submit } from '../../testing/submissions.ts';
import { type Person, testPassword } from '../../testing/test-server.ts';
import { webhookChanges } from '../../testing/webhook-changes.ts';
import { limits, newUser, pinFields, second } from './every-change.inputs.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
let token: string;
let app: TOTP;
beforeAll(async () => {
  token = server.administrator.token;
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
  await addParcels(server, 'Model Town', ['0001', '0002']);
});

const call = async <C extends Call>(made: C, input: ClientInput<C>, as = token) => {
  const answer = await server.call(made, input, as);
  expect(answer.status, `${made.name}: ${answer.text.slice(0, 300)}`).toBe(200);
  return answer;
};
const circle = 'Model Town';
const ofAli = { username: 'ali', circle };
const newPin = { ...ofAli, ...pinFields };
const idOf = async (pin: string) =>
  (await server.call(calls.pinsByCircle, { body: ofAli }, token)).body.pins.find(
    (listed) => listed.pin === pin,
  )?.id as number;
const reportOf = async (pin: string) =>
  (
    await server.database.db
      .selectFrom('reports')
      .select('id')
      .where('pin', '=', pin)
      .executeTakeFirstOrThrow()
  ).id;
const confirmed = { password: testPassword };
const limitSecond = (user_id: number) =>
  call(calls.limitAdministrator, { body: { ...confirmed, ...limits, user_id } });
const secondId = async () => {
  const { body } = await call(calls.administrators, {});
  return body.administrators.find(({ email }) => email === second.email)?.id ?? 0;
};
let recoveryCode = '';
let signInCode = '';
const longPassword = 'granite otter lantern 58';
const view = async () => (await call(calls.reportViews, {})).body.views[0]?.id as number;
const lastId = async () =>
  (
    await server.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('is_undoable', '=', true)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

const rescued = () =>
  rescue(server, token, submissionFields({ submission_id: randomUUID() }), { username: 'ali' });

/** Every call that changes data, in an order in which each finds the data that it needs. */
const changes: [CallName, string, () => Promise<unknown>][] = [
  [
    'login',
    'sign-in',
    () =>
      call(calls.login, { body: { email: server.administrator.email, password: testPassword } }),
  ],
  [
    'deviceSignIn',
    'device-sign-in',
    () => call(calls.deviceSignIn, { body: { login: 'ali', password: testPassword } }),
  ],
  ['mobileSignup', 'mobile-signup', () => call(calls.mobileSignup, { body: newUser })],
  [
    'editUser',
    'edit-user',
    () =>
      call(calls.editUser, {
        body: {
          user_id: ali.id,
          name: 'Ali R.',
          phonenumber: '03011234567',
          designation: 'Supervisor',
        },
      }),
  ],
  [
    'storeRecords',
    'store-records',
    () => call(calls.storeRecords, { body: { records: [{ Circle: circle, Pin: '0003' }] } }),
  ],
  ['storeCirclePins', 'store-circle-pins', () => call(calls.storeCirclePins, { body: ofAli })],
  [
    'replaceCirclePins',
    'replace-circle-pins',
    () => call(calls.replaceCirclePins, { body: ofAli }),
  ],
  ['addPin', 'add-pin', () => call(calls.addPin, { body: newPin })],
  [
    'correctUnit',
    'correct-unit',
    () => call(calls.correctUnit, { body: { circle, pin: '0002', OwnerName: 'Another' } }),
  ],
  [
    'withdrawUnit',
    'withdraw-unit',
    async () => {
      await call(calls.storeRecords, { body: { records: [{ Circle: circle, Pin: '0200' }] } });
      return call(calls.withdrawUnit, { body: { circle, pin: '0200' } });
    },
  ],
  [
    'submitReport',
    'submit-report',
    () => submit(server, ali.token, submissionFields({ submission_id: randomUUID() })),
  ],
  ['rescueReport', 'rescue-report', rescued],
  [
    'closeCircle',
    'close-circle',
    () => call(calls.closeCircle, { body: { circle, reason: 'Built over' } }, ali.token),
  ],
  [
    'changePinStatus',
    'change-pin-status',
    () => call(calls.changePinStatus, { body: { ...ofAli, pin: '0001', status: 0 } }),
  ],
  [
    'addNote',
    'add-note',
    async () =>
      call(calls.addNote, { params: { id: await reportOf('0001') }, body: { text: 'Look again' } }),
  ],
  [
    'saveNoteReasons',
    'save-note-reasons',
    () => call(calls.saveNoteReasons, { body: { reasons: [{ text: 'Too dark' }] } }),
  ],
  [
    'saveCheck',
    'save-check',
    () =>
      call(calls.saveCheck, {
        params: { check: 'travel' },
        body: { is_on: false, severity: 'hint', parameters: {}, version: 0 },
      }),
  ],
  ['startCheckRun', 'start-check-run', () => call(calls.startCheckRun, { body: {} })],
  [
    'cancelCheckRun',
    'cancel-check-run',
    async () => {
      const { body } = await call(calls.latestCheckRun, {});
      return call(calls.cancelCheckRun, { params: { id: body.run?.id ?? 0 } });
    },
  ],
  [
    'dismissFlag',
    'dismiss-flag',
    async () => {
      const id = await reportOf('0001');
      await server.database.db
        .insertInto('flags')
        .values({
          report_id: id,
          check_name: 'travel',
          version: 0,
          severity: 2,
          found: '{}',
          counterpart_id: null,
          capture_time: new Date(),
          in_queue: true,
        })
        .execute();
      const params = { id, check: 'travel' as const };
      return call(calls.dismissFlag, { params, body: { reason: 'A shared phone.' } });
    },
  ],
  [
    'drawSample',
    'draw-sample',
    () =>
      call(calls.drawSample, {
        body: { percent: 50, date_from: '01/01/2026', date_to: '31/12/2026' },
      }),
  ],
  [
    'changeStatusBulk',
    'change-status-bulk',
    () => call(calls.changeStatusBulk, { body: { pins: [{ circle, pin: '0002', status: 1 }] } }),
  ],
  [
    'reviewReport',
    'review-reports',
    async () => {
      await submit(server, ali.token, submissionFields({ pin: '0003' }));
      const params = { id: await reportOf('0003') };
      return call(calls.reviewReport, { params, body: { state: 'accepted', version: 0 } });
    },
  ],
  [
    'reviewSelection',
    'review-reports',
    () =>
      call(calls.reviewSelection, {
        body: { filters: { pin: '0003' }, expected_count: 1, state: 'in_question' },
      }),
  ],
  [
    'sendBackSelection',
    'send-back-reports',
    async () => {
      await submit(server, ali.token, submissionFields({ pin: '0002' }));
      return call(calls.sendBackSelection, {
        body: { filters: { pin: '0002' }, expected_count: 1 },
      });
    },
  ],
  [
    'setAsideSelection',
    'set-aside-reports',
    () => call(calls.setAsideSelection, { body: { filters: { pin: '0002' }, expected_count: 1 } }),
  ],
  [
    'makeReportCurrent',
    'make-report-current',
    async () => {
      const { body } = await submit(server, sana.token, submissionFields({ pin: '0003' }));
      return call(calls.makeReportCurrent, { params: { id: body.id } });
    },
  ],
  [
    'deletePin',
    'delete-pin',
    async () => call(calls.deletePin, { body: { id: await idOf('0009') } }),
  ],
  ['undoActivity', 'undo', async () => call(calls.undoActivity, { body: { id: await lastId() } })],
  [
    'transferPins',
    'transfer-pins',
    () => call(calls.transferPins, { body: { source_user: 'ali', target_user: 'sana', circle } }),
  ],
  [
    'assignCircleToUsers',
    'assign-circle-to-users',
    () => call(calls.assignCircleToUsers, { body: { circle, usernames: ['ali', 'sana'] } }),
  ],
  [
    'splitCircle',
    'split-circle',
    async () => {
      await call(calls.storeRecords, { body: { records: [{ Circle: circle, Pin: '0100' }] } });
      return call(calls.splitCircle, {
        body: {
          circle,
          by: 'pins',
          shares: [{ username: 'sana', groups: [{ from: '0100', to: '0100' }] }],
        },
      });
    },
  ],
  ['deleteCircle', 'delete-circle', () => call(calls.deleteCircle, { body: ofAli })],
  [
    'saveReportView',
    'save-report-view',
    () => call(calls.saveReportView, { body: { name: 'Mine', filters: { circle } } as never }),
  ],
  [
    'changeReportView',
    'change-report-view',
    async () => call(calls.changeReportView, { body: { id: await view(), name: 'Ours' } as never }),
  ],
  [
    'deleteReportView',
    'delete-report-view',
    async () => call(calls.deleteReportView, { body: { id: await view() } }),
  ],
  [
    'changeDevicePassword',
    'change-own-password',
    () =>
      call(
        calls.changeDevicePassword,
        { body: { current_password: testPassword, new_password: 'canal-parcel-27' } },
        ali.token,
      ),
  ],
  [
    'resetUserPassword',
    'reset-user-password',
    () => call(calls.resetUserPassword, { body: { user_id: ali.id, password: testPassword } }),
  ],
  [
    'setUpPhones',
    'set-up-phone',
    () => call(calls.setUpPhones, { body: { user_ids: [ali.id], phone: 'Phone 1' } }),
  ],
  [
    'makeSignInCodes',
    'make-sign-in-code',
    async () => {
      const { body } = await call(calls.makeSignInCodes, { body: { user_ids: [ali.id] } });
      signInCode = body.codes[0]?.code ?? '';
    },
  ],
  [
    'deviceCodeSignIn',
    'device-sign-in',
    () => call(calls.deviceCodeSignIn, { body: { code: signInCode } }, ''),
  ],
  [
    'endPhone',
    'end-phone',
    async () => {
      const { body } = await call(calls.userPhones, { query: { user_id: ali.id } });
      return call(calls.endPhone, { body: { id: body.phones[0]?.id as number } });
    },
  ],
  [
    'changeUserStatus',
    'block-user',
    () => call(calls.changeUserStatus, { body: { user_id: ali.id, status: false } }),
  ],
  ['deleteUser', 'delete-user', () => call(calls.deleteUser, { body: { user_id: ali.id } })],
  [
    'addAdministrator',
    'add-administrator',
    () => call(calls.addAdministrator, { body: { ...confirmed, ...second } }),
  ],
  [
    'changeAdministratorStatus',
    'change-administrator-status',
    async () =>
      call(calls.changeAdministratorStatus, {
        body: { ...confirmed, user_id: await secondId(), status: false },
      }),
  ],
  ['limitAdministrator', 'limit-administrator', async () => limitSecond(await secondId())],
  [
    'removeAdministrator',
    'remove-administrator',
    async () =>
      call(calls.removeAdministrator, { body: { ...confirmed, user_id: await secondId() } }),
  ],
  [
    'addApiKey',
    'add-api-key',
    async () =>
      call(calls.addApiKey, { body: { ...confirmed, name: 'QGIS', scopes: ['reports'] } }),
  ],
  [
    'endApiKey',
    'end-api-key',
    async () => {
      const { body } = await call(calls.apiKeys, {});
      return call(calls.endApiKey, { body: { id: body.keys[0]?.id as number } });
    },
  ],
  ...webhookChanges({ call, database: () => server.database }),
  [
    'startSecondFactor',
    'start-second-factor',
    async () => {
      const { body } = await call(calls.startSecondFactor, { body: { password: testPassword } });
      app = new TOTP({ secret: body.secret });
    },
  ],
  [
    'confirmSecondFactor',
    'confirm-second-factor',
    () => call(calls.confirmSecondFactor, { body: { code: app.generate() } }),
  ],
  [
    'newRecoveryCodes',
    'new-recovery-codes',
    async () => {
      const code = app.generate({ timestamp: Date.now() + 30_000 });
      const { body } = await call(calls.newRecoveryCodes, {
        body: { password: testPassword, code },
      });
      recoveryCode = body.recovery_codes[0] ?? '';
    },
  ],
  [
    'stopSecondFactor',
    'stop-second-factor',
    () => call(calls.stopSecondFactor, { body: { password: testPassword, code: recoveryCode } }),
  ],
  [
    'changeOwnPassword',
    'change-own-password',
    async () => {
      const { body } = await call(calls.changeOwnPassword, {
        body: { current_password: testPassword, new_password: longPassword },
      });
      token = body.token;
    },
  ],
  [
    'endOwnSession',
    'end-sessions',
    async () => {
      const email = server.administrator.email;
      await server.call(calls.login, { body: { email, password: longPassword } });
      const { body } = await call(calls.accountOverview, {});
      const other = body.sessions.find(({ is_current }) => !is_current);
      return call(calls.endOwnSession, { body: { id: other?.id as number } });
    },
  ],
  [
    'logout',
    'sign-out',
    async () => {
      const email = server.administrator.email;
      const { body } = await server.call(calls.login, { body: { email, password: longPassword } });
      return call(calls.logout, {}, body.token);
    },
  ],
  ['endOwnSessions', 'end-sessions', () => call(calls.endOwnSessions, {})],
];

/** Calls that change no data, or only what a person sees for themselves. */
const leaveNone: CallName[] = [
  'seenAccountEvents',
  'savePreferences',
  'circlesAssignedToUser',
  'replacePreview',
  'previewSplit',
  'previewStatuses',
  'pinsByCircle',
  'unmatchedPins',
  'reportMultiple',
  'countSelection',
  'exportSelection',
  'zipSelection',
  'previewUndo',
  'previewCheck',
  'openReport',
];

test('every call that is a change is tried here', () => {
  const tried = [...changes.map(([name]) => name), ...leaveNone];
  const changing = Object.entries<Call>(calls)
    .filter(([name, { method }]) => method === 'POST' || name === 'logout')
    .map(([name]) => name);
  expect(changing.filter((name) => !tried.includes(name as CallName))).toEqual([]);
});

const entriesAfter = (id: number, action: string) =>
  server.database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'address', 'request_id'])
    .where('id', '>', id)
    .where('action', '=', action as never)
    .execute();

test('each leaves its entry', async () => {
  for (const [name, action, make] of changes) {
    const last = await server.database.db
      .selectFrom('audit_entries')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    await make();
    const entries = await entriesAfter(last?.id ?? 0, action);
    expect(entries, name).toHaveLength(1);
    expect(entries[0]?.address, name).toBe('127.0.0.1');
    expect(entries[0]?.request_id, name).not.toBe('');
    expect(entries[0]?.actor, name).not.toBe('');
  }
});

test('a failed sign-in leaves its entry too, with no password in it', async () => {
  const password = 'a-guess-that-is-wrong';
  const answer = await server.call(calls.login, {
    body: { email: server.administrator.email, password },
  });
  expect(answer.status).toBe(401);
  const entry = await server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'sign-in-failed', address: '127.0.0.1' });
  expect(JSON.stringify(entry)).not.toContain(password);
});
