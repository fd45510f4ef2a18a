import { circleKey, compareNames } from '@survey/contract';
import { msg } from '../text/text.ts';

export interface CircleUnits {
  circle: string;
  units: number;
  surveyed: number;
}

export const circleOrders = {
  name: msg('By name'),
  remaining: msg('Most remaining first'),
  share: msg('Least surveyed share first'),
} as const;
export type CircleOrder = keyof typeof circleOrders;

const remaining = ({ units, surveyed }: CircleUnits) => Math.max(0, units - surveyed);
const share = ({ units, surveyed }: CircleUnits) => (units > 0 ? surveyed / units : 1);

const compare: Record<CircleOrder, (a: CircleUnits, b: CircleUnits) => number> = {
  name: (a, b) => compareNames(a.circle, b.circle),
  remaining: (a, b) => remaining(b) - remaining(a) || compareNames(a.circle, b.circle),
  share: (a, b) => share(a) - share(b) || compareNames(a.circle, b.circle),
};

/** The circles whose name contains `search`, in this order. */
export const orderCircles = (
  circles: readonly CircleUnits[],
  search: string,
  order: CircleOrder,
): CircleUnits[] =>
  circles
    .filter(({ circle }) => circleKey(circle).includes(circleKey(search)))
    .sort(compare[order]);
