// A phone with ODK Collect: refreshes form and lists, sends finished forms as Collect does (docs/collect.md).
import { createHash } from 'node:crypto';
import { CallError, type Server } from './api.ts';
import type { NewSubmission, Phone, PhoneOptions, Receipt } from './phone.ts';
import { phonePatience, withRetry } from './retry.ts';

/** What the simulation and the soak need of a phone. */
export type SubmittingPhone = Pick<Phone, 'username' | 'submit'>;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const element = (name: string, text: unknown): string =>
  text === null || text === undefined || text === ''
    ? `<${name}/>`
    : `<${name}>${escaped(typeof text === 'boolean' ? String(Number(text)) : String(text))}</${name}>`;

/** The XML of a finished form. */
const finishedForm = (id: string, report: NewSubmission, photo: string): string => {
  const { latitude, longitude, accuracy, ...answers } = report;
  const place = latitude === null ? '' : `${latitude} ${longitude} 0.0 ${accuracy ?? 0}`;
  const leaves = Object.entries({ ...answers, place, photo });
  return (
    `<?xml version='1.0' ?><data id="property-report" version="simulated">` +
    `<visit>${leaves.map(([name, value]) => element(name, value)).join('')}</visit>` +
    `<meta><instanceID>uuid:${id}</instanceID></meta></data>`
  );
};

/** The cells of a line of the lists' files: quoted, or without commas and quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );

const readRows = (csv: string): Record<string, string>[] => {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const names = cellsOf(header);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
};

const tagged = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text ?? '');

/** Share of the forms with a photo that come in two requests. */
const shareInTwo = 0.2;

/** A surveyor's phone with Collect, which signs in with each request. */
export class CollectPhone implements SubmittingPhone {
  readonly username: string;
  readonly #server: Server;
  readonly #authorization: string;
  readonly #options: PhoneOptions;

  constructor(server: Server, username: string, password: string, options: PhoneOptions = {}) {
    this.#server = server;
    this.username = username;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    this.#options = options;
  }

  /** The pins of the list that are to be surveyed, as a refresh of the forms brings them. */
  async pins(): Promise<{ circle: string; pin: string }[]> {
    const list = await this.#get('/openrosa/formList');
    const manifest = await this.#get(tagged(list, 'manifestUrl')[0] ?? '');
    const names = tagged(manifest, 'filename');
    const urls = tagged(manifest, 'downloadUrl');
    const file = (name: string) => this.#get(urls[names.indexOf(name)] ?? '');
    const circles = new Map(
      readRows(await file('circles.csv')).map(({ name = '', label = '' }) => [name, label]),
    );
    return readRows(await file('pins.csv')).map(({ circle = '', pin = '' }) => ({
      circle: circles.get(circle) ?? '',
      pin,
    }));
  }

  /** As `Phone.submit`; some forms come in two requests, the photo in the second. */
  async submit(id: string, report: NewSubmission, photo: Buffer | null): Promise<Receipt> {
    const name = photo ? `${id}.jpg` : '';
    const xml = finishedForm(id, report, name);
    const isInTwo = photo !== null && Number.parseInt(id.slice(0, 2), 16) < 256 * shareInTwo;
    if (isInTwo) await this.#patiently(() => this.#send(xml, undefined, true));
    const answer = await this.#patiently(() => this.#send(xml, photo && { name, bytes: photo }));
    const [, metadata = ''] = /<submissionMetadata ([^>]*)\/>/.exec(answer) ?? [];
    const attribute = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(metadata)?.[1];
    const sent = photo && createHash('sha256').update(photo).digest('hex');
    const stored = attribute('photo_sha256') ?? null;
    if (stored !== sent) throw new Error('The photo that was stored differs.');
    return {
      id: Number(attribute('report')),
      submission_id: id,
      resubmission: null,
      was_assigned: attribute('was_assigned') === 'true',
      submission_time: '',
      photo_sha256: stored,
    };
  }

  async #get(url: string): Promise<string> {
    const { pathname } = new URL(url, this.#server.baseUrl);
    return this.#patiently(async () => (await this.#request(pathname)).text());
  }

  async #send(
    xml: string,
    photo?: { name: string; bytes: Buffer } | null,
    isIncomplete = false,
  ): Promise<string> {
    const form = new FormData();
    form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'report.xml');
    if (photo) {
      const file = new Blob([new Uint8Array(photo.bytes)], { type: 'image/jpeg' });
      form.set(photo.name, file, photo.name);
    }
    if (isIncomplete) form.set('*isIncomplete*', 'yes');
    return (await this.#request('/openrosa/submission', { method: 'POST', body: form })).text();
  }

  async #request(path: string, request: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.#server.baseUrl), {
      ...request,
      headers: { authorization: this.#authorization, 'x-openrosa-version': '1.0' },
      signal: AbortSignal.timeout(this.#server.timeoutMs ?? 60_000),
    });
    if (response.ok) return response;
    const message = tagged((await response.text()).replace(/ nature="\w+"/, ''), 'message')[0];
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new CallError(
      path,
      response.status,
      'openrosa',
      message ?? '',
      Number.isFinite(wait) ? wait * 1000 : undefined,
    );
  }

  #patiently<T>(send: () => Promise<T>): Promise<T> {
    return withRetry(send, this.#options.patience ?? phonePatience, this.#options.onRetry);
  }
}
