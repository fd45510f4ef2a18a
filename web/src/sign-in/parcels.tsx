import { t } from '../text/text.ts';
import classes from './parcels.module.css';

/** Blocks of a street plan: x, y, width, height, and how many parcels stand side by side. */
const blocks = [
  [20, 24, 220, 120, 4],
  [272, 24, 300, 120, 6],
  [604, 24, 180, 120, 3],
  [20, 176, 140, 170, 2],
  [192, 176, 250, 170, 5],
  [474, 176, 310, 170, 5],
  [20, 378, 300, 140, 6],
  [352, 378, 200, 140, 3],
  [584, 378, 200, 140, 4],
  [20, 550, 180, 190, 3],
  [232, 550, 330, 190, 6],
  [594, 550, 190, 190, 3],
] as const;

const surveyedEvery = 3;
const sentBackEvery = 23;

const stateOf = (index: number) => {
  if (index % sentBackEvery === 4) return classes.sentBack;
  return index % surveyedEvery === 0 ? classes.surveyed : classes.parcel;
};

const parcels = blocks.flatMap(([x, y, width, height, count], block) =>
  Array.from({ length: count * 2 }, (_, index) => ({
    key: `${x}-${y}-${index}`,
    x: x + (width / count) * (index % count),
    y: y + (index < count ? 0 : height / 2),
    width: width / count,
    height: height / 2,
    state: stateOf(block * 5 + index * 2),
  })),
);

/** A plan of parcels: some surveyed, some sent back. Decoration only. */
export const Parcels = () => (
  <svg className={classes.plan} viewBox="0 0 804 764" preserveAspectRatio="xMidYMid slice">
    <title>{t('Plan of parcels')}</title>
    {parcels.map(({ key, state, ...box }) => (
      <rect key={key} {...box} rx="3" className={state} />
    ))}
  </svg>
);
