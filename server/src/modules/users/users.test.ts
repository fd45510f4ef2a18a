import { calls, type MobileUser } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit } from '../../testing/parcels.ts';
import { testPassword } from '../../testing/test-server.ts';
import { forgetPerson } from './forget-person.commands.ts';

const server = setUpTestServer();
let token: string;
beforeAll(async () => {
  token = server.administrator.token;
});

const sana = {
  username: 'sana.khan',
  name: 'Sana Khan',
  email: 'sana.khan@example.org',
  phonenumber: '03001234567',
  designation: 'Supervisor',
  password: 'field-2026',
  cnic: '35202-1234567-1',
} as const;

const signup = (body: object) => server.call(calls.mobileSignup, { body: body as never }, token);

const userNamed = async (username: string): Promise<MobileUser | undefined> => {
  const { body } = await server.call(calls.mobileUsers, {}, token);
  return body.users.find((user) => user.username === username);
};

const login = (email: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });

/** Whether the token is still valid: 403 is the refusal of a surveyor's open session. */
const isAlive = async (of: string) => (await server.call(calls.mobileUsers, {}, of)).status !== 401;

describe('/api/mobile/signup', () => {
  test('refuses an empty form with a line for each field', async () => {
    const answer = await signup({});
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual([
      'cnic',
      'designation',
      'email',
      'name',
      'password',
      'phonenumber',
      'username',
    ]);
  });

  test.each([
    ['cnic', '3520212345671', 'must look like XXXXX-XXXXXXX-X'],
    ['cnic', '35202-1234567-12', 'must look like XXXXX-XXXXXXX-X'],
    ['password', '12345', 'must be at least 6 characters'],
    ['email', 'sana.khan', 'must be a valid email'],
    ['designation', 'Administrator', 'must be one of Surveyor, Supervisor'],
    ['username', 'sana khan', 'must not contain spaces'],
    ['phonenumber', 'call me', 'must be a phone number'],
    ['status', 'perhaps', 'must be true or false'],
  ])('refuses %s "%s"', async (field, value, message) => {
    const answer = await signup({ ...sana, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: [message] });
    expect(await userNamed(sana.username)).toBeUndefined();
  });

  test('creates a user who is active and can sign in', async () => {
    const answer = await signup(sana);
    expect(answer.status).toBe(200);
    expect(answer.body.message).toBe('User created successfully!');
    const user = await userNamed('sana.khan');
    expect(user).toMatchObject({ name: 'Sana Khan', designation: 'Supervisor', status: true });
    expect(user?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await login(sana.email, sana.password)).json().user.role_id).toBe(2);
    const entry = await lastAudit(server);
    expect(entry).toMatchObject({ actor: 'amina', action: 'mobile-signup', row_count: 1 });
    expect(JSON.stringify(entry)).not.toContain(sana.password);
  });

  test('refuses what another account uses, in any case, all fields at once', async () => {
    const answer = await signup({
      ...sana,
      username: 'SANA.khan',
      email: 'Sana.Khan@EXAMPLE.org',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      username: ['The username has already been taken.'],
      email: ['The email has already been taken.'],
      cnic: ['The CNIC has already been taken.'],
    });
  });

  test("refuses a username that is an administrator's email: sign-in takes either", async () => {
    const answer = await signup({ ...sana, username: server.administrator.email });
    expect(answer.body.errors?.username).toEqual(['The username has already been taken.']);
  });

  test('two at once of whom one takes as email what the other takes as username: one is created', async () => {
    const name = 'both.ways@example.org';
    const answers = await Promise.all([
      signup({ ...sana, username: name, email: 'one.way@example.org', cnic: '35202-7777777-5' }),
      signup({ ...sana, username: 'other.way', email: name, cnic: '35202-7777777-6' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.each([
    ['username', 'sa\u200dna', 'must not contain invisible characters'],
    ['username', 'sana\u3164', 'must not contain invisible characters'],
    ['username', 'sa\u0007na', 'must not contain invisible characters'],
    ['name', 'Sana \u202eKhan', 'must not contain invisible characters'],
    ['email', `${'a'.repeat(250)}@example.org`, 'must be at most 254 characters'],
  ])('refuses a %s with what nobody sees, or too long', async (field, value, why) => {
    const answer = await signup({ ...sana, [field]: value });
    expect(answer.body.errors).toEqual({ [field]: [why] });
  });

  test('stores names composed, whatever way they were typed, and leaves the joiners of Urdu', async () => {
    const name = 'شاہ\u200cزیب'.normalize('NFC');
    const answer = await signup({
      ...sana,
      username: 'zoé'.normalize('NFD'),
      name,
      email: 'zoe@example.org',
      cnic: '35202-7777777-4',
    });
    expect(answer.status).toBe(200);
    expect((await login('zoé'.normalize('NFC'), sana.password)).json().user.name).toBe(name);
    const twin = await signup({ ...sana, username: 'ZOÉ'.normalize('NFC') });
    expect(twin.body.errors?.username).toEqual(['The username has already been taken.']);
  });

  test('two at once with one CNIC: one is created, the other gets the field', async () => {
    const twins = ['hira', 'hina'].map((username) => ({
      ...sana,
      username,
      email: `${username}@example.org`,
      cnic: '35202-7777777-7',
    }));
    const answers = await Promise.all(twins.map(signup));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ cnic: ['The CNIC has already been taken.'] });
  });

  test('takes what older clients send: a number as phone, "0" as status', async () => {
    const answer = await signup({
      ...sana,
      username: 'bilal',
      email: 'bilal@example.org',
      cnic: '35202-1234567-3',
      phonenumber: 3001234567,
      status: '0',
    });
    expect(answer.status).toBe(200);
    expect(await userNamed('bilal')).toMatchObject({ phonenumber: '3001234567', status: false });
    expect((await login('bilal@example.org', sana.password)).json().code).toBe('user-blocked');
  });
});

describe('/api/mobile/users', () => {
  test('leaves administrators out and says what is on each list', async () => {
    const ali = await server.addSurveyor('ali');
    await addParcels(server, 'Model Town', 3);
    await server.call(
      calls.storeCirclePins,
      { body: { username: 'ali', circle: 'Model Town' } },
      token,
    );
    await sql`update assigned_pins set status = 1 where id = (select min(id) from assigned_pins)
      and user_id = ${ali.id}`.execute(server.database.db);
    const { body } = await server.call(calls.mobileUsers, {}, token);
    expect(body.users.map(({ username }) => username)).not.toContain('amina');
    expect(await userNamed('ali')).toMatchObject({ pins_total: 3, pins_left: 2, last_seen: null });
    expect(await userNamed('sana.khan')).toMatchObject({ pins_total: 0, pins_left: 0 });
  });

  test("says when the user's phone was last heard of", async () => {
    const ali = await server.addSurveyor('ali.seen');
    await sql`update sessions set last_used_at = now() - interval '5 minutes'
      where user_id = ${ali.id}`.execute(server.database.db);
    await isAlive(ali.token);
    const seen = Date.parse((await userNamed('ali.seen'))?.last_seen ?? '');
    expect(Math.abs(Date.now() - seen)).toBeLessThan(60_000);
  });
});

const changes = [
  ['changeUserStatus', { status: false }],
  ['deleteUser', {}],
  ['resetUserPassword', { password: 'new-secret' }],
  ['editUser', { name: 'X', phonenumber: '0300123456', designation: 'Surveyor' }],
] as const;

describe('changes of a user', () => {
  const change = (name: (typeof changes)[number][0], body: object) =>
    server.call(calls[name], { body: body as never }, token);

  test.each(changes)('%s: an unknown id is a 404 that names it', async (name, fields) => {
    const answer = await change(name, { user_id: 987_654, ...fields });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('There is no mobile user with id 987654');
  });

  test.each(changes)("%s: an administrator's id is a 404 too", async (name, fields) => {
    const { id } = server.administrator;
    const answer = await change(name, { user_id: id, ...fields });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe(`There is no mobile user with id ${id}`);
    expect(await isAlive(token)).toBe(true);
  });

  test.each(changes)('%s: an id that is none is a 422', async (name, fields) => {
    expect((await change(name, { user_id: 'abc', ...fields })).status).toBe(422);
    expect((await change(name, fields)).body.errors).toHaveProperty('user_id');
  });

  test('block ends the sessions at once, unblock brings none back', async () => {
    const dania = await server.addSurveyor('dania');
    expect(await isAlive(dania.token)).toBe(true);
    const blocked = await change('changeUserStatus', { user_id: dania.id, status: false });
    expect(blocked.body).toEqual({
      success: true,
      message: 'dania is now blocked.',
      said: { id: 'user-blocked', values: { username: 'dania' } },
    });
    expect(await isAlive(dania.token)).toBe(false);
    expect(await userNamed('dania')).toMatchObject({ status: false });
    expect((await login(dania.email, testPassword)).json().code).toBe('user-blocked');
    expect(await lastAudit(server)).toMatchObject({
      action: 'block-user',
      subject: 'dania',
      row_count: 1,
      details: { before: { status: true }, after: { status: false } },
    });
    // Older clients send text.
    await change('changeUserStatus', { user_id: String(dania.id), status: 'true' });
    expect(await isAlive(dania.token)).toBe(false);
    expect((await login(dania.email, testPassword)).statusCode).toBe(200);
  });

  test('delete takes sessions, circles and pins, and keeps the reports with the username', async () => {
    const ehsan = await server.addSurveyor('ehsan');
    await addParcels(server, 'Johar Town', ['1', '2']);
    const body = { username: 'ehsan', circle: 'johar town' };
    await server.call(calls.storeCirclePins, { body }, token);
    await sql`insert into reports (submission_id, user_id, username, user_name, user_phone, circle,
        circle_key, pin, capture_time)
      values (gen_random_uuid(), ${ehsan.id}, 'ehsan', 'Ehsan', '', 'Johar Town', 'johar town', '1',
        now())`.execute(server.database.db);
    const answer = await change('deleteUser', { user_id: ehsan.id });
    expect(answer.body.success).toBe(true);
    expect(await isAlive(ehsan.token)).toBe(false);
    expect(await userNamed('ehsan')).toBeUndefined();
    const { rows } = await sql`select user_id, username,
        (select count(*) from assigned_pins where user_id = ${ehsan.id}) as pins,
        (select count(*) from circle_assignments where user_id = ${ehsan.id}) as circles
      from reports where username = 'ehsan'`.execute(server.database.db);
    expect(rows).toEqual([{ user_id: null, username: 'ehsan', pins: 0, circles: 0 }]);
    const entry = await lastAudit(server);
    expect(entry).toMatchObject({
      action: 'delete-user',
      details: {
        before: { email: 'eh…', circles: [{ circle: 'Johar Town', used: [] }] },
      },
    });
    expect(JSON.stringify(entry)).not.toContain('argon2');
    expect((await change('deleteUser', { user_id: ehsan.id })).status).toBe(404);
  });

  test('a new password ends the sessions and is the one that counts', async () => {
    const farah = await server.addSurveyor('farah');
    const short = await change('resetUserPassword', { user_id: farah.id, password: '12345' });
    expect(short.body.errors).toEqual({ password: ['must be at least 6 characters'] });
    expect(await isAlive(farah.token)).toBe(true);
    await change('resetUserPassword', { user_id: farah.id, password: 'another-1' });
    expect(await isAlive(farah.token)).toBe(false);
    expect((await login(farah.email, testPassword)).statusCode).toBe(401);
    expect((await login(farah.email, 'another-1')).statusCode).toBe(200);
    expect(JSON.stringify(await lastAudit(server))).not.toContain('another-1');
  });

  test('edit changes name, phone and designation, and the email only where it is given', async () => {
    const gul = await server.addSurveyor('gul');
    const form = {
      user_id: gul.id,
      name: 'Gul',
      phonenumber: '0300999888',
      designation: 'Supervisor',
    };
    await change('editUser', form);
    expect(await userNamed('gul')).toMatchObject({
      name: 'Gul',
      phonenumber: '0300999888',
      designation: 'Supervisor',
      email: gul.email,
    });
    const taken = await change('editUser', { ...form, email: sana.email.toUpperCase() });
    expect(taken.status).toBe(422);
    expect(taken.body.errors).toEqual({ email: ['The email has already been taken.'] });
    expect((await change('editUser', { ...form, email: 'gul@new.example.org' })).status).toBe(200);
    expect(await lastAudit(server)).toMatchObject({
      details: { before: { email: gul.email }, after: { email: 'gul@new.example.org' } },
    });
    expect((await login('gul@new.example.org', testPassword)).statusCode).toBe(200);
  });

  test('edit changes CNIC and username, the username until a report carries it', async () => {
    const huma = await server.addSurveyor('huma.typo');
    const form = {
      user_id: huma.id,
      name: 'Huma',
      phonenumber: '0300999888',
      designation: 'Surveyor',
      username: 'huma',
      cnic: '35202-8888888-1',
    };
    const taken = await change('editUser', { ...form, username: 'SANA.khan' });
    expect(taken.body.errors).toEqual({ username: ['The username has already been taken.'] });
    expect((await change('editUser', form)).body.message).toBe('huma has been updated.');
    expect(await userNamed('huma')).toMatchObject({ cnic: '35202-8888888-1' });
    expect(await lastAudit(server)).toMatchObject({
      details: { before: { username: 'huma.typo' }, after: { username: 'huma' } },
    });
    expect((await login('huma', testPassword)).statusCode).toBe(200);

    await sql`insert into reports (submission_id, user_id, username, user_name, user_phone, circle,
        circle_key, pin, capture_time)
      values (gen_random_uuid(), ${huma.id}, 'huma', 'Huma', '', 'Johar Town', 'johar town', '77',
        now())`.execute(server.database.db);
    const refused = await change('editUser', { ...form, username: 'huma.two' });
    expect(refused.body.errors).toEqual({ username: ['stays, because reports carry it'] });
    expect((await change('editUser', { ...form, name: 'Huma Two' })).status).toBe(200);
  });
});

describe('two administrators who edit one user', () => {
  test('each stores what they changed; the second is told where it is the same', async () => {
    const nida = await server.addSurveyor('nida');
    const before = await userNamed('nida');
    const edit = (body: object) =>
      server.call(
        calls.editUser,
        { body: { user_id: nida.id, ...body } },
        server.administrator.token,
      );
    const first = await edit({ phonenumber: '0300111222', seen: { phonenumber: '03001234567' } });
    expect(first.status).toBe(200);
    expect((await edit({ name: 'Nida Ali', seen: { name: before?.name } })).status).toBe(200);
    expect(await userNamed('nida')).toMatchObject({
      name: 'Nida Ali',
      phonenumber: '0300111222',
      designation: before?.designation,
    });
    const second = await edit({
      phonenumber: '0300333444',
      designation: 'Supervisor',
      seen: { phonenumber: '03001234567', designation: 'Surveyor' },
    });
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'Somebody else has changed this user meanwhile (phonenumber: 0300111222). Nothing was stored: open the user again.',
      },
    });
    expect(await userNamed('nida')).toMatchObject({ designation: 'Surveyor' });
    // A change to the value that is already stored is no conflict.
    const same = await edit({ phonenumber: '0300111222', seen: { phonenumber: '0300' } });
    expect(same.status).toBe(200);
  });
});

describe('usernames that look alike', () => {
  test.each([
    ['look.alike', 'look.\u0430like'],
    ['paypal1', 'paypall'],
    ['rnaria', 'maria'],
  ])('%s is named for %s, and not for itself', async (existing, typed) => {
    await server.addSurveyor(existing);
    const alike = async (username: string) =>
      (await server.call(calls.checkUsername, { query: { username } }, server.administrator.token))
        .body.alike;
    expect(await alike(typed)).toEqual([existing]);
    expect(await alike(existing.toUpperCase())).toEqual([]);
    expect(await alike(`${existing}2`)).toEqual([]);
  });
});

describe('a deleted person', () => {
  const entriesOf = async (username: string) =>
    JSON.stringify(
      await server.database.db
        .selectFrom('audit_entries')
        .select(['action', 'subject', 'details'])
        .where('subject', '=', username)
        .orderBy('id')
        .execute(),
    );

  test('is masked in Activity at once, and erased on request; nothing else can be changed there', async () => {
    const gone = {
      ...sana,
      username: 'gone.soon',
      name: 'Gone Soon',
      email: 'gone.soon@example.org',
      phonenumber: '03007654321',
      cnic: '35202-5555555-5',
    };
    expect((await signup(gone)).status).toBe(200);
    const user_id = (await userNamed('gone.soon'))?.id ?? 0;
    const { db } = server.database;
    await expect(forgetPerson(db, 'gone.soon')).rejects.toThrow('still has an account');
    await server.call(calls.deleteUser, { body: { user_id } }, token);
    const masked = await entriesOf('gone.soon');
    for (const secret of [gone.email, gone.phonenumber, gone.cnic]) {
      expect(masked).not.toContain(secret);
    }
    expect(masked).toContain('"cnic":"35…"');
    expect(masked).toContain('Gone Soon');
    expect(await forgetPerson(db, 'gone.soon')).toBe(2);
    const erased = await entriesOf('gone.soon');
    expect(erased).not.toContain('Gone Soon');
    expect(erased).toContain('"action":"forget-user"');
    await expect(forgetPerson(db, 'never.was')).rejects.toThrow('No user never.was');
    await expect(db.updateTable('audit_entries').set({ details: '{}' }).execute()).rejects.toThrow(
      'cannot be changed',
    );
  });
});
