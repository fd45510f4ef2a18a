// The catalogue says what the server said before it had ids, to the letter; a refusal carries both.
import { limits, messages } from '@survey/contract';
import { translations } from '@zxcvbn-ts/language-en';
import { describe, expect, it, test } from 'vitest';
import { fieldError } from './app-error.ts';
import { say, telling } from './say.ts';

describe('plurals', () => {
  test.each([
    [
      say('circle-added', { added: 1, there: 0 }),
      'Circle added successfully: 1 pin added, 0 already there',
    ],
    [
      say('circle-added', { added: 2000, there: 1 }),
      'Circle added successfully: 2000 pins added, 1 already there',
    ],
    [
      say('circle-added-to-users', { users: 1, added: 1, there: 2 }),
      'Circle added successfully to 1 user: 1 pin added, 2 already there',
    ],
    [
      say('circle-started-over', { pins: 0, again: 0 }),
      'Circle updated successfully: 0 pins, 0 of them started over',
    ],
    [say('undone-pins', { count: 1 }), 'Undone: 1 pin.'],
    [say('undone-pins', { count: 2000 }), 'Undone: 2,000 pins.'],
    [say('undone-pins-and-reports', { count: 1 }), 'Undone: 1 pin or report.'],
    [say('undone-pins-and-reports', { count: 2 }), 'Undone: 2 pins and reports.'],
    [say('as-before-units', { count: 1 }), '1 unit will be as before.'],
    [say('as-before-reports', { count: 12 }), '12 reports will be as before.'],
    [
      say('undo-pins-not-listed', { count: 1 }),
      'This cannot be undone: 1 pin has left the parcel list since.',
    ],
    [
      say('undo-pins-changed', { count: 1500 }),
      'This cannot be undone: 1,500 pins have been changed since.',
    ],
    [
      say('undo-units-listed', { count: 2 }),
      'This cannot be undone: 2 units are on lists of users. Remove the circles from them.',
    ],
    [
      say('undo-units-reported', { count: 1 }),
      'This cannot be undone: 1 unit has reports already.',
    ],
    [
      say('sign-in-wait-minutes', { count: 1 }),
      'Too many failed sign-ins. Please try again in 1 minute.',
    ],
    [
      say('sign-in-wait-minutes', { count: 14 }),
      'Too many failed sign-ins. Please try again in 14 minutes.',
    ],
    [
      say('selection-changed', { now: 1, expected: 3 }),
      'Reports have changed meanwhile: the selection holds 1 report now, not 3. Nothing was done.',
    ],
    [
      say('rows-refused', { first: 'Row 2: Missing Circle or Pin', more: 1 }),
      'Row 2: Missing Circle or Pin (and 1 more row that cannot be taken)',
    ],
    [
      say('upload-done-unassignable', {
        stored: '1',
        updated: '0',
        unchanged: '0',
        unassignable: 1,
      }),
      'Upload successful: 1 stored, 0 updated, 0 unchanged. 1 row has no Circle or no Pin: it is kept but cannot be assigned.',
    ],
  ])('%j', ({ text }, expected) => {
    expect(text).toBe(expected);
  });
});

it('reads nothing in a value as a placeholder', () => {
  expect(say('no-circle', { circle: "{circle} 'x' <b>" }).text).toBe(
    'There is no circle "{circle} \'x\' <b>".',
  );
});

it('says the limits that hold', () => {
  expect(messages['login-password-short']).toContain(` ${limits.passwordMinLength} `);
});

it('knows every warning of the password matcher', () => {
  const ours = new Set<string>(Object.values(messages));
  const { pwned: _, ...warnings } = translations.warnings;
  const missing = Object.values(warnings).filter(
    (warning) => !ours.has(`is too easy to guess: ${warning.replace(/\.$/, '')}`),
  );
  expect(missing).toEqual([]);
});

it('gives an answer its message with the id and the values', () => {
  expect(telling('view-saved', { name: 'Mine' })).toEqual({
    message: 'View "Mine" is saved.',
    said: { id: 'view-saved', values: { name: 'Mine' } },
  });
});

it('names the first field of a 422, and keeps the ids of all', () => {
  const error = fieldError({ email: [say('taken', { field: 'email' })], cnic: [say('required')] });
  expect(error.message).toBe('email: The email has already been taken.');
  expect(error.errors).toEqual({
    email: ['The email has already been taken.'],
    cnic: ['is required'],
  });
  expect(error.fields?.cnic).toEqual([{ text: 'is required', said: { id: 'required' } }]);
});
