import { calls } from '@survey/contract';
import { type TestServer, testPassword } from './test-server.ts';

/**
 * Adds an administrator with these limits (ADR 98) by the calls of an unlimited one. @returns the token of a session
 */
export const addLimited = async (
  server: TestServer,
  email: string,
  { circles, read_only = false }: { circles: string[] | null; read_only?: boolean },
): Promise<string> => {
  const { token } = server.administrator;
  const confirmed = { password: testPassword };
  const added = await server.call(
    calls.addAdministrator,
    { body: { ...confirmed, email, name: 'Saba' } },
    token,
  );
  const { id: user_id } = await server.database.db
    .updateTable('users')
    .set({ must_change_password: false })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { ...confirmed, user_id, circles, read_only };
  await server.call(calls.limitAdministrator, { body }, token);
  const signedIn = await server.call(calls.login, {
    body: { email, password: added.body.made_password },
  });
  return signedIn.body.token;
};
