// Sets up an operation for a journey: circles with units, surveyors, phones, reports. Through the product's calls.
import { randomUUID } from 'node:crypto';
import { calls } from '@survey/contract';
import { type NewSubmission, Phone } from '@survey/field/phone.ts';
import { administratorToken, send } from './product.ts';

export const fieldPassword = 'field-2026';

interface At {
  url: string;
}

/** Uploads a parcel list of `count` units for a circle; PINs are 0001, 0002, … */
export const uploadCircle = async (
  server: At,
  circle: string,
  count: number,
): Promise<string[]> => {
  const pins = Array.from({ length: count }, (_, index) => String(index + 1).padStart(4, '0'));
  const records = pins.map((Pin, index) => ({
    Circle: circle,
    Pin,
    ratingarea: 'A',
    Locality: 'Block C',
    Block: 'C',
    Street_Address: `House ${index + 1}`,
    OwnerName: `Owner ${index + 1}`,
    Road: 'Link Road',
  }));
  await send(server, calls.storeRecords, { body: { records } }, await administratorToken(server));
  return pins;
};

let cnicNumber = 1_000_000 + Math.floor(Math.random() * 8_000_000);

/** Creates a surveyor who signs in with `fieldPassword`. */
export const createSurveyor = async (server: At, username: string, name = username) => {
  cnicNumber += 1;
  await send(
    server,
    calls.mobileSignup,
    {
      body: {
        username,
        name,
        email: `${username}@example.org`,
        phonenumber: '03001234567',
        designation: 'Surveyor',
        password: fieldPassword,
        cnic: `35202-${cnicNumber}-1`,
      },
    },
    await administratorToken(server),
  );
};

/** Assigns a circle with all its units to a user. */
export const assign = async (server: At, username: string, circle: string) =>
  send(
    server,
    calls.storeCirclePins,
    { body: { username, circle } },
    await administratorToken(server),
  );

/** Signs a surveyor's phone in. */
export const phoneOf = (server: At, username: string): Promise<Phone> =>
  Phone.signIn({ baseUrl: server.url }, username, fieldPassword);

/** A plausible report of a pin. */
export const reportOf = (
  circle: string,
  pin: string,
  changes: Partial<NewSubmission> = {},
): NewSubmission => ({
  circle,
  pin,
  info: 'House',
  floors_num: 2,
  basement: false,
  Store_front: true,
  land_area: 120,
  covered_area: 200,
  land: 'Residential',
  other: '',
  comments: 'Seen from the street',
  latitude: 31.5204,
  longitude: 74.3587,
  capture_time: new Date().toISOString(),
  ...changes,
});

/** Submits a report from a phone. */
export const submit = (
  phone: Phone,
  circle: string,
  pin: string,
  photo: Buffer | null = null,
  changes: Partial<NewSubmission> = {},
) => phone.submit(randomUUID(), reportOf(circle, pin, changes), photo);
