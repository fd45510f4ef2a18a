// The sample district: twelve circles of a district around Gujranwala, Punjab.
import type { landTypes } from '@survey/contract';

export type Land = (typeof landTypes)[number];

export interface SampleCircle {
  name: string;
  units: number;
  /** Share of the units surveyed so far. */
  progress: number;
  latitude: number;
  longitude: number;
  /** Direction of the streets, in degrees. */
  turn: number;
  /** What each PIN begins with; the number of the unit follows, seven digits in all. */
  pinPrefix: string;
  locality: string;
  roads: readonly string[];
  blocks: readonly string[];
  ratingAreas: Readonly<Record<string, number>>;
  land: Readonly<Partial<Record<Land, number>>>;
  /** Share of owners and addresses written in Urdu. */
  urdu: number;
}

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'];
const town = { Residential: 70, Commercial: 12, 'Mixed Use': 9, 'Vacant Plot': 8, Industrial: 1 };
const oldTown = { Residential: 52, Commercial: 22, 'Mixed Use': 21, 'Vacant Plot': 4 };
const edge = {
  Residential: 58,
  Commercial: 9,
  'Mixed Use': 7,
  'Vacant Plot': 13,
  Agricultural: 13,
};
const works = { Residential: 50, Commercial: 14, 'Mixed Use': 8, 'Vacant Plot': 9, Industrial: 19 };

export const sampleCircles: readonly SampleCircle[] = [
  {
    name: 'Model Town',
    units: 620,
    progress: 0.92,
    latitude: 32.1641,
    longitude: 74.1802,
    turn: 18,
    pinPrefix: '01',
    locality: 'Model Town',
    roads: ['Main Boulevard', 'Park Road', 'Market Road'],
    blocks: letters,
    ratingAreas: { A: 6, B: 3, C: 1 },
    land: town,
    urdu: 0.04,
  },
  {
    name: 'Satellite Town',
    units: 680,
    progress: 0.81,
    latitude: 32.1778,
    longitude: 74.1923,
    turn: 42,
    pinPrefix: '02',
    locality: 'Satellite Town',
    roads: ['Market Road', 'College Road', 'Sialkot Road'],
    blocks: letters,
    ratingAreas: { A: 5, B: 4, C: 1 },
    land: town,
    urdu: 0.05,
  },
  {
    name: 'Civil Lines',
    units: 410,
    progress: 0.97,
    latitude: 32.1582,
    longitude: 74.1951,
    turn: 5,
    pinPrefix: '03',
    locality: 'Civil Lines',
    roads: ['Kutchery Road', 'G.T. Road', 'Church Road'],
    blocks: ['Officers Colony', 'Kutchery', 'Church Road', 'Bakhtay Wala', 'Jinnah Road'],
    ratingAreas: { A: 7, B: 3 },
    land: { ...town, Commercial: 24, Residential: 58 },
    urdu: 0.03,
  },
  {
    name: 'Peoples Colony',
    units: 760,
    progress: 0.55,
    latitude: 32.1459,
    longitude: 74.2117,
    turn: 64,
    pinPrefix: '04',
    locality: 'Peoples Colony',
    roads: ['Main Road', 'Pasrur Road', 'Chowk Road'],
    blocks: [...letters, 'W', 'X', 'Y', 'Z'],
    ratingAreas: { B: 5, C: 4, D: 1 },
    land: town,
    urdu: 0.06,
  },
  {
    name: 'Wapda Town',
    units: 540,
    progress: 0.48,
    latitude: 32.1302,
    longitude: 74.1583,
    turn: 30,
    pinPrefix: '05',
    locality: 'Wapda Town',
    roads: ['Main Boulevard', 'Hafizabad Road'],
    blocks: ['A1', 'A2', 'B1', 'B2', 'B3', 'C1', 'C2', 'D'],
    ratingAreas: { A: 4, B: 5, C: 1 },
    land: { ...town, 'Vacant Plot': 20 },
    urdu: 0.02,
  },
  {
    name: 'کھیالی شاہ پور',
    units: 470,
    progress: 0.63,
    latitude: 32.1486,
    longitude: 74.1605,
    turn: 12,
    pinPrefix: '06',
    locality: 'کھیالی',
    roads: ['شیخوپورہ روڈ', 'بائی پاس روڈ'],
    blocks: [
      'محلہ اسلام پورہ',
      'محلہ رحمان پورہ',
      'محلہ فیصل آباد',
      'محلہ نور باوا',
      'محلہ بلال پارک',
    ],
    ratingAreas: { C: 4, D: 5, E: 1 },
    land: oldTown,
    urdu: 0.85,
  },
  {
    name: 'Aroop',
    units: 390,
    progress: 0.35,
    latitude: 32.2034,
    longitude: 74.2246,
    turn: 75,
    pinPrefix: '07',
    locality: 'Aroop',
    roads: ['Sialkot Road', 'Aroop Link Road'],
    blocks: ['Aroop Kalan', 'Aroop Khurd', 'Chak Pakhar', 'Mughal Pura'],
    ratingAreas: { D: 4, E: 4, F: 2 },
    land: edge,
    urdu: 0.2,
  },
  {
    name: 'Rahwali Cantt',
    units: 430,
    progress: 0.58,
    latitude: 32.2476,
    longitude: 74.1641,
    turn: 52,
    pinPrefix: '08',
    locality: 'Rahwali',
    roads: ['G.T. Road', 'Sugar Mill Road', 'Cantt Road'],
    blocks: ['DC Colony', 'Sugar Mill', 'Defence View', 'Railway Colony', 'Gulshan Colony'],
    ratingAreas: { B: 3, C: 5, D: 2 },
    land: works,
    urdu: 0.07,
  },
  {
    name: 'Qila Didar Singh',
    units: 360,
    progress: 0.72,
    latitude: 32.1342,
    longitude: 74.0107,
    turn: 22,
    pinPrefix: '00',
    locality: 'Qila Didar Singh',
    roads: ['Hafizabad Road', 'Ladhewala Road'],
    blocks: ['Purana Shehar', 'Mohallah Eidgah', 'Mandi', 'Mohallah Qazian'],
    ratingAreas: { D: 5, E: 4, F: 1 },
    land: oldTown,
    urdu: 0.18,
  },
  {
    name: 'Eminabad, Old City',
    units: 340,
    progress: 0.21,
    latitude: 32.0419,
    longitude: 74.2602,
    turn: 83,
    pinPrefix: '00',
    locality: 'Eminabad',
    roads: ['G.T. Road', 'Gurdwara Road'],
    blocks: ['Androon Shehar', 'Mohallah Rohri Sahib', 'Mohallah Chakkian', 'Eminabad Mor'],
    ratingAreas: { E: 6, F: 4 },
    land: { ...oldTown, Agricultural: 8 },
    urdu: 0.22,
  },
  {
    name: 'Kamoke',
    units: 560,
    progress: 0.4,
    latitude: 31.9752,
    longitude: 74.2231,
    turn: 36,
    pinPrefix: '11',
    locality: 'Kamoke',
    roads: ['G.T. Road', 'Ghalla Mandi Road', 'Tatlay Aali Road'],
    blocks: ['Ghalla Mandi', 'Habib Pura', 'Cheema Colony', 'Tibba Muhammad Nagar', 'Rasool Nagar'],
    ratingAreas: { C: 3, D: 5, E: 2 },
    land: works,
    urdu: 0.1,
  },
  {
    name: 'Garden Town',
    units: 440,
    progress: 0.15,
    latitude: 32.1214,
    longitude: 74.2034,
    turn: 58,
    pinPrefix: '12',
    locality: 'Garden Town',
    roads: ['Canal Road', 'Main Boulevard'],
    blocks: ['Phase 1', 'Phase 2', 'Tulip', 'Jasmine', 'Rose'],
    ratingAreas: { A: 3, B: 5, C: 2 },
    land: { ...town, 'Vacant Plot': 24 },
    urdu: 0.02,
  },
];
