import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newMobileUser } from './users.ts';

const messagesOf = (schema: z.ZodType, value: unknown): Record<string, string[]> =>
  z.flattenError(schema.safeParse(value).error as z.ZodError).fieldErrors as Record<
    string,
    string[]
  >;

describe('refusals of a form', () => {
  test('say of every missing field that it is required', () => {
    const messages = messagesOf(newMobileUser, {});
    expect(Object.keys(messages).sort()).toEqual(
      ['cnic', 'designation', 'email', 'name', 'password', 'phonenumber', 'username'].sort(),
    );
    for (const lines of Object.values(messages)) expect(lines).toEqual(['is required']);
  });

  test('say the same of every field that is empty', () => {
    const names = ['username', 'name', 'email', 'phonenumber', 'password', 'cnic'];
    const messages = messagesOf(newMobileUser, {
      ...Object.fromEntries(names.map((name) => [name, ' '])),
      password: '',
    });
    for (const name of names) expect([name, messages[name]]).toEqual([name, ['is required']]);
  });

  test('say what a wrong value must be, in words of people', () => {
    expect(
      messagesOf(newMobileUser, {
        username: 'ali raza',
        name: 5,
        email: 'ali',
        phonenumber: '',
        designation: 'Boss',
        password: '12345',
        cnic: '35202-1',
      }),
    ).toEqual({
      username: ['must not contain spaces'],
      name: ['must be text'],
      email: ['must be a valid email'],
      phonenumber: ['is required'],
      designation: ['must be one of Surveyor, Supervisor'],
      password: ['must be at least 6 characters'],
      cnic: ['must look like XXXXX-XXXXXXX-X'],
    });
  });

  test('count characters and items', () => {
    const schema = z.object({ name: z.string().max(3), list: z.array(z.string()).min(1) });
    expect(messagesOf(schema, { name: 'long', list: [] })).toEqual({
      name: ['must be at most 3 characters'],
      list: ['must not be empty'],
    });
  });
});
