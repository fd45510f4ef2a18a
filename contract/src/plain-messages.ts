// Validation messages in plain words, defined once for every schema: they are shown beside fields and in the 422 lines
// (spec 5), where zod's own "expected string, received undefined" is not helpful.
import { config } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const sizes: Record<string, string> = { string: ' characters', array: ' items' };

/** The console's Content-Security-Policy forbids eval; zod would try it, and the browser report it. */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;

// Not `z.config`: whatever `z` makes and nobody reads is left out of the console (web/vite.config.ts).
config({
  jitless: isBrowser,
  customError: (issue) => {
    if (issue.input === undefined && issue.code !== 'custom') return 'is required';
    const size = sizes[String(issue.origin)] ?? '';
    switch (issue.code) {
      case 'invalid_type':
        return `must be ${kinds[issue.expected] ?? issue.expected}`;
      case 'invalid_value':
        return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
      case 'too_big':
        return `must be at most ${issue.maximum}${size}`;
      case 'too_small':
        if (issue.origin === 'array' && issue.minimum === 1) return 'must not be empty';
        return `must be at least ${issue.minimum}${size}`;
      default:
        // Undefined keeps zod's own message.
        return undefined;
    }
  },
});
