import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';

/** A circle whose surveyor has reported each of `count` pins, the newest report that of pin 0001. */
export const surveyed = async (
  server: { url: string },
  circle: string,
  username: string,
  count: number,
) => {
  await uploadCircle(server, circle, count);
  await createSurveyor(server, username, `Name of ${username}`);
  await assign(server, username, circle);
  const phone = await phoneOf(server, username);
  for (let at = 1; at <= count; at += 1) {
    await submit(phone, circle, String(at).padStart(4, '0'), null, {
      capture_time: new Date(Date.now() - at * 60_000).toISOString(),
    });
  }
  return phone;
};
