// Reports that arrive at the same time are stored by one statement, and each has its own outcome.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import {
  circle,
  type Fields,
  picture,
  type Submitted,
  submissionFields,
  submit,
} from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = setUpTestServer();
let admin: string;
let people: Person[];
beforeAll(async () => {
  admin = server.administrator.token;
  await addParcels(server, circle, 40);
  people = await Promise.all(
    Array.from({ length: 40 }, (_, at) => server.addSurveyor(`surveyor-${at}`)),
  );
  for (const { username } of people.slice(0, 10)) {
    await server.call(calls.storeCirclePins, { body: { username, circle } }, admin);
  }
});

const person = (at: number) => people[at] as Person;
const pin = (at: number) => String(at).padStart(7, '0');

interface Sent {
  from: Person;
  fields: Fields;
  photo?: Buffer;
}

/** Sends all while no connection is free, so that the first connection stores them all. */
const sendTogether = async (
  sent: readonly Sent[],
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Submitted[]> => {
  const { ingestion } = server.database;
  const held = await Promise.all(
    Array.from({ length: ingestion.options.max }, () => ingestion.connect()),
  );
  const answers = sent.map(({ from, fields, photo }) =>
    submit(server, from.token, fields, ...(photo ? [photo] : [])),
  );
  try {
    await until(() => ingestion.waitingCount === sent.length);
    await meanwhile();
  } finally {
    for (const client of held) client.release();
  }
  return Promise.all(answers);
};

/** The number of transactions that stored these reports. */
const transactionsOf = async (ids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from reports where id = any(${ids})`.execute(
    server.database.db,
  );
  return rows[0]?.count as number;
};

const countOf = async (submissionId: string): Promise<number> => {
  const found = await server.database.db
    .selectFrom('reports')
    .select('id')
    .where('submission_id', '=', submissionId)
    .execute();
  return found.length;
};

test('many are one transaction, each with its own pin, answer and audit entry', async () => {
  const sent = Array.from({ length: 8 }, (_, at) => ({
    from: person(at),
    fields: submissionFields({ pin: at === 7 ? 'unlisted' : pin(at + 1), land_area: `${at}` }),
  }));
  const answers = await sendTogether(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(answers.map(({ body }) => body.was_assigned)).toEqual([...Array(7).fill(true), false]);
  const ids = answers.map(({ body }) => body.id);
  expect(await transactionsOf(ids)).toBe(1);
  const { db } = server.database;
  for (const [at, { from, fields }] of sent.entries()) {
    const { submission_id } = fields;
    expect(answers[at]?.body.submission_id).toBe(submission_id);
    const report = await db
      .selectFrom('reports')
      .select(['username', 'user_name', 'pin', 'land_area', 'user_id'])
      .where('id', '=', ids[at] as number)
      .executeTakeFirstOrThrow();
    const { id, username, name } = from;
    expect(report).toEqual({
      username,
      user_name: name,
      pin: fields.pin,
      land_area: at,
      user_id: id,
    });
    const entries = await db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject', 'row_count', 'details'])
      .where(sql<boolean>`details ->> 'submission_id' = ${submission_id}`)
      .execute();
    const details = { report: ids[at], submission_id, was_assigned: at < 7, replaced: [] };
    const subject = `${circle} ${fields.pin}`;
    expect(entries).toEqual([{ actor_id: id, subject, row_count: 1, details }]);
    const list = await server.call(calls.devicePins, { query: {} }, from.token);
    const used = list.body.pins.filter(({ status }) => status === 1);
    expect(used.map((listed) => listed.pin)).toEqual(at < 7 ? [fields.pin] : []);
  }
});

test('who is blocked or deleted meanwhile, or is stored already, is answered so, and the others are stored', async () => {
  const known = submissionFields({ pin: pin(20) });
  const first = await submit(server, person(9).token, known);
  const { id: blocked } = person(20);
  const { id: deleted } = person(21);
  const answers = await sendTogether(
    [
      { from: person(20), fields: submissionFields({ pin: pin(21) }) },
      { from: person(21), fields: submissionFields({ pin: pin(22) }) },
      { from: person(9), fields: known },
      { from: person(8), fields: submissionFields({ pin: pin(23) }) },
      { from: person(22), fields: submissionFields({ pin: pin(24) }) },
    ],
    async () => {
      const body = { user_id: blocked, status: false };
      await server.call(calls.changeUserStatus, { body }, admin);
      await server.call(calls.deleteUser, { body: { user_id: deleted } }, admin);
    },
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 401, 200, 200, 200]);
  expect(answers[2]?.body).toEqual(first.body);
  expect(await transactionsOf(answers.slice(3).map(({ body }) => body.id))).toBe(1);
});

test('the same submission twice is one report, and several of one surveyor are all stored', async () => {
  const twice = { from: person(0), fields: submissionFields({ pin: pin(30) }) };
  const others = [31, 32].map((at) => ({
    from: person(0),
    fields: submissionFields({ pin: pin(at) }),
  }));
  const answers = await sendTogether([twice, twice, ...others]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  expect(await countOf(twice.fields.submission_id as string)).toBe(1);
});

test('a pin that was sent back is surveyed again by one of those that come together', async () => {
  const fields = () => submissionFields({ pin: pin(35) });
  const first = await submit(server, person(0).token, fields());
  const body = { username: person(0).username, circle, pin: pin(35), status: 0 as const };
  await server.call(calls.changePinStatus, { body }, admin);
  const answers = await sendTogether([
    { from: person(1), fields: fields() },
    { from: person(30), fields: fields() },
    { from: person(2), fields: submissionFields({ pin: pin(36) }) },
    { from: person(0), fields: fields() },
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const answering = answers.filter(({ body }) => body.resubmission === 0);
  expect(answering.length).toBe(1);
  const { replaced_by } = await server.database.db
    .selectFrom('reports')
    .select('replaced_by')
    .where('id', '=', first.body.id)
    .executeTakeFirstOrThrow();
  expect(replaced_by).toBe(answering[0]?.body.id);
  // The photo of another pin must not be used.
  expect(answers[2]?.body.resubmission).toBeNull();
});

test('one that the database refuses fails alone, and leaves no photo', async () => {
  const { db } = server.database;
  await sql`alter table reports add constraint refused check (comments <> 'refused') not valid`.execute(
    db,
  );
  const photos = () => server.photoFolder;
  const sent = await Promise.all(
    [10, 11, 12].map(async (at) => ({
      from: person(at),
      fields: submissionFields({
        pin: pin(at),
        comments: at === 11 ? 'refused' : 'taken',
        submission_id: randomUUID(),
      }),
      photo: await picture(),
    })),
  );
  const answers = await sendTogether(sent);
  await sql`alter table reports drop constraint refused`.execute(db);
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  const kept = await db
    .selectFrom('reports')
    .select(['submission_id', 'photo_name'])
    .where(
      'submission_id',
      'in',
      sent.map(({ fields }) => fields.submission_id as string),
    )
    .execute();
  expect(kept.map(({ submission_id }) => submission_id).sort()).toEqual(
    [sent[0], sent[2]].map((one) => one?.fields.submission_id).sort(),
  );
  for (const { photo_name } of kept) {
    expect(existsSync(path.join(photos(), photo_name as string))).toBe(true);
  }
});

test('whose list somebody holds waits alone: nobody else does', async () => {
  const { db } = server.database;
  // Who shares a circle waits too, because the pin leaves the other's list.
  const [waiting, passing] = [person(3), person(34)];
  const elsewhere = 'Elsewhere';
  let ended = false;
  const held = await db.transaction().execute(async (transaction) => {
    await sql`update pin_lists set version = version + 1 where user_id = ${waiting.id}`.execute(
      transaction,
    );
    const answers = sendTogether([
      { from: waiting, fields: submissionFields({ pin: pin(38) }) },
      { from: passing, fields: submissionFields({ circle: elsewhere, pin: pin(39) }) },
    ]);
    void answers.finally(() => {
      ended = true;
    });
    const isStored = async () => {
      const found = await db
        .selectFrom('reports')
        .select('id')
        .where('user_id', '=', passing.id)
        .where('pin', '=', pin(39))
        .execute();
      return found.length === 1;
    };
    await until(isStored);
    expect(ended).toBe(false);
    // The other reports are stored meanwhile, in groups as usual.
    const next = await submit(
      server,
      person(35).token,
      submissionFields({ circle: elsewhere, pin: pin(40) }),
    );
    expect(next.status).toBe(200);
    return { answers };
  });
  expect((await held.answers).map(({ status }) => status)).toEqual([200, 200]);
});

test('a connection that is lost while it stores is replaced, and what was not answered is stored when it is sent again', async () => {
  const { db } = server.database;
  const holder = await server.database.longReads.connect();
  // In the middle of the statement, after it has locked the lists.
  await holder.query('begin; lock table audit_entries in share row exclusive mode');
  const sent = [6, 7].map((at) => ({
    from: person(at),
    fields: submissionFields({ pin: pin(at + 10) }),
  }));
  const answers = sendTogether(sent);
  const end = () =>
    sql<{ count: number }>`
      select count(pg_terminate_backend(pid)) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  await until(async () => ((await end()).rows[0]?.count ?? 0) > 0);
  await holder.query('rollback');
  holder.release();
  expect((await answers).map(({ status }) => status)).toEqual([503, 503]);
  for (const { from, fields } of sent) {
    expect((await submit(server, from.token, fields)).status).toBe(200);
    expect(await countOf(fields.submission_id as string)).toBe(1);
  }
});
