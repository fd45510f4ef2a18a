// The 24 people of the sample operation.
import type { designations } from '@survey/contract';
import { seeded } from '../random.ts';

/** Every sample surveyor signs in with this on the phone. For demonstrations only. */
export const samplePassword = 'field-2026';

export interface SampleSurveyor {
  username: string;
  name: string;
  email: string;
  phonenumber: string;
  cnic: string;
  designation: (typeof designations)[number];
  circles: readonly string[];
  /** How much of a shared circle is theirs, compared with the others; 0 has not begun. */
  diligence: number;
  /** First and last day in the field, counted back from today; 59 is the oldest. */
  firstDay: number;
  lastDay: number;
  isBlocked: boolean;
  writesUrdu: boolean;
}

interface Person {
  username: string;
  name: string;
  circles: readonly string[];
  diligence: number;
  isWoman?: boolean;
  isSupervisor?: boolean;
  firstDay?: number;
  lastDay?: number;
  isBlocked?: boolean;
  writesUrdu?: boolean;
}

const khiali = 'کھیالی شاہ پور';
const eminabad = 'Eminabad, Old City';

const people: readonly Person[] = [
  { username: 'ali.raza', name: 'Ali Raza', circles: ['Model Town'], diligence: 1.3 },
  {
    username: 'sana.khan',
    name: 'Sana Khan',
    circles: ['Model Town'],
    diligence: 1.1,
    isWoman: true,
  },
  {
    username: 'usman.butt',
    name: 'محمد عثمان بٹ',
    circles: ['Satellite Town'],
    diligence: 1.2,
    writesUrdu: true,
  },
  {
    username: 'hira.aslam',
    name: 'Hira Aslam',
    circles: ['Satellite Town'],
    diligence: 1,
    isWoman: true,
  },
  {
    username: 'bilal.cheema',
    name: 'Bilal Cheema',
    circles: ['Satellite Town', 'Civil Lines'],
    diligence: 0.5,
  },
  { username: 'adnan.malik', name: 'Adnan Malik', circles: ['Civil Lines'], diligence: 1.4 },
  {
    username: 'imran.ghani',
    name: 'Muhammad Imran Ghani',
    circles: ['Peoples Colony'],
    diligence: 1,
  },
  {
    username: 'ayesha.noor',
    name: 'عائشہ نور',
    circles: ['Peoples Colony'],
    diligence: 1.3,
    isWoman: true,
    writesUrdu: true,
  },
  {
    username: 'waqas.warraich',
    name: 'Waqas Warraich',
    circles: ['Peoples Colony'],
    diligence: 0.35,
    lastDay: 24,
    isBlocked: true,
  },
  { username: 'fahad.sheikh', name: 'Fahad Sheikh', circles: ['Wapda Town'], diligence: 1 },
  {
    username: 'mehwish.tariq',
    name: 'Mehwish Tariq',
    circles: ['Wapda Town', 'Garden Town'],
    diligence: 0.8,
    isWoman: true,
    firstDay: 41,
  },
  {
    username: 'naeem.akhtar',
    name: 'نعیم اختر',
    circles: [khiali],
    diligence: 1.2,
    writesUrdu: true,
  },
  {
    username: 'zubair.gondal',
    name: 'زبیر گوندل',
    circles: [khiali],
    diligence: 0.8,
    writesUrdu: true,
  },
  { username: 'kashif.mughal', name: 'Kashif Mughal', circles: ['Aroop'], diligence: 1 },
  {
    username: 'rabia.saleem',
    name: 'Rabia Saleem',
    circles: ['Rahwali Cantt'],
    diligence: 1.2,
    isWoman: true,
  },
  {
    username: 'shahzad.anwar',
    name: 'Shahzad Anwar',
    circles: ['Rahwali Cantt', 'Aroop'],
    diligence: 0.45,
    lastDay: 17,
    isBlocked: true,
  },
  {
    username: 'tanveer.hussain',
    name: 'تنویر حسین',
    circles: ['Qila Didar Singh'],
    diligence: 1.1,
    writesUrdu: true,
  },
  {
    username: 'asif.dogar',
    name: 'Asif Dogar',
    circles: ['Qila Didar Singh', eminabad],
    diligence: 0.7,
  },
  { username: 'junaid.mirza', name: 'Junaid Mirza', circles: ['Kamoke'], diligence: 1 },
  {
    username: 'saba.iqbal',
    name: 'Saba Iqbal',
    circles: ['Kamoke', eminabad],
    diligence: 0.6,
    isWoman: true,
    firstDay: 33,
  },
  {
    username: 'rizwan.haider',
    name: 'Syed Rizwan Haider',
    circles: ['Model Town', 'Satellite Town', 'Civil Lines'],
    diligence: 0.07,
    isSupervisor: true,
  },
  {
    username: 'nadia.pervaiz',
    name: 'Nadia Pervaiz',
    circles: ['Peoples Colony', 'Wapda Town', 'Garden Town'],
    diligence: 0.09,
    isSupervisor: true,
    isWoman: true,
  },
  {
    username: 'khurram.bhatti',
    name: 'خرم بھٹی',
    circles: [khiali, 'Aroop', 'Rahwali Cantt', 'Kamoke'],
    diligence: 0.08,
    isSupervisor: true,
    writesUrdu: true,
  },
  // Newly hired: no circle yet, no report yet.
  { username: 'hamza.yaqoob', name: 'Hamza Yaqoob', circles: [], diligence: 0 },
];

/** A CNIC of the district: 34101 to 34104, the last digit odd for men and even for women. */
const drawCnic = (username: string, isWoman: boolean): string => {
  const random = seeded('cnic', username);
  const last = random.whole(0, 4) * 2 + (isWoman ? 0 : 1);
  return `3410${random.whole(1, 4)}-${random.whole(1_000_000, 9_999_999)}-${last}`;
};

const drawPhone = (username: string): string => {
  const random = seeded('phone', username);
  const network = random.pick(['300', '301', '321', '333', '345', '312', '306', '331']);
  return `0${network}-${random.whole(1_000_000, 9_999_999)}`;
};

export const sampleSurveyors: readonly SampleSurveyor[] = people.map((person) => ({
  username: person.username,
  name: person.name,
  email: `${person.username}@survey.example`,
  phonenumber: drawPhone(person.username),
  cnic: drawCnic(person.username, person.isWoman ?? false),
  designation: person.isSupervisor ? 'Supervisor' : 'Surveyor',
  circles: person.circles,
  diligence: person.diligence,
  firstDay: person.firstDay ?? 59,
  lastDay: person.lastDay ?? 0,
  isBlocked: person.isBlocked ?? false,
  writesUrdu: person.writesUrdu ?? false,
}));
