// What OData sees: the entity type of a report, its properties with their types, and how each is filtered.
import { type ReportExtra, reportColumns } from '@survey/contract';
import { reportTable } from '../exports/report-table.queries.ts';
import type { CellKind, Column } from '../spreadsheets/table.ts';

export const odataExtras = [
  'review',
  'reviewed_by',
  'reviewed_at',
  'was_assigned',
  'is_second',
] as const satisfies ReportExtra[];

/** Columns of the feed; `photo_url` is made of `picture_path`. */
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

/** Texts are never null, but these. */
const nullable = ({ name, kind }: Column): boolean =>
  name !== 'id' &&
  !['capture_time', 'submission_time'].includes(name) &&
  (kind !== 'text' || name === 'reviewed_by') &&
  kind !== 'flag';

export const propertyNames: readonly string[] = [
  ...odataColumns.map(({ name }) => name),
  photoAddressName,
];

/** SQL columns behind the properties that a filter may name, with what their values must be. */
export const filterColumns: Readonly<
  Record<string, { sql: string; is: 'text' | 'number' | 'boolean' | 'time' }>
> = {
  ...Object.fromEntries(
    reportColumns.map((name) => [name, { sql: `reports.${name}`, is: 'text' as const }]),
  ),
  ...Object.fromEntries(
    ['id', 'floors_num', 'land_area', 'covered_area', 'latitude', 'longitude', 'resubmission'].map(
      (name) => [name, { sql: `reports.${name}`, is: 'number' as const }],
    ),
  ),
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

const properties = [
  ...odataColumns.map((column) => ({
    name: column.name,
    type: edmType(column),
    isNullable: nullable(column),
  })),
  { name: photoAddressName, type: 'Edm.String', isNullable: true },
];

/** CSDL 4.0, which Power Query reads first and keeps. */
export const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices><Schema Namespace="FieldSurvey" xmlns="http://docs.oasis-open.org/odata/ns/edm"><EntityType Name="Report"><Key><PropertyRef Name="id"/></Key>${properties
  .map(
    ({ name, type, isNullable }) =>
      `<Property Name="${name}" Type="${type}" Nullable="${isNullable}"/>`,
  )
  .join(
    '',
  )}</EntityType><EntityContainer Name="Container"><EntitySet Name="Reports" EntityType="FieldSurvey.Report"/></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>
`;

export const serviceDocument = (root: string) => ({
  '@odata.context': `${root}/$metadata`,
  value: [{ name: 'Reports', kind: 'EntitySet', url: 'Reports' }],
});
