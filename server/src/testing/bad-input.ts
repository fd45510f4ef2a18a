// Invalid input: values derived from the calls' own schemas that are nearly valid, and random garbage.
import type { Call } from '@survey/contract';
import fc from 'fast-check';
import { z } from 'zod';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
}

const longText = 'x'.repeat(70_000);

/** Values that often break programs: NUL, lone surrogates, SQL, paths, formulas, non-numbers. */
const nastyTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', '\ufeff', 'İ', 'ﬀ', '🏚️', longText],
  ...["' or 1=1 --", '"; drop table users; --', '%', '_', '\\', '\\,', ',,,', '#{7*7}', '{{7*7}}'],
  ...['../../etc/passwd', '%2e%2e%2f', '=1+1', '@SUM(A1)', '<script>alert(1)</script>'],
  ...['NaN', 'Infinity', '-0', '1e309', '0x10', '9007199254740993', '-1', '2147483648', '1-'],
  ...['9223372036854775808', 'null', 'undefined', 'true', '[object Object]', '__proto__'],
  ...['31/02/2026', '00/00/0000', '9999-99-99', '2026-13-01', '10-20', '-5--1', '5-1', 'a-b'],
];
const nastyNumbers = [
  ...[0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE],
];

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...nastyNumbers) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...nastyTexts), { maxLength: 40 }) },
);

/** Circles, usernames and PINs that exist, so that nearly valid requests get past the first checks. */
const known = ['ali', 'Model Town', 'model town ', '0001', '1', 'Residential', 'No', '2026-03-10'];

const plain = (type: string | undefined): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 20 }));
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return nasty;
  }
};

const fitting = (schema: JsonSchema, depth: number): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => nearlyFitting(choice, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'array') {
    const item = depth > 3 ? nasty : nearlyFitting(schema.items ?? {}, depth + 1);
    return fc.array(item, { maxLength: 5 });
  }
  if (schema.type !== 'object') return plain(schema.type);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, nearlyFitting(field, depth + 1)] as const,
  );
  const further = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', '', 'x'),
    nasty,
    { maxKeys: 2 },
  );
  const whole = Object.fromEntries(fields);
  const given = fc.oneof(
    { weight: 3, arbitrary: fc.record(whole) },
    { weight: 1, arbitrary: fc.record(whole, { requiredKeys: [] }) },
  );
  return fc
    .tuple(given, fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, further))
    .map(([given, more]) => ({ ...given, ...more }));
};

/** A value that fits the schema nine times of ten. */
const nearlyFitting = (schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: nasty });

const schemaOf = (schema: z.ZodType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};

export interface BadRequest {
  url: string;
  headers: Record<string, string>;
  payload: Buffer | undefined;
}

/** A value as text of a query; undefined where it has no text. */
const written = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent((text ?? '').toWellFormed());
};

/** A form as phones send it: text fields, and for `photo` a file. */
const toForm = (fields: unknown): Buffer => {
  const parts = Object.entries({ ...(fields as object), photo: 'abc' }).map(([name, value]) => {
    const file = name === 'photo' ? '; filename="../../a.svg"' : '';
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  });
  return Buffer.from(`${parts.join('')}--x--\r\n`);
};

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  '',
];

/** A body that is not JSON: random bytes, truncated JSON, deep nesting, parts of a form. */
const rawBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      ...['{', '[', '{"a":', '[[[[[[', '"', '{"__proto__":{"x":1}}', 'null', '0', '""', '[]', '{}'],
      ...[
        '['.repeat(20_000),
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        '{"records":[',
        '\ufeff{}',
      ],
      ...['{"records":{}}', '{"pins":[1]}', '{"records":[1]}', '{"records":[[]],"records":1}'],
      ...['a=1&b[]=2&__proto__=3&%zz', '&&&===', 'usernames[]=ali&usernames[]=%00'],
      '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc\r\n--x--\r\n',
      '--x\r\ncontent-disposition: form-data; name="circle"\r\n\r\n',
      '--x\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--x--\r\n',
    )
    .map((text) => Buffer.from(text)),
);

/** Requests of one call, from nearly valid to random. */
export const badRequests = (call: Call): fc.Arbitrary<BadRequest> => {
  const { params, query, body, multipart } = call.input;
  const queries = fc.oneof(
    { weight: 3, arbitrary: nearlyFitting(schemaOf(query)) },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), nasty, { maxKeys: 4 }) },
  );
  const bodies = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        payload: nearlyFitting(schemaOf(body ?? multipart)).map(multipart ? toForm : toJson),
        type: fc.constant(multipart ? 'multipart/form-data; boundary=x' : 'application/json'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ payload: rawBody, type: fc.constantFrom(...contentTypes) }),
    },
  );
  return fc
    .record({ params: nearlyFitting(schemaOf(params)), query: queries, body: bodies })
    .map((made) => {
      const given = (made.params ?? {}) as Record<string, unknown>;
      const path = call.path.replace(/:(\w+)|\*/g, (_, name) => written(given[name ?? '*'] ?? 'x'));
      const search = Object.entries((made.query ?? {}) as object)
        .map(([name, value]) => `${written(name)}=${written(value)}`)
        .join('&');
      const hasBody = call.method === 'POST';
      return {
        // Node itself refuses longer headers (431).
        url: `${path}?${search}`.slice(0, 8000),
        headers: hasBody && made.body.type ? { 'content-type': made.body.type } : {},
        payload: hasBody ? made.body.payload : undefined,
      };
    });
};
