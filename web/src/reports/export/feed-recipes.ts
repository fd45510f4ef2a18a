// How other programs read the list that is shown: its address with the filters as they stand, and what to do there.
// docs/feeds.md has the same recipes, which tests run.
import { calls, requestPath } from '@survey/contract';
import { serverUrl } from '../../api/config.ts';
import { msg, t } from '../../text/text.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';

export const feedPrograms = ['excel', 'power-bi', 'qgis', 'python', 'webhook'] as const;
export type FeedProgram = (typeof feedPrograms)[number];

export const programNames: Record<FeedProgram, string> = {
  excel: 'Excel',
  'power-bi': 'Power BI',
  qgis: 'QGIS',
  python: 'Python',
  webhook: 'Webhook',
};

export interface FeedRecipe {
  address: string;
  /** Sentences of the catalogue. */
  steps: readonly string[];
  /** A text to be copied into the program. */
  code?: string;
}

const keyAsPassword = msg(
  'When it asks, choose “Basic”: any user name, the API key as the password.',
);

const whole = (path: string): string => new URL(serverUrl(path), window.location.href).href;

/** A query string of the filters, with its question mark; empty where nothing is filtered. */
const filterPart = (filters: Filters): string => {
  const query = new URLSearchParams(filterQuery(filters) as Record<string, string>).toString();
  return query && `?${query}`;
};

const exportAddress = (filters: Filters, format: string): string =>
  whole(requestPath(calls.exportReports, { query: { ...filterQuery(filters), format } }));

const quoted = (text: string): string => text.replaceAll('"', '""');

const recipes: Record<FeedProgram, (filters: Filters) => FeedRecipe> = {
  excel: (filters) => {
    const address = exportAddress(filters, 'csv');
    return {
      address,
      steps: [
        msg('In Excel choose Data → From Web and paste the address.'),
        keyAsPassword,
        msg('Data → Refresh All reads the list again.'),
      ],
    };
  },
  'power-bi': (filters) => {
    const address = whole(`/odata/Reports${filterPart(filters)}`);
    return {
      address,
      steps: [
        msg('In Power BI choose Get data → OData feed and paste the address.'),
        keyAsPassword,
        msg('Or use the text below in a blank query.'),
      ],
      code: `OData.Feed("${quoted(address)}", null, [Implementation="2.0"])`,
    };
  },
  qgis: (filters) => ({
    address: whole('/ogc'),
    steps: [
      msg(
        'In QGIS choose Layer → Add Layer → Add WFS / OGC API – Features Layer and make a new connection to the address.',
      ),
      msg(
        'Version “OGC API – Features”; under Authentication → Basic any user name, the API key as the password.',
      ),
      msg(
        'For the filters of this list, open the text below as a vector layer of the protocol HTTP(S).',
      ),
    ],
    code: exportAddress(filters, 'geojson'),
  }),
  python: (filters) => {
    const address = exportAddress(filters, 'csv');
    return {
      address,
      steps: [msg('Keep the key in an environment variable, not in the script.')],
      code: [
        'import csv, os, requests',
        '',
        `address = "${address}"`,
        'headers = {"Authorization": "Bearer " + os.environ["SURVEY_KEY"]}',
        'with requests.get(address, headers=headers, stream=True) as answer:',
        '    answer.raise_for_status()',
        '    answer.encoding = "utf-8-sig"',
        '    lines = (line + "\\n" for line in answer.iter_lines(decode_unicode=True))',
        '    for row in csv.DictReader(lines):',
        '        print(row["circle"], row["pin"], row["capture_time"])',
      ].join('\n'),
    };
  },
  // A webhook is limited by circles and events; it does not know the other filters.
  webhook: ({ circle = [] }) => ({
    address: whole('/account'),
    steps: [
      msg('On the Account screen choose New webhook: the address of your system, and its events.'),
      msg('Of the filters only the circles count; the text below names them.'),
      msg('Your system checks signatures with the secret that is shown once.'),
    ],
    code: circle.length > 0 ? circle.join('\n') : t('All circles'),
  }),
};

/** What to do in a program to read the reports that match. */
export const feedRecipe = (program: FeedProgram, filters: Filters): FeedRecipe =>
  recipes[program](filters);
