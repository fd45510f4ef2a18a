// The OpenAPI document is valid and its examples work: each is sent as it is, in an order in which all can succeed.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Call, calls, deviceTimeHeader, phoneHeaders } from '@survey/contract';
import { writeArchive } from '@survey/field/pmtiles-file.ts';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { resetPassword } from '../modules/sign-in/resets.commands.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { insertReports, report } from '../testing/report-factory.ts';
import { multipartOf, picture } from '../testing/submissions.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  example?: unknown;
}

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content: Record<string, { example?: unknown }> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const baseMap = path.join(os.tmpdir(), `survey-${randomUUID()}.pmtiles`);
const server = setUpTestServer({ MAP_PMTILES: baseMap });
afterAll(() => rm(baseMap, { force: true }));
let document: Document;
beforeAll(async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/openapi.json' });
  document = answer.json();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ url, method, operation })),
  );

const operationOf = (name: string) => {
  const found = operations().find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`the document has no ${name}`);
  return found;
};

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    // The validator modifies its argument.
    expect(await validator.validate(structuredClone({ ...document }))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('states the version of the product', () => {
    expect((document as { info?: { version?: string } }).info?.version).toBe(manifest.version);
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('and the answers about health state the same version', async () => {
    for (const status of ['live', 'ready']) {
      const answer = await server.app.inject({ method: 'GET', url: `/health/${status}` });
      expect(answer.json()).toEqual({ status, version: manifest.version });
    }
  });

  test('has every call of the table once', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(names.sort()).toEqual(Object.keys(calls).sort());
  });

  test('lists the headers in which phones describe themselves, on the calls of phones only', () => {
    const headers = (name: string) =>
      operationOf(name)
        .operation.parameters.filter((parameter) => parameter.in === 'header')
        .map((parameter) => parameter.name);
    expect(headers('devicePins')).toEqual([deviceTimeHeader, ...Object.values(phoneHeaders)]);
    expect(headers('capabilities')).toEqual([]);
  });

  test('shows an example of each call: of what it takes, or where it takes nothing, of its answer', () => {
    const without = operations().filter(({ operation }) => {
      const { parameters, requestBody, responses } = operation;
      const bodies = Object.values(requestBody?.content ?? {});
      if (bodies.length > 0) return bodies.some(({ example }) => example === undefined);
      const answers = Object.values(responses['200']?.content ?? {});
      if (responses['200']?.content?.['text/event-stream']) return false;
      return ![...parameters, ...answers].some(({ example }) => example !== undefined);
    });
    expect(without.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  test('shows answers as the calls give them', () => {
    for (const { name, reply, example } of Object.values<Call>(calls)) {
      if (example?.reply === undefined) continue;
      expect([name, reply.schema?.parse(example.reply)]).toEqual([name, example.reply]);
    }
  });
});

/** Calls in the order in which their examples can work on one server that begins with one administrator. */
const workingDay = [
  ...['login', 'capabilities', 'mobileSignup', 'mobileUsers', 'editUser', 'checkUsername'],
  ...['storeRecords'],
  ...['circlesForUser', 'circleOverview', 'storeCirclePins', 'circlesAssignedToUser'],
  ...['assignCircleToUsers', 'userCircles', 'circleGroups', 'previewSplit', 'splitCircle'],
  ...['unitDetails', 'correctUnit', 'pinWidths', 'pinsByCircle', 'checkPin', 'addPin'],
  ...[
    'deviceSignIn',
    'makeSignInCodes',
    'deviceCodeSignIn',
    'devicePins',
    'submitReport',
    'closeCircle',
    'devicePlaces',
    'previewStatuses',
    'changeStatusBulk',
    'unmatchedPins',
  ],
  ...['countMobileUsers', 'countReports', 'countRecords', 'dashboardOverview', 'allReports'],
  ...['filterCounts', 'surveyorDays', 'surveyorDaysExport'],
  ...['allReportsNoPagination', 'allReportsExport', 'reportMultiple', 'pinSuggestions'],
  ...['reportPlace', 'reportViews', 'saveReportView', 'changeReportView', 'deleteReportView'],
  ...['myPreferences', 'savePreferences', 'countSelection', 'exportSelection', 'zipSelection'],
  ...['exportReports', 'exportUsers', 'exportCircles'],
  ...[
    'reportDetails',
    'reviewReport',
    'addNote',
    'noteReasons',
    'saveNoteReasons',
    'reviewSelection',
    'sendBackSelection',
    'reportPhotosZip',
    'photo',
    'changePinStatus',
    'replacePreview',
  ],
  ...['checks', 'saveCheck', 'previewCheck', 'startCheckRun', 'latestCheckRun', 'cancelCheckRun'],
  ...['dismissFlag', 'reviewQueue', 'openReport', 'reviewSamples', 'drawSample'],
  ...['surveyorWork', 'surveyorDay'],
  ...[
    'mapSummary',
    'mapCircles',
    'mapTile',
    'mapArchive',
    'live',
    'newReports',
    'makeReportCurrent',
    'setAsideSelection',
  ],
  ...['deletePin', 'activityList', 'activityOptions', 'activityExport', 'activityDetails'],
  ...[
    'previewUndo',
    'undoActivity',
    'replaceCirclePins',
    'transferPins',
    'storeCirclePins',
    'deleteCircle',
    'withdrawUnit',
  ],
  ...['rescueReport', 'setUpPhones', 'userPhones', 'endPhone'],
  ...[
    'changeDevicePassword',
    'resetUserPassword',
    'changeUserStatus',
    'deleteUser',
    'endOwnSession',
    'endOwnSessions',
  ],
  ...['login', 'accountOverview', 'startSecondFactor', 'confirmSecondFactor', 'newRecoveryCodes'],
  ...['stopSecondFactor', 'seenAccountEvents', 'administrators', 'addAdministrator'],
  ...['addApiKey', 'apiKeys', 'endApiKey'],
  ...['addWebhook', 'changeWebhook', 'renewWebhookSecret', 'resendWebhook', 'testWebhook'],
  ...['webhookLog', 'webhooks', 'removeWebhook'],
  ...[
    'changeAdministratorStatus',
    'limitAdministrator',
    'removeAdministrator',
    'changeOwnPassword',
    'logout',
  ],
];

/** The request that an operation's examples make. */
const requestOf = async ({ url, method, operation }: ReturnType<typeof operationOf>) => {
  const given = (place: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.example !== undefined)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const multipart =
    type === 'multipart/form-data'
      ? await multipartOf(body?.example as Record<string, string>, [{ bytes: await picture() }])
      : undefined;
  return {
    method: method.toUpperCase() as 'GET' | 'POST',
    url: given('path').reduce((written, [name, value]) => written.replace(`{${name}}`, value), url),
    query: Object.fromEntries(given('query')),
    ...(body && { payload: multipart?.bytes ?? (body.example as object) }),
    type: multipart?.type ?? type,
  };
};

/** Stores a base map and returns its version. */
const putBaseMap = async (token: string): Promise<string> => {
  const archive = writeArchive([{ z: 0, x: 0, y: 0, bytes: new Uint8Array(1) }], {
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    metadata: {},
  });
  await writeFile(baseMap, archive);
  const { body } = await server.call(calls.mapSummary, { query: {} }, token);
  return body.basemap.archive?.version ?? '';
};

const lastDeletedPin = async (): Promise<number> => {
  const { id } = await server.database.db
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'delete-pin')
    .executeTakeFirstOrThrow();
  return id;
};

/** Adds a flag that can be dismissed. */
const addFlag = async (): Promise<void> => {
  const { params } = calls.dismissFlag.example;
  await server.database.db
    .insertInto('flags')
    .values({
      report_id: params.id,
      check_name: params.check,
      version: 0,
      severity: 2,
      found: '{}',
      counterpart_id: null,
      capture_time: new Date(),
      in_queue: true,
    })
    .execute();
};

const newestUser = async (): Promise<number> => {
  const { id } = await server.database.db
    .selectFrom('users')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};

describe('its examples', () => {
  test('are all run', () => {
    expect([...new Set(workingDay)].sort()).toEqual(Object.keys(calls).sort());
  });

  test('work, each as it stands', async () => {
    const { photoFolder, administrator, database } = server;
    const { email, password } = calls.login.example.body;
    await database.db
      .updateTable('users')
      .set({ email })
      .where('id', '=', administrator.id)
      .execute();
    await resetPassword(database.db, { login: email, password });
    const shown = path.join(photoFolder, calls.photo.example.params['*']);
    await mkdir(path.dirname(shown), { recursive: true });
    await writeFile(shown, await picture());
    const tokens = { administrator: '', device: '' };
    let app: TOTP | undefined;
    let added = 0;
    let signInCode: string | undefined;
    let recoveryCode: string | undefined;
    for (const name of workingDay) {
      const { access, reply }: Call = calls[name as keyof typeof calls];
      const found = operationOf(name);
      const { type, ...request } = await requestOf(found);
      // These examples cannot work unchanged: a code is valid for half a minute and only once.
      if (name === 'deviceCodeSignIn') request.payload = { code: signInCode };
      if (name === 'confirmSecondFactor') request.payload = { code: app?.generate() };
      if (name === 'newRecoveryCodes' || name === 'stopSecondFactor') {
        const next = app?.generate({ timestamp: Date.now() + 30_000 });
        request.payload = { ...(request.payload as object), code: recoveryCode ?? next };
      }
      if (/^(changeAdministratorStatus|limitAdministrator|removeAdministrator)$/.test(name)) {
        request.payload = { ...(request.payload as object), user_id: added };
      }
      // The list names an entry that can be undone.
      if (name === 'previewUndo' || name === 'undoActivity') {
        request.payload = { id: await lastDeletedPin() };
      }
      if (name === 'mapArchive')
        request.query = { version: await putBaseMap(tokens.administrator) };
      if (name === 'dismissFlag') await addFlag();
      // It keeps one of several reports of a PIN.
      if (name === 'makeReportCurrent') await insertReports(database, [report()]);
      const token = access === 'device' ? tokens.device : tokens.administrator;
      const answer = await server.app.inject({
        ...request,
        // The stream of events does not end.
        payloadAsStream: name === 'live',
        headers: {
          ...(type && { 'content-type': type }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      if (name === 'live') {
        answer.stream().destroy();
        expect(answer.statusCode).toBe(200);
        continue;
      }
      expect([name, answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([
        name,
        200,
        true,
      ]);
      if (reply.kind === 'json') reply.schema.parse(answer.json());
      if (name === 'login') tokens.administrator = answer.json().token;
      if (name === 'changeOwnPassword') tokens.administrator = answer.json().token;
      if (name === 'makeSignInCodes') signInCode = answer.json().codes[0].code;
      if (name === 'startSecondFactor') app = URI.parse(answer.json().uri) as TOTP;
      if (name === 'newRecoveryCodes') recoveryCode = answer.json().recovery_codes[0];
      if (name === 'addAdministrator') added = await newestUser();
      if (name === 'mobileSignup') await server.addSurveyor('sana.khan');
      if (name === 'changeDevicePassword') tokens.device = answer.json().token;
      if (name === 'deviceSignIn') tokens.device = answer.json().token;
    }
  });
});
