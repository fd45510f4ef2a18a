// An API key may be for some circles only: what is asked with it is narrowed to them.
import { circleKey, type ReportFilters } from '@survey/contract';
import { AppError } from '../app-error.ts';
import type { Actor } from '../database/audit.ts';
import { say } from '../say.ts';

/** Whether a key reaches a circle. */
export const reaches = ({ key }: Actor, circle: string): boolean =>
  !key?.circles || key.circles.some((own) => circleKey(own) === circleKey(circle));

/**
 * Filters of reports as far as the caller's key reaches; unchanged for people.
 * @throws AppError access-not-allowed where a circle is asked for by name that the key is not for
 */
export const withinKey = <Filters extends ReportFilters>(
  actor: Actor,
  filters: Filters,
): Filters => {
  const own = actor.key?.circles;
  if (!own) return filters;
  const asked = filters.circle?.length ? filters.circle : undefined;
  const foreign = asked?.find((circle) => !reaches(actor, circle));
  if (foreign !== undefined) {
    throw new AppError('access-not-allowed', say('api-key-circle', { circle: foreign }));
  }
  return { ...filters, circle: asked ?? [...own] };
};
