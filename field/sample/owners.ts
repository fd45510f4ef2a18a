// Names of owners and streets as a parcel list of the Punjab has them, in both scripts.
import type { Random } from '../random.ts';

const men = [
  'Muhammad Aslam',
  'Ghulam Rasool',
  'Bashir Ahmad',
  'Muhammad Akram',
  'Khalid Mehmood',
  'Abdul Ghafoor',
  'Tariq Javed',
  'Muhammad Yousaf',
  'Nazir Ahmad',
  'Allah Ditta',
  'Shahid Iqbal',
  'Zafar Iqbal',
  'Muhammad Ramzan',
  'Liaqat Ali',
  'Riaz Hussain',
  'Sajjad Haider',
  'Imtiaz Ahmed',
  'Muhammad Boota',
  'Rana Shafqat Ali',
  'Mian Abdul Waheed',
  'Malik Nasir',
  'Syed Mohsin Raza',
  'Sheikh Saleem',
  'Ijaz Butt',
  'Waqar Younis',
  'Naveed Anjum',
  'Arshad Cheema',
  'Ch. Nawaz Warraich',
  'Mirza Tahir Baig',
  'Hafiz Abdul Qayyum',
];
const women = [
  'Nasreen Akhtar',
  'Shamim Begum',
  'Rukhsana Kausar',
  'Parveen Bibi',
  'Zubaida Khanum',
  'Saima Nawaz',
  'Farzana Yasmin',
  'Shagufta Naz',
  'Nusrat Bano',
  'Kishwar Sultana',
];
const firms = [
  'Al-Madina Traders',
  'Punjab Fan Works',
  'Chenab Sanitary Fittings (Pvt) Ltd',
  'Bismillah Rice Mills',
  'National Steel Furnace',
  'Super Asia Electric',
  'Ittefaq Cold Storage',
  'City Marriage Hall',
  'Shaheen Utensils',
  'New Karachi Cloth House',
];
const urduMen = [
  'محمد اکرم',
  'غلام حسین',
  'بشیر احمد',
  'عبدالغفور',
  'طارق محمود',
  'محمد یوسف',
  'اللہ دتہ',
  'شاہد اقبال',
  'محمد رمضان',
  'لیاقت علی',
  'نذیر احمد',
  'رانا شفقت علی',
  'حافظ عبدالقیوم',
  'سید محسن رضا',
  'ملک ناصر',
];
const urduWomen = ['نسرین اختر', 'شمیم بیگم', 'رخسانہ کوثر', 'پروین بی بی', 'زبیدہ خانم'];

const urduOwner = (random: Random): string => {
  const manner = random.weighted({ son: 7, wife: 2, widow: 1 });
  const man = random.pick(urduMen);
  if (manner === 'son') return `${man} ولد ${random.pick(urduMen.filter((name) => name !== man))}`;
  const link = manner === 'wife' ? 'زوجہ' : 'بیوہ';
  return `${random.pick(urduWomen)} ${link} ${man}`;
};

/** An owner as the list names them. */
export const drawOwner = (random: Random, isUrdu: boolean, isFirm: boolean): string => {
  if (isFirm) return `M/s ${random.pick(firms)}`;
  if (isUrdu) return urduOwner(random);
  const manner = random.weighted({ son: 50, plain: 22, wife: 12, widow: 4, haji: 6, heirs: 6 });
  const man = random.pick(men);
  const other = random.pick(men.filter((name) => name !== man));
  switch (manner) {
    case 'son':
      return `${man} s/o ${other}`;
    case 'wife':
      return `Mst. ${random.pick(women)} w/o ${man}`;
    case 'widow':
      return `${random.pick(women)}, widow of ${man}`;
    case 'haji':
      return `Haji ${man}`;
    case 'heirs':
      return `Legal heirs of ${man} (late)`;
    case 'plain':
      return man;
  }
};

const bazaars = ['Bazar Kalan', 'Sarafa Bazar', 'Ghalla Mandi', 'Main Market', 'Trust Plaza'];

export interface AddressParts {
  house: number;
  street: number;
  block: string;
  locality: string;
  kind: 'home' | 'shop' | 'plot' | 'works' | 'farm';
}

/** A street address in the manner of its circle. */
export const drawAddress = (random: Random, isUrdu: boolean, parts: AddressParts): string => {
  const { house, street, block, locality, kind } = parts;
  if (isUrdu) {
    const head = {
      home: 'مکان نمبر',
      shop: 'دکان نمبر',
      plot: 'پلاٹ نمبر',
      works: 'فیکٹری نمبر',
      farm: 'کھیوٹ نمبر',
    };
    return `${head[kind]} ${house}، گلی نمبر ${street}، ${block}`;
  }
  const quarter = /^\w\d?$/.test(block) ? `Block ${block}` : block;
  const number = random.chance(0.12) ? `${house}-${random.pick(['A', 'B', 'C'])}` : String(house);
  switch (kind) {
    case 'home':
      return random.pick([
        `House ${number}, Street ${street}`,
        `H. No. ${number}, St. No. ${street}, ${quarter}`,
        `${number}, Street ${street}, ${quarter}, ${locality}`,
      ]);
    case 'shop':
      return random.pick([
        `Shop ${number}, ${random.pick(bazaars)}`,
        `Shop No. ${number}, Street ${street}`,
        `${number}, ${locality} Market`,
      ]);
    case 'plot':
      return `Plot ${number}, Street ${street}, ${quarter}`;
    case 'works':
      return `Factory ${number}, Small Industries Estate, ${locality}`;
    case 'farm':
      return `Khewat ${house}, Khatuni ${house + street}, Mouza ${block}`;
  }
};
