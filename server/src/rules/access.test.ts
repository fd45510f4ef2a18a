// Authorization: every call of the table × every kind of caller. A call without a row fails, and so does
// one whose answer differs from its row.
// Adding a call: add `<name>: administrators('<what an administrator's empty request gets>')`.
import { randomBytes } from 'node:crypto';
import { apiScopes, type Call, type CallName, calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../plugins/sessions.ts';
import { addTestKey, asBasic } from '../testing/api-keys.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import type { Person } from '../testing/test-server.ts';

/** Status, and the code of a refusal. */
type Outcome = `${number}` | `${number} ${string}`;

interface Row {
  /** No token, or the token of a made-up, expired or blocked session. */
  nobody: Outcome;
  mobileUser: Outcome;
  administrator: Outcome;
}

const unknown = '401 unauthenticated';
const notTheirs = '403 access-not-allowed';
const invalid = '422 invalid-input';

const everybody = (outcome: Outcome): Row => ({
  nobody: outcome,
  mobileUser: outcome,
  administrator: outcome,
});
const administrators = (administrator: Outcome): Row => ({
  nobody: unknown,
  mobileUser: notTheirs,
  administrator,
});
const phones = (mobileUser: Outcome): Row => ({
  nobody: unknown,
  mobileUser,
  administrator: notTheirs,
});

/** Requests are empty: no query, no body, `x` for every parameter of the path. */
const rows: Record<CallName, Row> = {
  login: everybody(invalid),
  logout: { nobody: unknown, mobileUser: '200', administrator: '200' },
  capabilities: administrators('200'),
  accountOverview: administrators('200'),
  changeOwnPassword: administrators(invalid),
  endOwnSession: administrators(invalid),
  endOwnSessions: administrators('200'),
  startSecondFactor: administrators(invalid),
  confirmSecondFactor: administrators(invalid),
  newRecoveryCodes: administrators(invalid),
  stopSecondFactor: administrators(invalid),
  seenAccountEvents: administrators('200'),
  administrators: administrators('200'),
  addAdministrator: administrators(invalid),
  changeAdministratorStatus: administrators(invalid),
  limitAdministrator: administrators(invalid),
  removeAdministrator: administrators(invalid),
  apiKeys: administrators('200'),
  addApiKey: administrators(invalid),
  endApiKey: administrators(invalid),
  webhooks: administrators('200'),
  addWebhook: administrators(invalid),
  changeWebhook: administrators(invalid),
  removeWebhook: administrators(invalid),
  renewWebhookSecret: administrators(invalid),
  testWebhook: administrators(invalid),
  webhookLog: administrators(invalid),
  resendWebhook: administrators(invalid),
  countMobileUsers: administrators('200'),
  countReports: administrators('200'),
  countRecords: administrators('200'),
  dashboardOverview: administrators('200'),
  allReports: administrators('200'),
  allReportsNoPagination: administrators('200'),
  allReportsExport: administrators('200'),
  reportViews: administrators('200'),
  myPreferences: administrators('200'),
  live: administrators('200'),
  filterCounts: administrators('200'),
  surveyorDays: administrators(invalid),
  surveyorDaysExport: administrators(invalid),
  circleGroups: administrators(invalid),
  previewSplit: administrators(invalid),
  splitCircle: administrators(invalid),
  unitDetails: administrators(invalid),
  correctUnit: administrators(invalid),
  withdrawUnit: administrators(invalid),
  pinWidths: administrators('200'),
  mobileUsers: administrators('200'),
  userCircles: administrators('200'),
  circleOverview: administrators('200'),
  activityList: administrators('200'),
  activityOptions: administrators('200'),
  activityExport: administrators('200'),
  countSelection: administrators('200'),
  exportReports: administrators('200'),
  exportUsers: administrators('200'),
  exportCircles: administrators('200'),
  exportSelection: administrators(invalid),
  zipSelection: administrators(invalid),
  reportPhotosZip: administrators('200'),
  circlesForUser: administrators('404 not-found'),
  reportMultiple: administrators(invalid),
  changePinStatus: administrators(invalid),
  pinSuggestions: administrators(invalid),
  reportDetails: administrators(invalid),
  reviewReport: administrators(invalid),
  addNote: administrators(invalid),
  noteReasons: administrators('200'),
  saveNoteReasons: administrators(invalid),
  makeReportCurrent: administrators(invalid),
  checks: administrators('200'),
  saveCheck: administrators(invalid),
  previewCheck: administrators(invalid),
  startCheckRun: administrators('200'),
  latestCheckRun: administrators('200'),
  cancelCheckRun: administrators(invalid),
  dismissFlag: administrators(invalid),
  reviewQueue: administrators('200'),
  openReport: administrators(invalid),
  reviewSamples: administrators('200'),
  drawSample: administrators(invalid),
  surveyorWork: administrators('404 not-found'),
  surveyorDay: administrators(invalid),
  sendBackSelection: administrators(invalid),
  reviewSelection: administrators(invalid),
  setAsideSelection: administrators(invalid),
  reportPlace: administrators(invalid),
  saveReportView: administrators(invalid),
  changeReportView: administrators(invalid),
  deleteReportView: administrators(invalid),
  savePreferences: administrators('200'),
  newReports: administrators('200'),
  mapTile: administrators(invalid),
  mapArchive: administrators(invalid),
  mapCircles: administrators('200'),
  mapSummary: administrators('200'),
  mobileSignup: administrators(invalid),
  changeUserStatus: administrators(invalid),
  checkUsername: administrators(invalid),
  deleteUser: administrators(invalid),
  editUser: administrators(invalid),
  resetUserPassword: administrators(invalid),
  userPhones: administrators(invalid),
  setUpPhones: administrators(invalid),
  makeSignInCodes: administrators(invalid),
  rescueReport: administrators(invalid),
  endPhone: administrators(invalid),
  circlesAssignedToUser: administrators(invalid),
  storeCirclePins: administrators(invalid),
  replaceCirclePins: administrators(invalid),
  deleteCircle: administrators(invalid),
  assignCircleToUsers: administrators(invalid),
  replacePreview: administrators(invalid),
  pinsByCircle: administrators(invalid),
  addPin: administrators(invalid),
  checkPin: administrators(invalid),
  deletePin: administrators(invalid),
  transferPins: administrators(invalid),
  storeRecords: administrators('400 malformed-request'),
  changeStatusBulk: administrators('400 malformed-request'),
  previewStatuses: administrators('400 malformed-request'),
  unmatchedPins: administrators('400 malformed-request'),
  activityDetails: administrators(invalid),
  previewUndo: administrators(invalid),
  undoActivity: administrators(invalid),
  photo: {
    nobody: '403 link-not-valid',
    mobileUser: '403 link-not-valid',
    administrator: '404 not-found',
  },
  deviceSignIn: everybody(invalid),
  devicePins: phones('200'),
  closeCircle: phones(invalid),
  devicePlaces: phones(invalid),
  deviceCodeSignIn: everybody(invalid),
  changeDevicePassword: phones(invalid),
  submitReport: phones('415 unsupported-type'),
};

const server = setUpTestServer();
let surveyor: Person;
let blocked: Person;
let wideKey: string;
let narrowKey: string;
beforeAll(async () => {
  surveyor = await server.addSurveyor('ali');
  blocked = await server.addSurveyor('bilal', { is_active: false });
  wideKey = (await addTestKey(server, [...apiScopes])).key;
  narrowKey = (await addTestKey(server, ['owner-names'])).key;
});

/** A new token for each request, because some calls end the session. */
const tokenOf = async (userId: number, age: 'new' | 'expired' = 'new'): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await server.database.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: sql`now() - make_interval(days => ${age === 'expired' ? 8 : 0})` as never,
    })
    .execute();
  return token;
};

const ask = async ({ method }: Call, url: string, authorization?: string): Promise<Outcome> => {
  const answer = await server.app.inject({
    method,
    url: url.replace(/:\w+/g, 'x').replace('*', 'x'),
    headers: authorization ? { authorization } : {},
    // Some answers have no end.
    payloadAsStream: true,
  });
  const { statusCode } = answer;
  const body = answer.stream();
  if (statusCode < 400) {
    // The live stream never ends; other streams keep their place until they are read.
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) body.destroy();
    else await body.toArray();
    return `${statusCode}`;
  }
  const { code } = JSON.parse(Buffer.concat(await body.toArray()).toString());
  return `${statusCode} ${code}`;
};

describe('every call has a row', () => {
  test('and every row a call', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(calls).sort());
  });
});

describe.each(Object.entries(rows))('%s', (name, row) => {
  const call: Call = calls[name as CallName];
  const paths = [call.path, ...(call.aliases ?? [])];
  const administrator = () => tokenOf(server.administrator.id);
  // A key may make the calls of its scopes and no others, not even those that need no sign-in.
  const withKey = call.keyScope ? row.administrator : notTheirs;

  test.each(paths)('at %s answers each as the table says', async (path) => {
    const bearer = async (token: string | Promise<string>) =>
      ask(call, path, `Bearer ${await token}`);
    const token = await administrator();
    expect({
      'without a token': await ask(call, path),
      'with a made-up token': await bearer('x'.repeat(43)),
      'with an expired token': await bearer(tokenOf(server.administrator.id, 'expired')),
      'with a blocked user’s token': await bearer(tokenOf(blocked.id)),
      'with a token of another scheme': await ask(call, path, `Basic ${token}`),
      'with a token and something after it': await ask(call, path, `Bearer ${token} x`),
      'as a mobile user': await bearer(tokenOf(surveyor.id)),
      'as an administrator': await bearer(token),
      'with an API key of all scopes': await bearer(wideKey),
      'with the same as a password': await ask(call, path, asBasic(wideKey)),
      'with an API key of another scope': await bearer(narrowKey),
      'with half an API key': await bearer(wideKey.slice(0, -1)),
    }).toEqual({
      'without a token': row.nobody,
      'with a made-up token': row.nobody,
      'with an expired token': row.nobody,
      'with a blocked user’s token': row.nobody,
      'with a token of another scheme': row.nobody,
      'with a token and something after it': row.nobody,
      'as a mobile user': row.mobileUser,
      'as an administrator': row.administrator,
      'with an API key of all scopes': withKey,
      'with the same as a password': withKey,
      'with an API key of another scope': notTheirs,
      'with half an API key': unknown,
    });
  });
});
