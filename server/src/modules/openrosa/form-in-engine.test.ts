// The form held against ODK's own engine: downloaded as a phone downloads it, filled in as a surveyor would, wrong
// values first, and sent to the server.
import { calls } from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectHeaders, sendForm, setUpPhone } from '../../testing/collect-phone.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle, picture } from '../../testing/submissions.ts';
import { closeEngine, type OpenForm, openForm } from '../../testing/xforms-engine.ts';

const server = setUpTestServer();
let phone: string;
let surveyor: { id: number; username: string };

beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002', '0003']);
  await addParcels(server, 'Gulberg', ['7']);
  surveyor = await server.addSurveyor('ali');
  for (const name of [circle, 'Gulberg']) {
    const body = { username: 'ali', circle: name };
    await server.call(calls.storeCirclePins, { body }, server.administrator.token);
  }
  phone = await setUpPhone(server, surveyor);
});

afterAll(closeEngine);

const download = async (url: string): Promise<string> => {
  const { statusCode, body } = await server.app.inject({
    url: new URL(url, 'http://localhost').pathname,
    headers: { ...collectHeaders(phone), 'accept-encoding': 'identity' },
  });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
};

const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '');

/** What a phone does that refreshes its forms: the list, the form, the manifest and its files. */
const refresh = async (): Promise<OpenForm> => {
  const list = await download('/openrosa/formList');
  const xml = await download(all(list, 'downloadUrl')[0] ?? '');
  const manifest = await download(all(list, 'manifestUrl')[0] ?? '');
  const urls = all(manifest, 'downloadUrl');
  const files = await Promise.all(
    all(manifest, 'filename').map(
      async (name, at) => [name, await download(urls[at] ?? '')] as const,
    ),
  );
  return openForm(xml, new Map(files));
};

const choose = (form: OpenForm, name: string, label: string): void => {
  const choice = form.choices(name).find((one) => one.label.startsWith(label));
  if (!choice) throw new Error(`${name} offers no ${label}`);
  form.answer(name, choice.value);
};

const labelsOf = (form: OpenForm, name: string): string[] =>
  form.choices(name).map(({ label }) => label);

const send = async (form: OpenForm, photo?: Buffer) => {
  const { xml } = await form.finish();
  const name = /<photo>([^<]+)</.exec(xml)?.[1];
  const files = name && photo ? [{ name, bytes: photo }] : [];
  return { xml, answer: await sendForm(server, phone, { xml, files }) };
};

const reportOf = (pin: string) =>
  server.database.db
    .selectFrom('reports')
    .selectAll()
    .where('pin', '=', pin)
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('the form', () => {
  test('is loaded without an error or a warning, in English and Urdu', async () => {
    const form = await refresh();
    expect(form.root.languages.map(({ language }) => language)).toEqual([
      'English (en)',
      'اردو (ur)',
    ]);
    expect(labelsOf(form, 'outcome')).toContain('Under construction');
    const [, urdu] = form.root.languages;
    form.root.setLanguage(urdu as never);
    expect(labelsOf(form, 'outcome')).toContain('زیر تعمیر');
    expect(form.node('photo').currentState.label?.asString).toBe('تصویر');
    // Nobody has left a sentence in English.
    const { body } = await server.app.inject({
      url: '/openrosa/forms/property-report.xml',
      headers: { ...collectHeaders(phone), 'accept-encoding': 'identity' },
    });
    const inUrdu = body.slice(body.lastIndexOf('<translation '), body.indexOf('</itext>'));
    expect(all(inUrdu, 'value').filter((text) => /^[A-Za-z ]+$/.test(text))).toEqual([]);
  });

  test('refuses wrong values with the contract’s own words, and what is missing', async () => {
    const form = await refresh();
    expect(Object.keys(form.refusals()).sort()).toEqual(['circle_choice', 'listed_pin', 'outcome']);
    choose(form, 'circle_choice', circle);
    choose(form, 'outcome', 'Surveyed');
    form.answer('floors_num', '201');
    form.answer('land_area', '-1');
    form.answer('info', 'x'.repeat(2001));
    expect(form.refusals()).toEqual({
      listed_pin: 'required',
      photo: 'required',
      place: 'required',
      land_choice: 'required',
      floors_num: 'must be at least 0, must be at most 200',
      land_area: 'must be at least 0, must be at most 1000000000',
      info: 'must be at most 2000 characters',
    });
    await expect(form.finish()).rejects.toThrow('not finished');
  });

  test('asks nothing of a building that is not there', async () => {
    const form = await refresh();
    choose(form, 'circle_choice', circle);
    choose(form, 'listed_pin', '0003');
    choose(form, 'outcome', 'Not found');
    expect(form.node('building').currentState.relevant).toBe(false);
    expect(form.refusals()).toEqual({});
  });
});

describe('a surveyor', () => {
  test('chooses circle and PIN, sees the unit, and sends a whole report', async () => {
    const form = await refresh();
    expect(labelsOf(form, 'circle_choice')).toEqual(['Gulberg', circle]);
    expect(labelsOf(form, 'listed_pin')).toEqual([]);
    choose(form, 'circle_choice', circle);
    expect(labelsOf(form, 'listed_pin')).toEqual(
      ['0001', '0002', '0003'].map((pin) => expect.stringContaining(pin)),
    );
    choose(form, 'listed_pin', '0001');
    expect(form.node('details').currentState.label?.asString).toContain('Owner:');
    choose(form, 'outcome', 'Surveyed');
    form.answer('place', '31.4834 74.3237 215.2 4.5');
    choose(form, 'land_choice', 'Other');
    form.answer('typed_land', 'Graveyard');
    choose(form, 'Store_front', 'Yes');
    form.answer('floors_num', '2');
    choose(form, 'basement', 'No');
    form.answer('land_area', '250.5');
    form.answer('comments', 'سبز دروازہ');
    const bytes = await picture();
    const photo = form.node('photo');
    if (photo.nodeType !== 'upload') throw new Error('the photo is no upload');
    expect(photo.maxPixels).toBe(2000);
    photo.setValue(new File([new Uint8Array(bytes)], 'house.jpg', { type: 'image/jpeg' }));
    expect(form.refusals()).toEqual({});

    const { xml, answer } = await send(form, bytes);
    expect([answer.statusCode, answer.body]).toEqual([201, expect.stringContaining('Stored.')]);
    expect(await reportOf('0001')).toMatchObject({
      circle,
      outcome: 'surveyed',
      latitude: 31.4834,
      longitude: 74.3237,
      accuracy: 4.5,
      land: 'Graveyard',
      store_front: true,
      floors_num: 2,
      basement: false,
      land_area: 250.5,
      comments: 'سبز دروازہ',
      app: 'ODK Collect',
      photo_bytes: bytes.length,
      was_unassigned: false,
    });
    const stored = await reportOf('0001');
    expect(stored?.location_time).toEqual(stored?.capture_time);
    // What Collect changes in its own list, so that the PIN is done without network.
    expect(xml).toMatch(/<entity [^>]*dataset="pins"/);
    expect(xml).toMatch(/<entity [^>]*update="1"/);
    expect(xml).toMatch(/<entity [^>]*id="[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-/);
    expect(xml).toMatch(/<entity [^>]*baseVersion="\d+"/);
    expect(xml).toContain('<status>1</status>');

    const later = await refresh();
    choose(later, 'circle_choice', circle);
    expect(labelsOf(later, 'listed_pin')).toHaveLength(2);
  });

  test('types a PIN that is not on the list', async () => {
    const form = await refresh();
    choose(form, 'circle_choice', 'Gulberg');
    form.answer('unlisted', '1');
    expect(form.refusals()).toEqual({ typed_pin: 'required', outcome: 'required' });
    form.answer('typed_pin', '00815');
    choose(form, 'outcome', 'Locked');
    const { xml, answer } = await send(form);
    expect(answer.statusCode).toBe(201);
    expect(xml).toMatch(/<entity [^>]*update="0"/);
    expect(await reportOf('00815')).toMatchObject({
      circle: 'Gulberg',
      outcome: 'locked',
      was_unassigned: true,
    });
  });

  test('finds a PIN that was sent back first and marked, and answers it', async () => {
    const first = await refresh();
    choose(first, 'circle_choice', circle);
    choose(first, 'listed_pin', '0002');
    choose(first, 'outcome', 'Refused');
    await send(first);
    await server.call(
      calls.changePinStatus,
      { body: { username: 'ali', circle, pin: '0002', status: 0 } },
      server.administrator.token,
    );
    const form = await refresh();
    choose(form, 'circle_choice', circle);
    expect(labelsOf(form, 'listed_pin')[0]).toContain('↩ 0002');
    choose(form, 'listed_pin', '↩ 0002');
    expect(form.node('sent_back').currentState.relevant).toBe(true);
    form.answer('answer', 'Went again on Friday');
    choose(form, 'outcome', 'Locked');
    const { answer } = await send(form);
    expect(answer.statusCode).toBe(201);
    expect(await reportOf('0002')).toMatchObject({
      resubmission: 0,
      answer: 'Went again on Friday',
    });
  });
});
