// Checks of the visit: travel, pace, time of day, and repeated answers.
import type { ChecksOf } from './check-types.ts';
import { metresBetween, placeOf } from './distance.ts';

export const visitChecks: ChecksOf<
  | 'travel'
  | 'pace'
  | 'visit-short'
  | 'hours'
  | 'capture-future'
  | 'capture-old'
  | 'answers-repeated'
  | 'not-assigned'
> = {
  travel: (facts, { speed, metres }) => {
    const { previous, captured, accuracy } = facts;
    const place = placeOf(facts);
    if (!place || !previous) return undefined;
    const away = metresBetween(place, previous) - (accuracy ?? 0) - (previous.accuracy ?? 0);
    // Captures at the same instant count as one second apart, so that the speed is finite.
    const seconds = Math.max(1, captured - previous.captured);
    const kmPerHour = (away / seconds) * 3.6;
    if (away <= metres || kmPerHour <= speed) return undefined;
    return {
      values: {
        metres: Math.round(away),
        seconds: Math.round(seconds),
        pin: previous.pin,
        speed: Math.round(kmPerHour),
      },
      counterpart: previous.id,
    };
  },
  pace: ({ before, captured }, { reports, minutes }) => {
    const at = reports - 2;
    const first = before.captured[at];
    if (first === undefined || captured - first > minutes * 60) return undefined;
    return {
      values: {
        reports,
        minutes: Math.ceil((captured - first) / 60),
        pin: before.pins[at] as string,
      },
      counterpart: before.ids[at] as number,
    };
  },
  'visit-short': ({ started, captured }, { seconds }) => {
    if (started === null || captured - started >= seconds) return undefined;
    return { values: { seconds: Math.round(captured - started) } };
  },
  hours: ({ minuteOfDay, time }, { from, until }) => {
    const isInside =
      from < until
        ? minuteOfDay >= from * 60 && minuteOfDay < until * 60
        : minuteOfDay >= from * 60 || minuteOfDay < until * 60;
    return isInside ? undefined : { values: { time: time.slice(-5), from, until } };
  },
  'capture-future': ({ captured, arrived }, { minutes }) =>
    captured - arrived > minutes * 60
      ? { values: { minutes: Math.round((captured - arrived) / 60) } }
      : undefined,
  'capture-old': ({ captured, arrived }, { days }) =>
    arrived - captured > days * 86_400
      ? { values: { days: Math.floor((arrived - captured) / 86_400) } }
      : undefined,
  'answers-repeated': ({ before, equalAnswers }, { reports }) => {
    if (equalAnswers < reports - 1) return undefined;
    const first = equalAnswers - 1;
    return {
      values: { reports: equalAnswers + 1, pin: before.pins[first] as string },
      counterpart: before.ids[first] as number,
    };
  },
  'not-assigned': ({ wasUnassigned }) => (wasUnassigned ? { values: {} } : undefined),
};
