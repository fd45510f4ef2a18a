// The time and id of each visit, and which are sent back and answered. Everything follows from the
// number of reports and the last day, so that any batch can be generated alone and repeatedly.
import { daysUntil, visitsBefore } from './calendar.ts';
import { mixed, share } from './chance.ts';
import { type People, planPeople } from './people.ts';

/** Of all first visits: answered after being sent back, and sent back now. */
const answeredShare = 0.0235;
const sentBackShare = 0.03;

/** A report that answers one that was sent back. */
export interface Answer {
  id: number;
  answers: number;
  surveyor: number;
  visit: number;
}

export interface Plan extends People {
  reports: number;
  days: string[];
  /** Visits of each surveyor before each day. */
  before: Uint32Array[];
  /** Id of the first report of each day, and of the day after the last. */
  firstIds: number[];
  answersOn: Answer[][];
  /** The answer to a visit, if it has one. */
  answerTo(surveyor: number, visit: number): Answer | undefined;
  isSentBack(surveyor: number, visit: number): boolean;
}

/** Visits of one surveyor stay below this; makes a pair one number. */
const pairFactor = 2 ** 22;

/**
 * The first visits of a day in the order of time, as `surveyor * 2^22 + visit`.
 * Each surveyor's visits are spread over the working hours.
 */
export const visitsOfDay = (
  before: readonly Uint32Array[],
  day: number,
): { pair: number; part: number }[] => {
  const visits: { pair: number; part: number }[] = [];
  for (const [surveyor, counts] of before.entries()) {
    const [from, to] = [counts[day] as number, counts[day + 1] as number];
    for (let visit = from; visit < to; visit += 1) {
      const part = (visit - from + share(surveyor, visit)) / (to - from);
      visits.push({ pair: surveyor * pairFactor + visit, part });
    }
  }
  return visits.sort((one, other) => one.part - other.part || one.pair - other.pair);
};

export const surveyorOf = (pair: number): number => Math.floor(pair / pairFactor);
export const visitOf = (pair: number): number => pair % pairFactor;

const lot = (surveyor: number, visit: number) => share(surveyor + 77_777, visit);

/** @param until the last day, YYYY-MM-DD */
export const makePlan = (reports: number, until: string): Plan => {
  const visits = Math.floor(reports / 1.02);
  const people = planPeople(reports, visits);
  const days = daysUntil(until);
  const before = people.surveyors.map((surveyor, at) => visitsBefore(surveyor, at, days));
  const answersOn: Answer[][] = days.map(() => []);
  const answers = new Map<number, Answer>();
  const firstIds: number[] = [];
  let next = 1;
  let left = reports - visits;
  for (const day of days.keys()) {
    firstIds.push(next);
    for (const { pair } of visitsOfDay(before, day)) {
      const [surveyor, visit] = [surveyorOf(pair), visitOf(pair)];
      const answeredOn = day + 3 + (mixed(surveyor, visit) % 15);
      if (left > 0 && answeredOn < days.length && lot(surveyor, visit) < answeredShare) {
        left -= 1;
        const answer = { id: 0, answers: next, surveyor, visit };
        answers.set(pair, answer);
        answersOn[answeredOn]?.push(answer);
      }
      next += 1;
    }
    for (const answer of answersOn[day] ?? []) {
      answer.id = next;
      next += 1;
    }
  }
  firstIds.push(next);
  const answerTo = (surveyor: number, visit: number) =>
    lot(surveyor, visit) < answeredShare ? answers.get(surveyor * pairFactor + visit) : undefined;
  return {
    ...people,
    reports: next - 1,
    days,
    before,
    firstIds,
    answersOn,
    answerTo,
    isSentBack: (surveyor, visit) =>
      lot(surveyor, visit) < answeredShare + sentBackShare && !answerTo(surveyor, visit),
  };
};
