// The backend's settings and its calls beyond spec 7, asked for once after sign-in and once by each page that is loaded.
import { type CallName, calls, type ReplyOf } from '@survey/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { send } from './client.ts';
import { isWorthAnotherTry, retryPauseMs } from './query-client.ts';
import { readSession, useSession } from './session.ts';

export type Capabilities = Omit<ReplyOf<typeof calls.capabilities>, 'user' | 'time_zone'> & {
  /** The operation's time zone; undefined on a backend that does not say it. */
  time_zone: string | undefined;
};

/** A backend that speaks only the calls of spec 7. */
export const literalBackend: Capabilities = {
  calls: [],
  time_zone: undefined,
  maps_url: null,
  subreport_usernames: [],
};

/** The longest wait of a screen for the answer, in ms. */
const patienceMs = 2000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isRefusedSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/**
 * What the backend answers; with an answer that is of no use it is a literal one. Undefined where nobody answers. Throws
 * where the session has ended.
 */
const ask = async (mayRepeat = true): Promise<Capabilities | undefined> => {
  try {
    return await send(calls.capabilities, {});
  } catch (error) {
    if (isRefusedSession(error)) throw error;
    if (!(error instanceof Error && isWorthAnotherTry(error))) return literalBackend;
    if (!mayRepeat) return undefined;
    await pause(retryPauseMs);
    return ask(false);
  }
};

/** Pauses before a backend that did not answer is asked again, doubled each time, in ms. */
const [firstAgainMs, lastAgainMs] = [2000, 256_000];

/** Asks until there is an answer: a page that was loaded while the server was away would otherwise stay without. */
const untilAnswered = async (
  first: Promise<Capabilities | undefined>,
  isWanted: () => boolean,
): Promise<Capabilities | undefined> => {
  let answer = await first;
  for (let wait = firstAgainMs; !answer && wait <= lastAgainMs; wait *= 2) {
    await pause(wait);
    if (!isWanted()) return undefined;
    answer = await ask(false);
  }
  return answer;
};

export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async ({ client, queryKey }): Promise<Capabilities> => {
    const token = readSession()?.token;
    const isWanted = () => readSession()?.token === token;
    const answer = ask();
    const inTime = await Promise.race([answer, pause(patienceMs)]);
    if (inTime) return inTime as Capabilities;
    // The screens begin with the literal calls. An answer that comes later counts from then on.
    untilAnswered(answer, isWanted)
      .then((late) => {
        if (late && isWanted()) client.setQueryData(queryKey, late);
      })
      .catch((error: unknown) => console.warn('The capabilities are not known:', error));
    return literalBackend;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Settings and extension calls of the backend; the literal backend's where nobody is signed in. */
export const useCapabilities = (): Capabilities => {
  const signedIn = useSession() !== undefined;
  const { data } = useQuery({ ...capabilitiesQuery, enabled: signedIn });
  return data ?? literalBackend;
};

/** Whether the backend has an extension call, though limits of the own account may refuse it (ADR 98). */
export const hasCall = ({ calls, limits }: Capabilities, call: CallName): boolean =>
  calls.includes(call) || (limits?.refused.includes(call) ?? false);

/** The same as a hook; also for features that the backend got together with a call. */
export const useHas = (call: CallName): boolean => hasCall(useCapabilities(), call);

/**
 * Whether the limits of the own account leave a call open, an extension or one of spec 7: the server derives what they
 * refuse from the call table. What would only be refused is not offered; why is written above each screen.
 */
export const useMay = (call: CallName): boolean =>
  !(useCapabilities().limits?.refused.includes(call) ?? false);

/** Whether the backend has this extension call and leaves it open. Known before a guarded page is shown. */
export const useCan = (call: CallName): boolean => useCapabilities().calls.includes(call);

/** Whether the backend says that it is ours: only then is its behaviour beyond spec 7 known, and told. */
export const useIsOurServer = (): boolean => useCapabilities().calls.length > 0;
