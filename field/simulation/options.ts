// What `npm run simulate` may be told.
import { parseArgs } from 'node:util';

/** Nothing here runs for ever or fills a disk by a typing error. */
const bounds = {
  surveyors: 500,
  rate: 2000,
  photoKb: 15_000,
  reports: 1_000_000,
  seconds: 24 * 3600,
} as const;

export interface SimulationOptions {
  url: string;
  surveyors: number;
  /** Submissions per second, all phones together. */
  rate: number;
  photoKb: number;
  /** Ends after this number of reports or of seconds, whichever comes first. */
  reports: number;
  seconds: number;
  /** Share of acknowledged submissions sent once more, as phones do whose answer was lost. */
  resend: number;
  adminEmail: string;
  adminPassword: string;
  /** Existing surveyors to sign in as; empty: the simulation's own. */
  usernames: string[];
  password: string;
  /** Share of reports that are bad in a known way; undefined where the checks are not measured. */
  mischief: number | undefined;
  /** Kinds too whose checks need values that the server counts ten minutes after its start, and then daily. */
  night: boolean;
  /** Phones with ODK Collect instead of the device API. */
  collect: boolean;
}

export const help = `Phones in the field: surveyors sign in and submit reports with photos over the device API, or as ODK Collect.

  npm run simulate -- --admin-email EMAIL --admin-password PASSWORD [flags]

  --url ADDRESS           server (http://127.0.0.1:8080)
  --surveyors N           phones at once (5)
  --rate N                submissions per second, all phones together (5)
  --photo-kb N            least size of a photo in kB; 0 sends none (300)
  --reports N             ends after N reports (50; unbounded where --seconds is given)
  --seconds N             ends after N seconds (300)
  --resend SHARE          sends this share of acknowledged reports again under the same id (0.05)
  --admin-email EMAIL     or ADMIN_EMAIL; signs in to prepare and to read back what was acknowledged
  --admin-password WORD   or ADMIN_PASSWORD
  --usernames A,B         use these existing surveyors and their lists instead of own ones
  --password WORD         the surveyors' password on the phone (field-2026)
  --mischief [SHARE]      makes this share of the reports (0.15) bad in a known way, captured on the days before, and
                          ends with recall and precision of the checks
  --night                 with --mischief, makes and waits for kinds too whose checks need the values that the server
                          counts ten minutes after its start, and then daily: start the server just before
  --collect               sends as ODK Collect does: lists and forms over OpenRosa, some in two requests
  --allow-remote          needed for a server that is not this machine
  --help

Without --usernames it creates surveyors phone-001, phone-002, … each with a circle "Simulation 001", … of its
own; real circles are not touched. Its reports stay in the database: use a server made for the purpose.

Ends with a table. Lost: acknowledged, but not found when read back. Doubled: one id, several reports.
The exit code is 1 where a report was lost or doubled, or none was acknowledged.`;

const isLoopback = (url: URL): boolean =>
  ['localhost', '[::1]'].includes(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);

const readUrl = (written: string, mayBeRemote: boolean): string => {
  if (!URL.canParse(written)) throw new Error(`--url "${written}" is not an address.`);
  const url = new URL(written);
  if (!/^https?:$/.test(url.protocol))
    throw new Error('--url must begin with http:// or https://.');
  if (!isLoopback(url) && !mayBeRemote)
    throw new Error(
      `${url.host} is not this machine. The simulation writes reports there; add --allow-remote if that is meant.`,
    );
  return url.href;
};

const readNumber = (flag: string, written: string, min: number, max: number): number => {
  const value = Number(written);
  if (written.trim() === '' || !(value >= min && value <= max))
    throw new Error(`--${flag} must be a number from ${min} to ${max}.`);
  return value;
};

const readCount = (flag: string, written: string, min: number, max: number): number => {
  const value = readNumber(flag, written, min, max);
  if (!Number.isInteger(value)) throw new Error(`--${flag} must be a whole number.`);
  return value;
};

/** Reads the command line; 'help' where it is asked for. Throws an error with one line for the user. */
export const readOptions = (
  args: string[],
  environment: Record<string, string | undefined> = process.env,
): SimulationOptions | 'help' => {
  const { values } = parseArgs({
    // The share may be left out.
    args: args.flatMap((one, at) =>
      one === '--mischief' && !/^[\d.]/.test(args[at + 1] ?? '') ? [one, '0.15'] : [one],
    ),
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      surveyors: { type: 'string', default: '5' },
      rate: { type: 'string', default: '5' },
      'photo-kb': { type: 'string', default: '300' },
      reports: { type: 'string' },
      seconds: { type: 'string' },
      resend: { type: 'string', default: '0.05' },
      'admin-email': { type: 'string', default: environment.ADMIN_EMAIL ?? '' },
      'admin-password': { type: 'string', default: environment.ADMIN_PASSWORD ?? '' },
      usernames: { type: 'string', default: '' },
      password: { type: 'string', default: 'field-2026' },
      mischief: { type: 'string' },
      night: { type: 'boolean', default: false },
      collect: { type: 'boolean', default: false },
      'allow-remote': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  if (!values['admin-email'] || !values['admin-password'])
    throw new Error(
      '--admin-email and --admin-password are needed to read back what was acknowledged.',
    );
  const usernames = values.usernames.split(',').map((name) => name.trim());
  return {
    url: readUrl(values.url, values['allow-remote']),
    surveyors: readCount('surveyors', values.surveyors, 1, bounds.surveyors),
    rate: readNumber('rate', values.rate, 0.01, bounds.rate),
    photoKb: readNumber('photo-kb', values['photo-kb'], 0, bounds.photoKb),
    reports: readCount(
      'reports',
      values.reports ?? (values.seconds ? String(bounds.reports) : '50'),
      1,
      bounds.reports,
    ),
    seconds: readNumber('seconds', values.seconds ?? '300', 1, bounds.seconds),
    resend: readNumber('resend', values.resend, 0, 1),
    adminEmail: values['admin-email'],
    adminPassword: values['admin-password'],
    usernames: usernames.filter((name) => name !== ''),
    password: values.password,
    mischief:
      values.mischief === undefined
        ? undefined
        : readNumber('mischief', values.mischief, 0.01, 0.5),
    night: values.night,
    collect: values.collect,
  };
};
