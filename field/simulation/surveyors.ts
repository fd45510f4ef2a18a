// The simulation's own surveyors, each with a circle of its own, made through the administrator's calls.
import { circleKey } from '@survey/contract';
import type { Administrator } from '../administrator.ts';
import { inParallel } from '../in-parallel.ts';
import { seeded } from '../random.ts';

const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** Units of one simulated circle at most; a longer run visits them again. */
const unitsPerCircle = 2000;

/**
 * Sees to it that `count` simulated surveyors exist, have `password` (if they are new) and enough pins for
 * their part of `reports`. Gives their usernames.
 */
export const prepareSurveyors = async (
  administrator: Administrator,
  { count, reports, password }: { count: number; reports: number; password: string },
): Promise<string[]> => {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const pins = Math.min(unitsPerCircle, Math.max(20, Math.ceil(reports / count)));
  await administrator.storeRecords(
    numbers.flatMap((number) =>
      Array.from({ length: pins }, (_, at) => ({
        Circle: `Simulation ${pad(number, 3)}`,
        Pin: pad(at + 1, 7),
        ratingarea: 'C',
        Locality: 'Simulation',
        Block: String(Math.floor(at / 100) + 1),
        Street_Address: `House ${at + 1}, Street ${Math.floor(at / 20) + 1}`,
        OwnerName: 'Simulated owner',
      })),
    ),
  );
  const known = new Set((await administrator.mobileUsers()).map(({ username }) => username));
  await inParallel(numbers, 4, async (number) => {
    const username = `phone-${pad(number, 3)}`;
    const circle = `Simulation ${pad(number, 3)}`;
    if (!known.has(username)) await signUp(administrator, username, number, password);
    const assigned = (await administrator.circlesOf(username)).map(circleKey);
    // Assigning again adds the units that an earlier, smaller run did not have.
    if (!assigned.includes(circleKey(circle)) || known.has(username))
      await administrator.assignCircle(username, circle);
  });
  return numbers.map((number) => `phone-${pad(number, 3)}`);
};

const signUp = (
  administrator: Administrator,
  username: string,
  number: number,
  password: string,
) => {
  const random = seeded('simulation', username);
  return administrator.signUp({
    username,
    name: `Simulated phone ${number}`,
    email: `${username}@simulation.example`,
    phonenumber: `0300-${random.whole(1_000_000, 9_999_999)}`,
    cnic: `99999-${pad(number, 7)}-${number % 10}`,
    designation: 'Surveyor',
    password,
    status: true,
  });
};
