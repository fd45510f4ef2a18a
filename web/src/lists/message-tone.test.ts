import { expect, test } from 'vitest';
import { messageTone } from './message-tone.ts';

test.each([
  ['Circle added successfully: 512 pins added', 'green'],
  ['Circle Model Town removed successfully', 'green'],
  ['Failed to add circle', 'red'],
  ['Error loading circles', 'red'],
  ['Saving ...', 'blue'],
])('%s is %s', (message, tone) => {
  expect(messageTone(message)).toBe(tone);
});
