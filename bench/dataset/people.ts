// The province's circles and surveyors: a few are large and busy, most are small.
import { seeded } from '../../field/random.ts';
import { towns } from './towns.ts';

export interface Circle {
  id: number;
  name: string;
  /** Two digits that the circle's PINs begin with. */
  pinPrefix: string;
  latitude: number;
  longitude: number;
  /** Direction of the streets in radians. */
  turn: number;
  units: number;
  /** Units visited so far; the first ones of the circle. */
  visited: number;
  /** Index of the surveyor who has the circle. */
  surveyor: number;
  /** Id of its first unit; the others follow. */
  firstUnit: number;
  /** How many units the surveyor visits in earlier circles. */
  firstVisit: number;
}

export interface Surveyor {
  id: number;
  username: string;
  name: string;
  email: string;
  phonenumber: string;
  cnic: string;
  writesUrdu: boolean;
  /** Visits in all. */
  visits: number;
  /** In the order of the visits. */
  circles: Circle[];
}

const areas = (
  'Model Town|Civil Lines|Satellite Town|Peoples Colony|Wapda Town|Garden Town|Johar Town|Gulberg|' +
  'Cantonment|Iqbal Town|Samanabad|Shalimar|Sabzazar|Faisal Town|Township|Green Town|Ghalla Mandi|' +
  'Railway Colony|Mohallah Eidgah|Purana Shehar|Islampura|Madina Colony|Bilal Colony|Canal View|' +
  'محلہ اسلام پورہ|شاہ جمال|نیا محلہ'
).split('|');

const firstNames =
  'Ali|Usman|Bilal|Hamza|Imran|Kashif|Adnan|Waqas|Fahad|Naeem|Zubair|Junaid|Asif|Rizwan|Saba|Hira|Ayesha|Sana|Rabia|Nadia|محمد|عائشہ|طارق'.split(
    '|',
  );
const lastNames =
  'Raza|Khan|Butt|Aslam|Cheema|Malik|Ghani|Noor|Warraich|Sheikh|Tariq|Akhtar|Gondal|Mughal|Saleem|Anwar|Hussain|Dogar|Mirza|Iqbal|Haider|بٹ|چیمہ'.split(
    '|',
  );

/** PINs have five digits behind the prefix of their circle. */
const mostUnits = 90_000;

/** Scales a number of a survey with ten million reports to one of this size. */
const scaled = (reports: number, atTenMillion: number, least: number): number =>
  Math.max(least, Math.round(atTenMillion * (reports / 10_000_000) ** 0.6));

const placeCircles = (count: number, visits: number): Circle[] => {
  const random = seeded('bench', 'circles', count);
  const townOf = Object.fromEntries(towns.map(({ weight }, at) => [String(at), weight]));
  const used = new Map<string, number>();
  // Above ten million reports, circles differ less in size: no circle may have more units than PINs have numbers.
  const flat = visits > 10_000_000 ? visits / 400_000 : 20;
  const planned = Array.from({ length: count }, (_, rank) => {
    const town = towns[Number(random.weighted(townOf))] as (typeof towns)[number];
    const plain = `${random.pick(areas)}, ${town.name}`;
    const number = (used.get(plain) ?? 0) + 1;
    used.set(plain, number);
    return {
      name: number === 1 ? plain : `${plain} ${number}`,
      weight: 1 / (rank + flat) ** 0.8,
      progress: random.chance(0.07) ? random.between(0.05, 0.5) : random.between(0.7, 0.99),
      latitude: random.around(town.latitude, 0.02 * Math.sqrt(town.weight)),
      longitude: random.around(town.longitude, 0.02 * Math.sqrt(town.weight)),
      turn: random.between(0, Math.PI / 2),
    };
  });
  const total = planned.reduce((sum, { weight, progress }) => sum + weight * progress, 0);
  let left = visits;
  let firstUnit = 1;
  return planned.map(({ weight, progress, name, ...place }, at) => {
    const isLast = at === count - 1;
    const visited = isLast
      ? left
      : Math.min(left, Math.round((visits * weight * progress) / total));
    left -= visited;
    const units = Math.max(visited + 20, Math.ceil(visited / progress));
    if (units > mostUnits) throw new Error(`circle ${name} would have ${units} units`);
    const circle = {
      ...place,
      id: at + 1,
      name,
      pinPrefix: String(at % 100).padStart(2, '0'),
      units,
      visited,
      surveyor: 0,
      firstUnit,
      firstVisit: 0,
    };
    firstUnit += units;
    return circle;
  });
};

const hireSurveyors = (count: number): (Surveyor & { pace: number })[] =>
  Array.from({ length: count }, (_, at) => {
    const random = seeded('bench', 'surveyor', at);
    const number = String(at + 1).padStart(4, '0');
    return {
      id: 0,
      username: `surveyor-${number}`,
      name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
      email: `surveyor-${number}@survey.example`,
      phonenumber: `03${random.whole(10, 49)}-${random.whole(1_000_000, 9_999_999)}`,
      cnic: `35202-${String(2_000_000 + at)}-${at % 10}`,
      writesUrdu: random.chance(0.2),
      visits: 0,
      circles: [],
      pace: 0.35 + random.next() ** 2 * 2.2,
    };
  });

/** Circles largest first, each to the surveyor with the least work for their pace. */
const giveOut = (circles: readonly Circle[], surveyors: (Surveyor & { pace: number })[]): void => {
  for (const circle of circles) {
    let chosen = 0;
    for (let at = 1; at < surveyors.length; at += 1) {
      const [one, best] = [surveyors[at], surveyors[chosen]] as [
        (typeof surveyors)[0],
        (typeof surveyors)[0],
      ];
      if (one.visits / one.pace < best.visits / best.pace) chosen = at;
    }
    const surveyor = surveyors[chosen] as (typeof surveyors)[0];
    circle.surveyor = chosen;
    circle.firstVisit = surveyor.visits;
    surveyor.visits += circle.visited;
    surveyor.circles.push(circle);
  }
};

export interface People {
  circles: Circle[];
  surveyors: Surveyor[];
  units: number;
}

/** Circles and surveyors of a survey with this number of reports and first visits. */
export const planPeople = (reports: number, visits: number): People => {
  const circles = placeCircles(scaled(reports, 2000, 24), visits);
  const surveyors = hireSurveyors(scaled(reports, 800, 12));
  giveOut(circles, surveyors);
  const units = circles.reduce((sum, circle) => sum + circle.units, 0);
  return { circles, surveyors, units };
};
