// The lines that COPY takes for units, pins and reports of a part of the plan.
import { circleKey } from '@survey/contract';
import { clock, secondOfDay } from './calendar.ts';
import { mixed, picked, share } from './chance.ts';
import type { Circle, Surveyor } from './people.ts';
import type { PoolPhoto } from './photo-files.ts';
import { type Plan, surveyorOf, visitOf, visitsOfDay } from './plan.ts';
import { type Model, modelAt, pinOf, placeOf, unitsBetween } from './unit-rows.ts';

export interface Makings {
  plan: Plan;
  models: readonly Model[];
  photos: readonly PoolPhoto[];
}

/** Absent in COPY's text. */
const none = '\\N';

export const unitColumns =
  'id, circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra';

export function* unitLines({ plan, models }: Makings, from: number, to: number) {
  for (const { id, circle, index } of unitsBetween(plan, from, to)) {
    const { listCells } = modelAt(models, circle, index);
    yield `${id}\t${circle.id}\t${pinOf(circle, index)}\t${listCells}\n`;
  }
}

export const pinColumns = 'id, user_id, circle_id, unit_id, status, version';

export function* pinLines({ plan }: Makings, from: number, to: number) {
  for (const { id, circle, index } of unitsBetween(plan, from, to)) {
    yield `${id}\t${plan.surveyors[circle.surveyor]?.id}\t${circle.id}\t${id}\t${statusOf(plan, circle, index)}\t1\n`;
  }
}

/** USED once it was visited, and back to NotUsed while its report is sent back. */
export const statusOf = (plan: Plan, circle: Circle, index: number): 0 | 1 =>
  index < circle.visited && !plan.isSentBack(circle.surveyor, circle.firstVisit + index) ? 1 : 0;

export const reportColumns =
  'id, submission_id, user_id, username, user_name, user_phone, unit_id, circle, circle_key, pin, info, ' +
  'other, comments, floors_num, basement, store_front, land_area, covered_area, land, latitude, longitude, ' +
  'capture_time, submission_time, resubmission, photo_name, photo_sha256, photo_bytes, replaced_by';

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** A UUID of version 4's form for a report. */
const submissionId = (id: number): string => {
  const [a, b, c, d] = [1, 2, 3, 4].map((salt) => hex(mixed(id, salt))) as [
    string,
    string,
    string,
    string,
  ];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
};

/** The circle in which a surveyor makes a visit. */
const circleOf = ({ circles }: Surveyor, visit: number): Circle => {
  let [low, high] = [0, circles.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((circles[middle] as Circle).firstVisit <= visit) low = middle;
    else high = middle - 1;
  }
  return circles[low] as Circle;
};

const areasOf = ({ unit }: Model, hash: number): [land: string, covered: string] => {
  if (hash % 50 === 0) return [none, none];
  const land = Math.round(unit.landArea * (0.9 + (hash % 201) / 1000));
  if (unit.floors === 0) return [String(land), '0'];
  return [String(land), String(Math.round(land * unit.floors * (0.6 + (hash % 31) / 100)))];
};

interface Visited {
  id: number;
  surveyor: number;
  visit: number;
  /** Date and second of the day. */
  day: string;
  second: number;
  resubmission: string;
  replacedBy: string;
}

const reportLine = ({ plan, models, photos }: Makings, visited: Visited): string => {
  const { id, day, second } = visited;
  const surveyor = plan.surveyors[visited.surveyor] as Surveyor;
  const circle = circleOf(surveyor, visited.visit);
  const index = visited.visit - circle.firstVisit;
  const model = modelAt(models, circle, index);
  const hash = mixed(id, 9);
  const remarks = picked(model.remarks[surveyor.writesUrdu ? 1 : 0], hash).replaceAll(
    '\u0000',
    '\t',
  );
  const { unit, basement } = model;
  const hasFront =
    unit.land === 'Commercial' || unit.land === 'Mixed Use' ? hash % 10 < 8 : hash % 33 === 0;
  const place =
    hash % 47 === 0
      ? `${none}\t${none}`
      : placeOf(circle, index)
          .map((degrees) => degrees.toFixed(6))
          .join('\t');
  // Most are sent at once; without a signal, in the evening.
  const sentAfter = hash % 5 === 0 ? 3600 + (hash % 16_000) : 4 + (hash % 240);
  const sent = Math.min(86_399, second + sentAfter);
  const photo = hash % 25 === 0 ? undefined : picked(photos, mixed(id, 10));
  const photoCells = photo
    ? `${photo.name}\t\\\\x${photo.sha256}\t${photo.bytes}`
    : `${none}\t${none}\t${none}`;
  const [land, covered] = areasOf(model, hash);
  return (
    `${id}\t${submissionId(id)}\t${surveyor.id}\t${surveyor.username}\t${surveyor.name}\t${surveyor.phonenumber}\t` +
    `${circle.firstUnit + index}\t${circle.name}\t${circleKey(circle.name)}\t${pinOf(circle, index)}\t${remarks}\t` +
    `${hash % 101 === 0 ? none : unit.floors}\t${basement}\t${hasFront}\t${land}\t${covered}\t${unit.land}\t${place}\t` +
    `${day} ${clock(second)}+05\t${day} ${clock(sent)}+05\t${visited.resubmission}\t${photoCells}\t${visited.replacedBy}\n`
  );
};

/** The reports of the days from one to before another: first visits in the order of time, then answers. */
export function* reportLines(makings: Makings, fromDay: number, toDay: number) {
  const { plan } = makings;
  for (let at = fromDay; at < toDay; at += 1) {
    const day = plan.days[at] as string;
    let id = plan.firstIds[at] as number;
    for (const { pair, part } of visitsOfDay(plan.before, at)) {
      const [surveyor, visit] = [surveyorOf(pair), visitOf(pair)];
      const answer = plan.answerTo(surveyor, visit);
      const isBack = answer !== undefined || plan.isSentBack(surveyor, visit);
      yield reportLine(makings, {
        id,
        surveyor,
        visit,
        day,
        second: secondOfDay(part),
        resubmission: isBack ? '1' : none,
        replacedBy: answer ? String(answer.id) : none,
      });
      id += 1;
    }
    for (const answer of plan.answersOn[at] ?? []) {
      const second = secondOfDay(share(answer.id, 3));
      yield reportLine(makings, {
        ...answer,
        day,
        second,
        resubmission: '0',
        replacedBy: none,
      });
    }
  }
}
