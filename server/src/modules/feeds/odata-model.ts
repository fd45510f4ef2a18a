// The OData model: the entity types of a report and of a unit, their properties and types, and how each is filtered.
import { type ReportExtra, reportColumns } from '@survey/contract';
import { reportTable } from '../exports/report-table.queries.ts';
import type { CellKind, Column } from '../spreadsheets/table.ts';
import type { Readable } from './feed-requests.ts';
import { pinColumns } from './pins-of-circle.queries.ts';

export const odataExtras = [
  'review',
  'reviewed_by',
  'reviewed_at',
  'was_assigned',
  'is_second',
] as const satisfies ReportExtra[];

/** Columns of the feed; `photo_url` is derived from `picture_path`. */
export const odataColumns: readonly Column[] = reportTable(odataExtras);

export const photoAddressName = 'photo_url';

const edmTypes: Record<CellKind, string> = {
  text: 'Edm.String',
  number: 'Edm.Double',
  flag: 'Edm.Boolean',
  'label-or-number': 'Edm.Int32',
  time: 'Edm.DateTimeOffset',
  photo: 'Edm.String',
};

const edmType = ({ name, kind }: Column): string =>
  ({ id: 'Edm.Int64', floors_num: 'Edm.Int32' })[name] ?? edmTypes[kind];

/** Texts are empty rather than null, except `reviewed_by`. */
const nullable = ({ name, kind }: Column): boolean =>
  name !== 'id' &&
  !['capture_time', 'submission_time'].includes(name) &&
  (kind !== 'text' || name === 'reviewed_by') &&
  kind !== 'flag';

export const propertyNames: readonly string[] = [
  ...odataColumns.map(({ name }) => name),
  photoAddressName,
];

/**
 * SQL columns for the properties that a filter may name, and the type of their values. `key` is the column of circles'
 * names in lower case: it is indexed, and names of circles are always compared that way.
 */
export type FilterColumns = Readonly<
  Record<string, { sql: string; is: 'text' | 'number' | 'boolean' | 'time'; key?: string }>
>;

export const filterColumns: FilterColumns = {
  ...Object.fromEntries(
    reportColumns.map((name) => [name, { sql: `reports.${name}`, is: 'text' as const }]),
  ),
  ...Object.fromEntries(
    ['id', 'floors_num', 'land_area', 'covered_area', 'latitude', 'longitude', 'resubmission'].map(
      (name) => [name, { sql: `reports.${name}`, is: 'number' as const }],
    ),
  ),
  circle: { sql: 'reports.circle', is: 'text', key: 'reports.circle_key' },
  basement: { sql: 'reports.basement', is: 'boolean' },
  Store_front: { sql: 'reports.store_front', is: 'boolean' },
  picture_path: { sql: 'reports.photo_name', is: 'text' },
  capture_time: { sql: 'reports.capture_time', is: 'time' },
  submission_time: { sql: 'reports.submission_time', is: 'time' },
  review: {
    sql: "(case when reports.resubmission = 1 then 'sent_back' else coalesce(reports.review, 'new') end)",
    is: 'text',
  },
  reviewed_by: { sql: 'reports.reviewed_by', is: 'text' },
  reviewed_at: { sql: 'reports.reviewed_at', is: 'time' },
  was_assigned: { sql: '(not reports.was_unassigned)', is: 'boolean' },
  is_second: { sql: 'reports.is_second', is: 'boolean' },
};

/** Columns of a unit; the owner's name only for those who may read it. */
export const unitColumns = (withOwners: boolean): readonly Column[] =>
  pinColumns(withOwners).filter(({ kind }) => kind !== 'photo');

/** Columns by which units are filtered. */
export const unitFilterColumns: FilterColumns = {
  id: { sql: 'units.id', is: 'number' },
  circle: { sql: 'circles.name', is: 'text', key: 'circles.key' },
  pin: { sql: 'units.pin', is: 'text' },
  locality: { sql: 'units.locality', is: 'text' },
  block: { sql: 'units.block', is: 'text' },
  street_address: { sql: 'units.street_address', is: 'text' },
  road: { sql: 'units.road', is: 'text' },
  ratingarea: { sql: 'units.ratingarea', is: 'text' },
  is_surveyed: {
    sql: '(exists (select from reports where circle_key = circles.key and pin = units.pin and replaced_by is null))',
    is: 'boolean',
  },
};

const entityType = (
  name: string,
  properties: readonly { name: string; type: string; isNullable: boolean }[],
): string =>
  `<EntityType Name="${name}"><Key><PropertyRef Name="id"/></Key>${properties
    .map(
      ({ name, type, isNullable }) =>
        `<Property Name="${name}" Type="${type}" Nullable="${isNullable}"/>`,
    )
    .join('')}</EntityType>`;

const reportType = entityType('Report', [
  ...odataColumns.map((column) => ({
    name: column.name,
    type: edmType(column),
    isNullable: nullable(column),
  })),
  { name: photoAddressName, type: 'Edm.String', isNullable: true },
]);

const unitType = (withOwners: boolean) =>
  entityType(
    'Unit',
    unitColumns(withOwners).map((column) => ({
      name: column.name,
      type: column.name === 'report_id' ? 'Edm.Int64' : edmType(column),
      isNullable: nullable(column),
    })),
  );

/** The model in CSDL 4.0. Power Query reads it first and caches it. */
export const metadata = ({ units, owners }: Readable): string => {
  const set = (name: string, type: string) =>
    `<EntitySet Name="${name}" EntityType="FieldSurvey.${type}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices><Schema Namespace="FieldSurvey" xmlns="http://docs.oasis-open.org/odata/ns/edm">${reportType}${units ? unitType(owners) : ''}<EntityContainer Name="Container">${set('Reports', 'Report')}${units ? set('Units', 'Unit') : ''}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>
`;
};

export const serviceDocument = (root: string, { units }: Readable) => ({
  '@odata.context': `${root}/$metadata`,
  value: ['Reports', ...(units ? ['Units'] : [])].map((name) => ({
    name,
    kind: 'EntitySet',
    url: name,
  })),
});
