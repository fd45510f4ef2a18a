// Loads the sample operation through the same calls as real data: an administrator's and phones'.
import { circleKey, type PropertyReport } from '@survey/contract';
import { Administrator } from './administrator.ts';
import { CallError, type Server } from './api.ts';
import { drawHouse } from './drawn-house.ts';
import { inParallel } from './in-parallel.ts';
import { Phone, type Receipt } from './phone.ts';
import {
  type PlannedReport,
  type PlannedSubmission,
  type PlannedSurveyor,
  planSampleOperation,
  type SamplePlan,
} from './sample/plan.ts';
import { acceptedUnseen } from './sample/reviews.ts';
import { spoiled } from './sample/spoiled.ts';
import { samplePassword } from './sample/surveyors.ts';

export { samplePassword } from './sample/surveyors.ts';

export interface SampleOptions {
  baseUrl: string;
  adminEmail: string;
  adminPassword: string;
  /** Reports progress, about twenty times. */
  onProgress?: (line: string) => void;
  /** The moment up to which surveyors have worked; now if not given. */
  now?: Date;
  /** Phones sending at once; 12 if not given. */
  phones?: number;
}

export interface SampleResult {
  /** True where the operation was there already and nothing was sent. */
  wasThere: boolean;
  /** What this run added. */
  unitsStored: number;
  surveyorsAdded: number;
  reportsSent: number;
  sentBack: number;
  answered: number;
  /** Surveyors whose phones could not sign in (blocked or changed since), with their unsent reports. */
  skipped: string[];
}

/**
 * Loads the sample operation. Existing data stay unchanged, so a second run adds nothing and an
 * interrupted one is completed. Throws `CallError` where the server refuses.
 */
export const loadSampleOperation = async (options: SampleOptions): Promise<SampleResult> => {
  const server: Server = { baseUrl: options.baseUrl };
  const administrator = await Administrator.signIn(
    server,
    options.adminEmail,
    options.adminPassword,
  );
  const plan = spoiled(planSampleOperation(options.now ?? new Date()));
  const tell = inTenths(options.onProgress ?? (() => {}));
  const result: SampleResult = {
    wasThere: false,
    unitsStored: 0,
    surveyorsAdded: 0,
    reportsSent: 0,
    sentBack: 0,
    answered: 0,
    skipped: [],
  };
  if (await isComplete(administrator, plan)) return { ...result, wasThere: true };

  const rows = plan.units.map((row) => ({ ...row }));
  result.unitsStored = (await administrator.storeRecords(rows)).stored;
  tell('units', plan.units.length, plan.units.length);
  result.surveyorsAdded = await addSurveyors(administrator, plan, tell);
  await assignCircles(administrator, plan);
  // All of it arrives today, whenever it was captured.
  await administrator.setRule('capture-old', { days: 365 });
  await sendReports({ server, administrator, plan, tell, result, phones: options.phones ?? 12 });
  await administrator.acceptUnseen(acceptedUnseen);
  return result;
};

type Tell = (what: string, done: number, total: number) => void;

/** Limits progress lines to one for each tenth of the work. */
const inTenths = (say: (line: string) => void): Tell => {
  let last = '';
  return (what, done, total) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth > 0 && `${what} ${tenth}` !== last) say(`${what}: ${done} of ${total}`);
    last = `${what} ${tenth}`;
  };
};

/**
 * Complete means: every surveyor has at least the planned number of current reports. Reports outlive their
 * surveyors and units, so what an administrator has changed or deleted since is not brought back.
 */
const isComplete = async (administrator: Administrator, plan: SamplePlan): Promise<boolean> => {
  let isMissing = false;
  await inParallel(plan.surveyors, 4, async ({ username, reports }) => {
    if (isMissing || reports.length === 0) return;
    if ((await administrator.countReports(username)) < reports.length) isMissing = true;
  });
  return !isMissing;
};

const addSurveyors = async (administrator: Administrator, plan: SamplePlan, tell: Tell) => {
  const known = new Set((await administrator.mobileUsers()).map(({ username }) => username));
  const missing = plan.surveyors.filter(({ username }) => !known.has(username));
  await inParallel(missing, 4, async (surveyor) => {
    const { username, name, email, phonenumber, cnic, designation } = surveyor;
    // Blocked ones too begin as active: they have worked before.
    await administrator.signUp({
      username,
      name,
      email,
      phonenumber,
      cnic,
      designation,
      password: samplePassword,
      status: true,
    });
  });
  tell('surveyors', plan.surveyors.length, plan.surveyors.length);
  return missing.length;
};

const assignCircles = async (administrator: Administrator, plan: SamplePlan) => {
  await inParallel(plan.surveyors, 4, async ({ username, circles }) => {
    const assigned = new Set((await administrator.circlesOf(username)).map(circleKey));
    for (const circle of circles)
      if (!assigned.has(circleKey(circle))) await administrator.assignCircle(username, circle);
  });
};

interface Sending {
  server: Server;
  administrator: Administrator;
  plan: SamplePlan;
  tell: Tell;
  result: SampleResult;
  phones: number;
}

/** The pin's current report as an earlier run has left it (R18). */
type Found = 'absent' | Pick<PropertyReport, 'id' | 'resubmission'>;

const sendReports = async (sending: Sending): Promise<void> => {
  const { administrator, plan, tell } = sending;
  const there = await administrator.reportsOf(plan.surveyors.map(({ username }) => username));
  const keyOf = (username: string, circle: string, pin: string) =>
    JSON.stringify([username, circleKey(circle), pin]);
  const found = new Map(
    there.map((report) => [keyOf(report.username, report.circle, report.pin), report]),
  );
  const total = plan.surveyors.reduce((sum, { reports }) => sum + reports.length, 0);
  let done = 0;
  // Longest lists first, so that no phone is left alone with one at the end.
  const order = plan.surveyors
    .filter(({ reports }) => reports.length > 0)
    .sort((a, b) => b.reports.length - a.reports.length);
  await inParallel(order, sending.phones, async (surveyor) => {
    await sendSurveyor(sending, surveyor, {
      found: ({ submission: { circle, pin } }) =>
        found.get(keyOf(surveyor.username, circle, pin)) ?? 'absent',
      onDone: () => {
        done += 1;
        tell('reports', done, total);
      },
    });
  });
};

/** Sends a planned submission. Undefined where an earlier run, at another time of day, has sent it. */
const submitOnce = async (
  phone: Phone,
  { id, submission, scene }: PlannedSubmission,
): Promise<Receipt | undefined> => {
  const photo = scene ? await drawHouse(scene) : null;
  try {
    return await phone.submit(id, submission, photo);
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return undefined;
    throw error;
  }
};

const isLeft = ({ isSentBack, review, answer }: PlannedReport, found: Found): boolean =>
  found === 'absent' ||
  ((isSentBack || review !== null) && found.resubmission === null) ||
  (answer !== null && found.resubmission === 1);

/** What the administrator makes of a report. What somebody has reviewed since stays as it is. */
const reviewAsPlanned = async (
  { administrator, result }: Sending,
  { isSentBack, review, note }: PlannedReport,
  id: number,
): Promise<void> => {
  const state = isSentBack ? 'sent_back' : review;
  if (!state) return;
  try {
    await administrator.review(id, { state, note });
    if (isSentBack) result.sentBack += 1;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'conflict')) throw error;
  }
};

const sendSurveyor = async (
  sending: Sending,
  surveyor: PlannedSurveyor,
  { found, onDone }: { found: (report: PlannedReport) => Found; onDone: () => void },
): Promise<void> => {
  const { server, administrator, result } = sending;
  const left = surveyor.reports.filter((report) => isLeft(report, found(report)));
  for (let at = left.length; at < surveyor.reports.length; at += 1) onDone();
  if (left.length === 0) return;
  const phone = await signInUnlessRefused(server, surveyor.username);
  if (!phone) {
    result.skipped.push(surveyor.username);
    return;
  }
  for (const report of left) {
    const before = found(report);
    const sent = before === 'absent' ? await submitOnce(phone, report) : undefined;
    if (sent) result.reportsSent += 1;
    const isReviewable = before !== 'absent' && before.resubmission === null;
    const id = sent?.id ?? (isReviewable ? before.id : undefined);
    if (id) await reviewAsPlanned(sending, report, Number(id));
    if (report.answer && (await submitOnce(phone, report.answer))) result.answered += 1;
    onDone();
  }
  if (surveyor.isBlocked) await block(administrator, surveyor.username);
};

const signInUnlessRefused = async (
  server: Server,
  username: string,
): Promise<Phone | undefined> => {
  try {
    return await Phone.signIn(server, username, samplePassword);
  } catch (error) {
    if (error instanceof CallError && ['wrong-credentials', 'user-blocked'].includes(error.code))
      return undefined;
    throw error;
  }
};

const block = async (administrator: Administrator, username: string): Promise<void> => {
  const user = (await administrator.mobileUsers()).find((known) => known.username === username);
  if (user?.status) await administrator.block(user);
};
