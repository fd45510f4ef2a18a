// Answers about all reports, cached in memory while they are valid. The data of an answer has a version in the
// database; each request reads it, so that no server ever sends an outdated answer (ADR 23).
import { type RawBuilder, sql } from 'kysely';
import { coalesced } from '../../database/coalesce.ts';
import type { Reader } from '../../database/connection.ts';
import type { Services } from '../../services.ts';

/** The version of everything that is counted (migration 0007). */
export const countsVersion = sql<string>`(select concat_ws(' ', version,
  (select count(*) from report_deltas), (select count(*) from unit_deltas)) from rollup_state)`;

/** The services that it needs. */
type Server = Pick<Services, 'database'>;

interface Cached<Answer> {
  version: string;
  answer: Promise<Answer>;
}

interface Answers<Answer> {
  currentVersion(question: undefined): Promise<string>;
  cached?: Cached<Answer>;
}

const versionNow = async (db: Reader, version: RawBuilder<string>): Promise<string> => {
  const found = await db
    .selectFrom(sql<{ version: string }>`(select ${version} as version)`.as('now'))
    .select('version')
    .executeTakeFirstOrThrow();
  return found.version;
};

/**
 * Returns a function that makes the answer only where its version has changed.
 * @param version of all data of the answer, in SQL
 * @param make makes the answer; it and the version are read in one snapshot
 */
export const cachedAnswer = <Answer>(
  version: RawBuilder<string>,
  make: (db: Reader) => Promise<Answer>,
): ((server: Server) => Promise<Answer>) => {
  const answersOf = (server: Server): Answers<Answer> => ({
    // Concurrent requests share one computation.
    currentVersion: coalesced(async (questions: undefined[]) => {
      const current = await versionNow(server.database.db, version);
      return questions.map(() => current);
    }),
  });
  // By server: tests run several in a process.
  const servers = new WeakMap<Server, Answers<Answer>>();
  return async (server) => {
    const answers = servers.get(server) ?? answersOf(server);
    servers.set(server, answers);
    const current = await answers.currentVersion(undefined);
    if (answers.cached?.version === current) return answers.cached.answer;
    const { db } = server.database;
    const made = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (instant) => ({
        version: await versionNow(instant, version),
        answer: await make(instant),
      }));
    const entry = { version: current, answer: made.then(({ answer }) => answer) };
    answers.cached = entry;
    const forget = () => {
      if (answers.cached === entry) delete answers.cached;
    };
    // Changed between the two queries: valid for those who wait for it, and not cached.
    made.then((of) => of.version !== current && forget(), forget);
    return entry.answer;
  };
};
