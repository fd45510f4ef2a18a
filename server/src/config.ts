// The only reader of the environment. docs/operations.md describes every setting.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { addressProblem, completeAddress } from './database-address.ts';

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const commaList = optionalText.transform((value) =>
  value
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [],
);
const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};
/** NaN for numbers with anything but digits, such as 0x1F and 1e3. */
const wholeOf = (value: string): number => (/^\d+$/.test(value) ? Number(value) : Number.NaN);
const number = (standard: number, min: number, max: number) =>
  optionalText
    .transform((value) => (value === undefined ? standard : wholeOf(value)))
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    );
const yesOrNo = optionalText
  .transform((value) => value?.toLowerCase() ?? 'false')
  .pipe(z.enum(['true', 'yes', 'on', 'false', 'no', 'off'], 'must be true or false'))
  .transform((value) => ['true', 'yes', 'on'].includes(value));
/** Number of proxies in front of the server: each adds one address, and only these are trusted. */
const proxies: Record<string, number> = { true: 1, yes: 1, on: 1, false: 0, no: 0, off: 0 };
const webAddress = (value: string): boolean => /^https?:\/\/.+/.test(value);

const isOrigin = (value: string): boolean =>
  webAddress(value) && URL.canParse(value) && new URL(value).origin === value;
/** `file:///srv/photos`; two slashes would make a host of the first folder. */
const isStoreAddress = (value: string): boolean =>
  /^file:\/\/(\/|[A-Za-z]:)/.test(value) || /^s3:\/\/[^/?]+/.test(value);

const databaseAddress = optionalText.superRefine((url, context) => {
  const message = url === undefined ? undefined : addressProblem(url);
  if (message) context.addIssue({ code: 'custom', message });
});

const settings = z.object({
  PORT: number(8080, 0, 65_535),
  HOST: optionalText.transform((host) => host ?? '127.0.0.1'),
  DATA_DIR: optionalText.transform((dir) => path.resolve(dir ?? './data')),
  DATABASE_URL: databaseAddress,
  /** A standby of DATABASE_URL for exports and feeds; the lag is how long a request may wait for it to catch up. */
  DATABASE_REPLICA_URL: databaseAddress,
  DATABASE_REPLICA_LAG_SECONDS: number(2, 0, 300),
  /** Of DATABASE_URL, where that names none: a file of its own can hold it (`DATABASE_PASSWORD_FILE`). */
  DATABASE_PASSWORD: optionalText,
  DATABASE_CONNECTIONS: number(10, 2, 200),
  DATABASE_QUERY_SECONDS: number(30, 1, 3600),
  DATABASE_QUEUE: number(200, 1, 100_000),
  READER_PATIENCE_SECONDS: number(60, 1, 3600),
  PHOTO_STORE: optionalText.refine(
    (url) => url === undefined || isStoreAddress(url),
    'must be file:///an/absolute/path or s3://bucket',
  ),
  /** Only for an s3:// store; the usual names of S3 tools. */
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  AWS_SESSION_TOKEN: optionalText,
  PHOTO_SWEEP_HOURS: number(24, 0, 24 * 30),
  ADMIN_EMAIL: optionalText.pipe(z.email('must be an email address').optional()),
  ADMIN_PASSWORD: optionalText.pipe(
    z.string().min(6, 'must have at least 6 characters').optional(),
  ),
  TIME_ZONE: optionalText.pipe(
    z.string().refine(isTimeZone, 'must be a time zone such as Asia/Karachi').optional(),
  ),
  /** A regular expression for the whole PIN. */
  PIN_PATTERN: optionalText.transform((text, context) => {
    try {
      return text === undefined ? undefined : new RegExp(`^(?:${text})$`, 'u');
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a regular expression' });
      return z.NEVER;
    }
  }),
  /** The unit of land and covered areas, such as `sq ft`; shown beside them. */
  AREA_UNIT: optionalText.refine(
    (unit) => unit === undefined || unit.length <= 20,
    'must have at most 20 characters',
  ),
  /** Reports that a surveyor should make in a day, for the figures of the dashboard. */
  DAILY_TARGET: optionalText
    .transform((count) => (count === undefined ? undefined : Number(count)))
    .refine(
      (count) => count === undefined || (Number.isInteger(count) && count >= 1 && count <= 10_000),
      'must be a whole number from 1 to 10000',
    ),
  SUBREPORT_USERNAMES: commaList.refine(
    (names) => names.length === 0 || names.length === 2,
    'must be two usernames with a comma between them',
  ),
  MAPS_URL: optionalText.refine(
    (url) => url === undefined || (webAddress(url) && /\{lat\}.*\{lng\}/.test(url)),
    'must be a web address with {lat} and {lng} in it',
  ),
  /** A PMTiles file, absolute or relative to DATA_DIR. */
  MAP_PMTILES: optionalText,
  MAP_STYLE_URL: optionalText.refine(
    (url) => url === undefined || webAddress(url),
    'must begin with http:// or https://',
  ),
  MAP_TILES_URL: optionalText.refine(
    (url) =>
      url === undefined ||
      (webAddress(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))),
    'must be a web address with {z}, {x} and {y} in it',
  ),
  MAP_ATTRIBUTION: optionalText,
  API_BASE_URL: optionalText.refine(
    (url) => url === undefined || webAddress(url),
    'must begin with http:// or https://',
  ),
  CORS_ORIGINS: commaList.refine(
    (origins) => origins.every(isOrigin),
    'must be web origins without a path, such as https://console.example.org',
  ),
  TRUST_PROXY: optionalText
    .transform((value) => proxies[value?.toLowerCase() ?? 'false'] ?? wholeOf(value ?? ''))
    .refine(
      (count) => Number.isInteger(count) && count >= 0 && count <= 10,
      'must be true, false, or the number of proxies from 1 to 10',
    ),
  REQUIRE_SECOND_FACTOR: yesOrNo,
  SESSION_IDLE_HOURS: number(12, 1, 24 * 30),
  SESSION_MAX_DAYS: number(7, 1, 90),
  PHONE_REPORTS_PER_HOUR: number(600, 0, 1_000_000),
  PHONE_MEGABYTES_PER_HOUR: number(2000, 0, 1_000_000),
  KEY_REQUESTS_PER_HOUR: number(20_000, 0, 10_000_000),
  /** Hosts of webhooks that may have private addresses and plain http: `localhost:9000`, `intranet.example`. */
  WEBHOOK_HOSTS: commaList,
  METRICS_PORT: optionalText
    .transform((port) => (port === undefined ? undefined : wholeOf(port)))
    .refine(
      (port) => port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535),
      'must be a whole number from 0 to 65535',
    ),
  METRICS_TOKEN: optionalText
    .refine(
      (token) => token === undefined || token.length >= 16,
      'must have at least 16 characters',
    )
    .refine(
      (token) => token === undefined || /^[!-~]+$/.test(token),
      'must have no spaces and no letters beyond ASCII: a header carries it',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalText,
  OTEL_SDK_DISABLED: yesOrNo,
  OVERLOAD_DELAY_MS: number(2000, 0, 60_000),
  LOG_LEVEL: optionalText.pipe(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ),
});

/** The settings as they were given. */
type Settings = z.output<typeof settings>;

/** The settings with the time zone that the operation keeps (database/operation-state.ts). */
export type Config = Settings & { TIME_ZONE: string };

/** Every setting, by its environment variable. */
export const settingNames = Object.keys(settings.shape) as (keyof Config)[];

/** An invalid setting; the message names it in one line. */
export class ConfigError extends Error {}

/** Settings that are secrets. Each may stand in a file instead, whose path is in `NAME_FILE`. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
] as const satisfies (keyof Config)[];

/**
 * The environment with the secrets that stand in files.
 * @throws ConfigError where a file cannot be read or is empty, or a secret is given twice
 */
const withSecretFiles = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const complete = { ...environment };
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new ConfigError(`${name} and ${name}_FILE must not both be set`);
    try {
      complete[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}`);
    }
    if (!complete[name]) throw new ConfigError(`${name}_FILE names an empty file (${file})`);
  }
  return complete;
};

/**
 * Reads the settings from environment variables.
 * @throws ConfigError naming the first wrong setting.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Settings => {
  const parsed = settings.safeParse(withSecretFiles(environment));
  if (parsed.success) {
    const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_PASSWORD: password } = parsed.data;
    if (DATABASE_REPLICA_URL && !DATABASE_URL) {
      throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL (see docs/operations.md)');
    }
    const complete = (url: string | undefined) => url && completeAddress(url, password);
    return {
      ...parsed.data,
      DATABASE_URL: complete(DATABASE_URL),
      DATABASE_REPLICA_URL: complete(DATABASE_REPLICA_URL),
    };
  }
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? 'Settings';
  throw new ConfigError(`${name} ${issue?.message ?? 'is wrong'} (see docs/operations.md)`);
};
