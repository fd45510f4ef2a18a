/** Decisions that the pace is measured over. */
const measured = 20;
/** Least number of decisions for a pace. */
const least = 3;
const hourMs = 3_600_000;

/** Reports an hour, from the times of the last decisions in ms; undefined while they are too few. */
export const paceOf = (times: readonly number[]): number | undefined => {
  const last = times.slice(-measured);
  const [first = 0] = last;
  const span = (last.at(-1) ?? 0) - first;
  if (last.length < least || span <= 0) return undefined;
  return Math.round(((last.length - 1) * hourMs) / span);
};
