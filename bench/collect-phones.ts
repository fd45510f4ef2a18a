// Surveyors of the bench `collect`, and their reports as requests over the device API and over OpenRosa.
import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { type Call, type ClientInput, calls } from '@survey/contract';
import { makeCall } from '../field/api.ts';
import { postRequest } from './raw-http.ts';
import type { RunningServer } from './server-process.ts';

export const circle = 'Collect Town';
export const pins = 20_000;

export interface Surveyor {
  id: number;
  username: string;
  /** Of the device API. */
  token: string;
  /** `Authorization` of a phone with Collect. */
  authorization: string;
}

export const addSurveyor = async (server: RunningServer, at: number): Promise<Surveyor> => {
  const username = `collect-${at}`;
  const ask = <C extends Call>(call: C, body: ClientInput<C>, token?: string) =>
    makeCall({ baseUrl: server.url }, call, body, token);
  await ask(
    calls.mobileSignup,
    {
      body: {
        username,
        name: username,
        email: `${username}@example.org`,
        password: 'bench-secret',
        cnic: `35202-00000${String(at).padStart(2, '0')}-1`,
        phonenumber: '03001234567',
        designation: 'Surveyor',
        status: true,
      },
    },
    server.token,
  );
  await ask(calls.storeCirclePins, { body: { username, circle } }, server.token);
  const session = await ask(calls.deviceSignIn, {
    body: { login: username, password: 'bench-secret' },
  });
  const body = { user_ids: [Number(session.user.id)], phone: 'Phone 1' };
  const { phones: made } = await ask(calls.setUpPhones, { body }, server.token);
  const settings = JSON.parse(
    inflateSync(Buffer.from(made[0]?.settings ?? '', 'base64')).toString(),
  ) as { general: { password: string } };
  const pair = Buffer.from(`${username}:${settings.general.password}`).toString('base64');
  return {
    id: Number(session.user.id),
    username,
    token: session.token,
    authorization: `Basic ${pair}`,
  };
};

type MakeRequest = (surveyor: Surveyor, pin: string, photo: Buffer) => Promise<Buffer>;

const asRequest = async (url: string, authorization: string, form: FormData): Promise<Buffer> => {
  const response = new Response(form);
  const headers = {
    authorization,
    'content-type': response.headers.get('content-type') as string,
  };
  return postRequest(url, headers, new Uint8Array(await response.arrayBuffer()));
};

const answers = (pin: string) => ({
  circle,
  pin,
  info: 'Owner occupied',
  floors_num: '2',
  basement: '0',
  Store_front: '0',
  land_area: '1200',
  covered_area: '900',
  land: 'Residential',
  capture_time: new Date().toISOString(),
});

export const overDeviceApi =
  (server: RunningServer): MakeRequest =>
  (surveyor, pin, photo) => {
    const form = new FormData();
    const fields = { submission_id: randomUUID(), ...answers(pin) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('latitude', '31.52');
    form.set('longitude', '74.35');
    form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const url = server.url + calls.submitReport.path;
    return asRequest(url, `Bearer ${surveyor.token}`, form);
  };

export const overOpenRosa =
  (server: RunningServer): MakeRequest =>
  (surveyor, pin, photo) => {
    const leaves = { ...answers(pin), place: '31.52 74.35 0 5', photo: '1.jpg' };
    const xml =
      `<?xml version="1.0"?><data id="property-report"><a>` +
      Object.entries(leaves)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('') +
      `</a><meta><instanceID>uuid:${randomUUID()}</instanceID></meta></data>`;
    const form = new FormData();
    form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'report.xml');
    form.set('1.jpg', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), '1.jpg');
    return asRequest(`${server.url}/openrosa/submission`, surveyor.authorization, form);
  };
