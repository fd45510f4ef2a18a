// Loads the sample operation through the same calls as real data: an administrator's and phones'.
import { circleKey } from '@survey/contract';
import { Administrator } from './administrator.ts';
import { CallError, type Server } from './api.ts';
import { drawHouse } from './drawn-house.ts';
import { inParallel } from './in-parallel.ts';
import { Phone } from './phone.ts';
import {
  type PlannedReport,
  type PlannedSubmission,
  type PlannedSurveyor,
  planSampleOperation,
  type SamplePlan,
} from './sample/plan.ts';
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
  const plan = planSampleOperation(options.now ?? new Date());
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
  await sendReports({ server, administrator, plan, tell, result, phones: options.phones ?? 12 });
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

/** 'absent', or the resubmission of the pin's current report (R18). */
type Found = 'absent' | null | 0 | 1;

const sendReports = async (sending: Sending): Promise<void> => {
  const { administrator, plan, tell } = sending;
  const there = await administrator.reportsOf(plan.surveyors.map(({ username }) => username));
  const keyOf = (username: string, circle: string, pin: string) =>
    JSON.stringify([username, circleKey(circle), pin]);
  const found = new Map(
    there.map((report) => [keyOf(report.username, report.circle, report.pin), report.resubmission]),
  );
  const total = plan.surveyors.reduce((sum, { reports }) => sum + reports.length, 0);
  let done = 0;
  // Longest lists first, so that no phone is left alone with one at the end.
  const order = plan.surveyors
    .filter(({ reports }) => reports.length > 0)
    .sort((a, b) => b.reports.length - a.reports.length);
  await inParallel(order, sending.phones, async (surveyor) => {
    await sendSurveyor(sending, surveyor, {
      found: ({ submission: { circle, pin } }) => {
        const resubmission = found.get(keyOf(surveyor.username, circle, pin));
        return resubmission === undefined ? 'absent' : resubmission;
      },
      onDone: () => {
        done += 1;
        tell('reports', done, total);
      },
    });
  });
};

/** Sends a planned submission. False where an earlier run, at another time of day, has sent it. */
const submitOnce = async (
  phone: Phone,
  { id, submission, scene }: PlannedSubmission,
): Promise<boolean> => {
  const photo = scene ? await drawHouse(scene) : null;
  try {
    await phone.submit(id, submission, photo);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return false;
    throw error;
  }
};

const isLeft = (report: PlannedReport, found: Found): boolean =>
  found === 'absent' ||
  (report.isSentBack && found === null) ||
  (report.answer !== null && found === 1);

const sendSurveyor = async (
  { server, administrator, result }: Sending,
  surveyor: PlannedSurveyor,
  { found, onDone }: { found: (report: PlannedReport) => Found; onDone: () => void },
): Promise<void> => {
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
    if (before === 'absent' && (await submitOnce(phone, report))) result.reportsSent += 1;
    const { circle, pin } = report.submission;
    if (report.isSentBack && (before === 'absent' || before === null)) {
      await administrator.sendBack(surveyor.username, circle, pin);
      result.sentBack += 1;
    }
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
