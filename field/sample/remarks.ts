// What surveyors write into the text fields, in English and Urdu.
import type { Random } from '../random.ts';
import type { Land } from './circles.ts';

const uses: Record<Land, readonly string[]> = {
  Residential: [
    'Owner occupied',
    'Rented',
    'Owner occupied',
    'Locked',
    'Partly rented',
    'Under construction',
  ],
  Commercial: ['Rented', 'Owner occupied', 'Vacant shop', 'Partly rented'],
  'Mixed Use': ['Partly rented', 'Owner occupied', 'Rented'],
  Industrial: ['Running', 'Running', 'Closed since 2024', 'Rented'],
  Agricultural: ['Cultivated', 'Cultivated', 'Leased', 'Fallow'],
  'Vacant Plot': ['Open plot', 'Boundary wall only', 'Used as parking', 'Disputed'],
};
const urduUses: Record<Land, readonly string[]> = {
  Residential: ['مالک خود رہائش پذیر', 'کرایہ پر', 'تالا بند', 'زیر تعمیر'],
  Commercial: ['کرایہ پر', 'مالک خود کاروبار کرتا ہے', 'دکان بند'],
  'Mixed Use': ['نیچے دکان، اوپر رہائش', 'جزوی کرایہ پر'],
  Industrial: ['چالو', 'بند'],
  Agricultural: ['زیر کاشت', 'ٹھیکہ پر'],
  'Vacant Plot': ['خالی پلاٹ', 'صرف چار دیواری'],
};

/** Occupation of the unit: the report's `info`. */
export const drawInfo = (random: Random, land: Land, isUrdu: boolean): string =>
  random.pick(isUrdu ? urduUses[land] : uses[land]);

const trades = [
  'Karyana store',
  'Medical store',
  'Mobile repair',
  'Cloth shop',
  'Tailor',
  'Bank branch',
  'Bakery',
  'Auto workshop',
  'Private clinic',
  'School (primary)',
  'Beauty parlour',
  'Real estate office',
  'Restaurant',
  'Electric store',
];
const works = [
  'Fan manufacturing',
  'Rice mill',
  'Steel furnace',
  'Sanitary fittings',
  'Utensils',
  'Power looms',
];
const others: Partial<Record<Land, readonly string[]>> = {
  Commercial: trades,
  'Mixed Use': trades,
  Industrial: works,
  Agricultural: ['Wheat', 'Rice', 'Fodder', 'Tube well on site'],
};

/** Trade, crop or nothing: the report's `other`. */
export const drawOther = (random: Random, land: Land): string => {
  const list = others[land];
  if (list && random.chance(0.85)) return random.pick(list);
  return random.chance(0.05)
    ? random.pick([
        'Mosque adjoining',
        'Portion used as tuition centre',
        'Solar panels on roof',
        'Second gas meter',
      ])
    : '';
};

interface Remark {
  english: string;
  urdu?: string;
  /** Where it makes sense; everywhere if not given. */
  fits?: (seen: Seen) => boolean;
}

/** The unit that the surveyor describes. */
interface Seen {
  land: Land;
  floors: number;
  basement: boolean;
}

const isBuilt = ({ floors }: Seen) => floors > 0;
const isHome = ({ land }: Seen) => land === 'Residential' || land === 'Mixed Use';

const remarks: readonly Remark[] = [
  {
    english: 'Owner not at home, details given by neighbour.',
    urdu: 'مالک گھر پر نہیں تھا، پڑوسی سے معلومات لی گئیں۔',
    fits: isHome,
  },
  {
    english: 'Upper floor under construction.',
    urdu: 'بالائی منزل زیر تعمیر ہے۔',
    fits: isBuilt,
  },
  {
    english: 'House divided between two brothers.',
    urdu: 'مکان دو بھائیوں میں تقسیم ہے۔',
    fits: isHome,
  },
  {
    english: 'Tenant refused entry; measured from outside.',
    urdu: 'کرایہ دار نے اندر جانے نہیں دیا، باہر سے پیمائش کی گئی۔',
    fits: isBuilt,
  },
  {
    english: 'PIN plate missing, matched by electricity bill.',
    urdu: 'نمبر پلیٹ غائب، بجلی کے بل سے تصدیق کی۔',
    fits: isBuilt,
  },
  { english: 'Corner plot, two fronts.', urdu: 'کونے کا پلاٹ، دو اطراف سے راستہ۔' },
  {
    english: 'Old register shows a different owner.',
    urdu: 'پرانے رجسٹر میں مالک کا نام مختلف ہے۔',
  },
  {
    english: 'Upper portion rented, separate electricity meter.',
    urdu: 'بالائی منزل کرایہ پر، میٹر الگ ہے۔',
    fits: (seen) => isHome(seen) && seen.floors > 1,
  },
  { english: 'Gate painted after last survey, number plate faded.', fits: isHome },
  { english: 'Street flooded, photo taken from the opposite side.' },
  { english: '+92 300 4411223 (owner, works in Dubai)' },
  { english: 'Stay order by civil court, file 214/2025.' },
  { english: 'Mutation pending in the patwar office.' },
  { english: 'Boundary disputed with the neighbour on the east.' },
  { english: 'Basement used as godown.', fits: ({ basement }) => basement },
  {
    english: 'Shop behind the stairs could not be measured.',
    fits: ({ land }) => land === 'Commercial',
  },
];

/** A remark, or nothing, as most reports have. */
export const drawComment = (random: Random, seen: Seen, isUrdu: boolean): string => {
  if (!random.chance(0.34)) return '';
  const fitting = remarks.filter(({ fits, urdu }) => (fits?.(seen) ?? true) && (urdu || !isUrdu));
  const { english, urdu } = random.pick(fitting);
  return isUrdu && urdu ? urdu : english;
};

const corrections = [
  'Photo taken again from the front.',
  'Measured again with the owner present.',
  'Floors corrected, roof room counted before by mistake.',
  'Visited again, PIN plate now visible.',
];
const urduCorrections = [
  'تصویر دوبارہ سامنے سے لی گئی۔',
  'مالک کی موجودگی میں دوبارہ پیمائش کی۔',
  'منزلوں کی تعداد درست کر دی گئی۔',
];

/** The remark of a report that answers one that was sent back. */
export const drawCorrection = (random: Random, isUrdu: boolean): string =>
  random.pick(isUrdu ? urduCorrections : corrections);
