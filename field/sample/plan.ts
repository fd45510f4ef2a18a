// The sample operation as data, without any request. The same seed and moment give the same plan.
import { dayMs, type NoteText } from '@survey/contract';
import type { PhotoScene } from '../drawn-house.ts';
import type { NewSubmission } from '../phone.ts';
import { type Random, seeded, steadyUuid } from '../random.ts';
import { drawVisits, localHour, writeLocal } from './calendar.ts';
import { sampleCircles } from './circles.ts';
import { drawComment, drawCorrection, drawInfo, drawOther } from './remarks.ts';
import { drawQuestion, drawReason } from './reviews.ts';
import { type SampleSurveyor, sampleSurveyors } from './surveyors.ts';
import { planUnits, type SampleUnit, type UnitRow } from './units.ts';

export const sampleSeed = 'gujranwala';

/** One submission of a phone with the scene of its photo; `scene` is null where no photo was taken. */
export interface PlannedSubmission {
  id: string;
  submission: NewSubmission;
  scene: PhotoScene | null;
}

export interface PlannedReport extends PlannedSubmission {
  isSentBack: boolean;
  /** What an administrator made of one that was not sent back. */
  review: 'accepted' | 'in_question' | null;
  /** Why it was sent back, or what is in question. */
  note: NoteText | null;
  /** How the surveyor answers a report sent back; null where it still waits. */
  answer: PlannedSubmission | null;
}

export interface PlannedSurveyor extends SampleSurveyor {
  /** Oldest first, as the phone sends them. */
  reports: PlannedReport[];
}

export interface SamplePlan {
  units: UnitRow[];
  surveyors: PlannedSurveyor[];
}

const shares = {
  withoutPhoto: 0.08,
  sentBack: 0.031,
  answered: 1 / 3,
  portrait: 0.24,
  accepted: 0.04,
  inQuestion: 0.008,
};

/** Units to be surveyed, each with one surveyor: neighbours along the street go to the same one. */
const shareUnits = (units: readonly SampleUnit[], seed: string): Map<string, SampleUnit[]> => {
  const shared = new Map<string, SampleUnit[]>(
    sampleSurveyors.map(({ username }) => [username, []]),
  );
  for (const circle of sampleCircles) {
    const random = seeded(seed, 'share', circle.name);
    const own = units.filter(({ row }) => row.Circle === circle.name);
    const count = Math.round(own.length * circle.progress);
    const skipped = new Set(
      own
        .map((unit) => ({ unit, at: random.next() }))
        .sort((a, b) => a.at - b.at)
        .slice(count)
        .map(({ unit }) => unit),
    );
    const team = sampleSurveyors.filter(({ circles }) => circles.includes(circle.name));
    const surveyed = own.filter((unit) => !skipped.has(unit));
    const total = team.reduce((sum, { diligence }) => sum + diligence, 0);
    let [from, reached] = [0, 0];
    for (const { username, diligence } of team) {
      reached += diligence;
      const to = Math.round((reached / total) * surveyed.length);
      shared.get(username)?.push(...surveyed.slice(from, to));
      from = to;
    }
  }
  return shared;
};

/** Built area: what the floors leave of the land, more in old quarters and shops. */
const coveredArea = (unit: SampleUnit, hasBasement: boolean, random: Random): number => {
  if (unit.land === 'Vacant Plot') return 0;
  if (unit.land === 'Agricultural') return Math.round(random.between(120, 420));
  const share =
    unit.land === 'Commercial'
      ? [0.85, 0.98]
      : unit.land === 'Industrial'
        ? [0.45, 0.7]
        : [0.6, 0.88];
  const ground = unit.landArea * random.between(share[0] as number, share[1] as number);
  const upper = ground * Math.max(0, unit.floors - 1) * random.between(0.8, 1);
  return Math.round(ground + upper + (hasBasement ? ground * random.between(0.5, 0.95) : 0));
};

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** How the visit was made: a few minutes with the form open, and the position taken towards its end. */
const drawPhoneFields = (username: string, at: Date, hasFix: boolean, random: Random) => {
  const before = (seconds: number) => writeLocal(new Date(at.getTime() - seconds * 1000));
  return {
    accuracy: hasFix ? round(random.between(3, 14), 1) : null,
    location_time: hasFix ? before(random.whole(2, 40)) : null,
    started_at: before(random.whole(120, 540)),
    outcome: 'surveyed' as const,
    app: 'survey-field',
    app_version: '0.3.0',
    device_id: `phone of ${username}`,
  };
};

const planSubmission = (
  surveyor: SampleSurveyor,
  unit: SampleUnit,
  at: Date,
  visit: 'first' | 'again',
  seed: string,
  answer: string | null = null,
): PlannedSubmission => {
  const { Circle: circle, Pin: pin } = unit.row;
  // Seeded by the unit, so that a second visit finds the same house.
  const house = seeded(seed, 'house', circle, pin);
  const random = seeded(seed, 'visit', surveyor.username, circle, pin, visit);
  const basement = unit.floors > 0 && house.chance(unit.land === 'Commercial' ? 0.22 : 0.06);
  const hasStoreFront =
    unit.land === 'Commercial' ||
    unit.land === 'Mixed Use' ||
    (unit.land === 'Residential' && house.chance(0.04));
  const covered = coveredArea(unit, basement, house);
  const isPortrait = random.chance(shares.portrait);
  const isUrdu = surveyor.writesUrdu && random.chance(0.75);
  const hasFix = random.chance(0.985);
  const id = steadyUuid(seed, surveyor.username, circle, pin, visit);
  // A GPS fix in a street is good to a few metres.
  const drift = () => random.around(0, 0.000035);
  return {
    id,
    submission: {
      circle,
      pin,
      info: drawInfo(house, unit.land, isUrdu),
      floors_num: unit.floors,
      basement,
      Store_front: hasStoreFront,
      land_area: unit.landArea,
      covered_area: covered,
      land: unit.land,
      other: drawOther(house, unit.land),
      comments:
        visit === 'again'
          ? drawCorrection(random, isUrdu)
          : drawComment(random, { land: unit.land, floors: unit.floors, basement }, isUrdu),
      latitude: hasFix ? round(unit.latitude + drift(), 6) : null,
      longitude: hasFix ? round(unit.longitude + drift(), 6) : null,
      capture_time: writeLocal(at),
      ...drawPhoneFields(surveyor.username, at, hasFix, seeded(seed, 'phone', id)),
      answer,
    },
    scene:
      visit === 'first' && random.chance(shares.withoutPhoto)
        ? null
        : {
            seed: id,
            pin,
            land: unit.land,
            floors: unit.floors,
            hasStoreFront,
            hour: localHour(at),
            isPortrait,
          },
  };
};

/** The second visit: one to six days later, at the same time of day, and not in the future. */
const answerTime = (first: Date, now: Date, random: Random): Date => {
  const latest = now.getTime() - 120_000;
  const wanted = first.getTime() + random.whole(1, 6) * dayMs + random.whole(-40, 40) * 60_000;
  return new Date(Math.max(Math.min(wanted, latest), Math.min(first.getTime() + 60_000, latest)));
};

const drawReview = (random: Random): PlannedReport['review'] => {
  if (random.chance(shares.accepted)) return 'accepted';
  return random.chance(shares.inQuestion) ? 'in_question' : null;
};

const planReports = (
  surveyor: SampleSurveyor,
  units: readonly SampleUnit[],
  now: Date,
  seed: string,
) => {
  const visits = drawVisits(
    units.length,
    { now, ...surveyor },
    seeded(seed, 'days', surveyor.username),
  );
  return units.map((unit, at): PlannedReport => {
    const visit = visits[at] as Date;
    const first = planSubmission(surveyor, unit, visit, 'first', seed);
    const fate = seeded(seed, 'fate', unit.row.Circle, unit.row.Pin);
    // Only reports with a photo offer the refresh action (spec 2); the newest are not reviewed yet.
    const isReviewed = at < units.length * 0.94;
    const isSentBack = first.scene !== null && isReviewed && fate.chance(shares.sentBack / 0.86);
    const isAnswered = isSentBack && !surveyor.isBlocked && fate.chance(shares.answered);
    const again = isAnswered ? answerTime(visit, now, fate) : null;
    const words = seeded(seed, 'review', unit.row.Circle, unit.row.Pin);
    const reason = isSentBack ? drawReason(words, surveyor.writesUrdu) : null;
    const review = isSentBack || !isReviewed ? null : drawReview(words);
    return {
      ...first,
      isSentBack,
      review,
      note: reason?.note ?? (review === 'in_question' ? drawQuestion(words) : null),
      answer: again
        ? planSubmission(surveyor, unit, again, 'again', seed, reason?.answer ?? null)
        : null,
    };
  });
};

/** Plans the sample operation as it stands at the moment `now`. */
export const planSampleOperation = (now: Date, seed: string = sampleSeed): SamplePlan => {
  const units = planUnits(seed);
  const shared = shareUnits(units, seed);
  return {
    units: units.map(({ row }) => row),
    surveyors: sampleSurveyors.map((surveyor) => ({
      ...surveyor,
      reports: planReports(surveyor, shared.get(surveyor.username) ?? [], now, seed),
    })),
  };
};
