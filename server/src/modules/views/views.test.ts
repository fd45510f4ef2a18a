// Saved views and preferences: ownership, visibility, and refusals.
import { calls, type ReportTableView, viewLimits } from '@survey/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { lastAudit } from '../../testing/parcels.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let amina: Person;
let bilal: Person;
beforeAll(async () => {
  amina = server.administrator;
  bilal = await server.addSurveyor('bilal');
  await server.database.db
    .updateTable('users')
    .set({ role_id: 1, designation: null })
    .where('id', '=', bilal.id)
    .execute();
});
beforeEach(() => server.database.db.deleteFrom('report_views').execute());

const table: ReportTableView = {
  order: ['land', 'pin'],
  hidden: ['info'],
  widths: { land: 240 },
  density: 'compact',
  rows: 50,
};
const filters = { circle: 'Model Town,Johar\\, Block A', land_area: '0-100' };

const save = (person: Person, body: Record<string, unknown>) =>
  server.call(
    calls.saveReportView,
    { body: { filters: {}, ...body } as { name: string; filters: object } },
    person.token,
  );
const saved = async (person: Person, body: Record<string, unknown>) =>
  (await save(person, body)).body.view;
const change = (person: Person, body: { id: number; [name: string]: unknown }) =>
  server.call(calls.changeReportView, { body }, person.token);
const remove = (person: Person, id: number) =>
  server.call(calls.deleteReportView, { body: { id } }, person.token);
const list = async (person: Person) =>
  (await server.call(calls.reportViews, {}, person.token)).body.views;

describe('a view is refused', () => {
  test.each([
    ['without a name', { name: '  ' }, 'name'],
    ['with a name too long', { name: 'x'.repeat(viewLimits.nameLength + 1) }, 'name'],
    [
      'with a filter that reports do not have',
      { name: 'A', filters: { colour: 'red' } },
      'filters',
    ],
    ['with a value that is no filter', { name: 'A', filters: { land_area: 'wide' } }, 'filters'],
    ['with an unknown column', { name: 'A', table: { ...table, hidden: ['salary'] } }, 'table'],
    ['with a column of no width', { name: 'A', table: { ...table, widths: { pin: 3 } } }, 'table'],
  ])('%s', async (_, body, field) => {
    const { status, body: answer } = await save(amina, body);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors ?? {})[0]).toMatch(new RegExp(`^${field}`));
    expect(await list(amina)).toEqual([]);
  });

  test('under a name that its owner has in another case, not under one of another owner', async () => {
    await save(amina, { name: 'Morning' });
    const { status, body } = await save(amina, { name: ' MORNING ' });
    expect([status, body.message]).toEqual([409, 'You have a view with this name already.']);
    expect((await save(bilal, { name: 'Morning' })).status).toBe(200);
    const other = await saved(amina, { name: 'Evening' });
    expect((await change(amina, { id: other.id, name: 'morning' })).status).toBe(409);
  });

  test('to be changed or deleted by anyone but its owner, shared or not', async () => {
    const { id } = await saved(amina, { name: 'Hers', is_shared: true });
    expect((await change(bilal, { id, name: 'Mine now' })).status).toBe(404);
    expect((await remove(bilal, id)).status).toBe(404);
    expect(await list(amina)).toMatchObject([{ id, name: 'Hers' }]);
    expect((await remove(amina, 999_999)).status).toBe(404);
  });

  test('beyond the most that one owner may have, also where many come at once', async () => {
    await server.database.db
      .insertInto('report_views')
      .values(
        Array.from({ length: viewLimits.perOwner - 1 }, (_, at) => ({
          owner_id: amina.id,
          name: `v${at}`,
          name_key: `v${at}`,
          filters: '{}',
        })),
      )
      .execute();
    const answers = await Promise.all(['one', 'two', 'three'].map((name) => save(amina, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

test('of the same name sent twice at once, one is saved', async () => {
  const answers = await Promise.all([
    save(amina, { name: 'Twice' }),
    save(amina, { name: 'twice' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await list(amina)).toHaveLength(1);
});

test('a view keeps filters and table as they were given, and its entry in the audit trail', async () => {
  const view = await saved(amina, { name: ' Commercial ', filters, table, is_shared: true });
  expect(view).toEqual({
    id: expect.any(Number),
    name: 'Commercial',
    filters,
    table,
    is_shared: true,
    is_mine: true,
    owner: amina.name,
  });
  expect(await list(amina)).toEqual([view]);
  expect(await lastAudit(server)).toMatchObject({
    actor: 'amina',
    action: 'save-report-view',
    subject: 'Commercial',
    details: { after: { filters } },
  });
});

test('others see a view while it is shared, as not theirs', async () => {
  const { id } = await saved(amina, { name: 'Secret', filters });
  expect(await list(bilal)).toEqual([]);
  await change(amina, { id, is_shared: true });
  expect(await list(bilal)).toMatchObject([{ id, filters, is_mine: false, owner: amina.name }]);
  await change(amina, { id, is_shared: false });
  expect(await list(bilal)).toEqual([]);
});

test('the audit trail tells others neither name nor filters of a view that only its owner sees', async () => {
  const { id } = await saved(amina, { name: 'Of one owner', filters });
  const hidden = { subject: 'private view', details: {} };
  expect(await lastAudit(server)).toMatchObject({ action: 'save-report-view', ...hidden });
  await change(amina, { id, name: 'Of one owner still' });
  expect(await lastAudit(server)).toMatchObject({ action: 'change-report-view', ...hidden });
  await remove(amina, id);
  expect(await lastAudit(server)).toMatchObject({ action: 'delete-report-view', ...hidden });
});

test('a change leaves alone what it does not name; the audit trail tells both', async () => {
  const { id } = await saved(amina, { name: 'Before', filters, table, is_shared: true });
  const { body } = await change(amina, { id, name: 'After', table: null });
  expect(body.view).toMatchObject({ name: 'After', filters, table: null, is_shared: true });
  expect(await lastAudit(server)).toMatchObject({
    action: 'change-report-view',
    details: { before: { name: 'Before', table }, after: { name: 'After', table: null } },
  });
  expect((await remove(amina, id)).body.message).toBe('View "After" is deleted.');
  expect(await list(amina)).toEqual([]);
  expect(await lastAudit(server)).toMatchObject({ action: 'delete-report-view' });
});

test('a look of the table that an older version saved is left out, the view stays', async () => {
  const { id } = await saved(amina, { name: 'Old', table });
  await server.database.db
    .updateTable('report_views')
    .set({ table_view: '{"columns":1}' })
    .where('id', '=', id)
    .execute();
  expect(await list(amina)).toMatchObject([{ id, table: null }]);
});

describe('preferences', () => {
  const remember = (person: Person, body: object) =>
    server.call(calls.savePreferences, { body }, person.token);
  const mine = async (person: Person) =>
    (await server.call(calls.myPreferences, {}, person.token)).body;

  test('are refused where they are none, and then nothing is remembered', async () => {
    const { status } = await remember(amina, { report_table: { ...table, rows: 11 } });
    expect(status).toBe(422);
    expect(await mine(amina)).toEqual({});
  });

  test('are each person’s own; the last one saved counts', async () => {
    await remember(amina, { report_table: table });
    await remember(amina, { report_table: { ...table, rows: 200 } });
    await remember(amina, {});
    expect(await mine(amina)).toEqual({ report_table: { ...table, rows: 200 } });
    expect(await mine(bilal)).toEqual({});
  });

  test('of an older version are left out', async () => {
    await remember(bilal, { report_table: table });
    await server.database.db
      .updateTable('preferences')
      .set({ value: '"wide"' })
      .where('user_id', '=', bilal.id)
      .execute();
    expect(await mine(bilal)).toEqual({});
  });
});
