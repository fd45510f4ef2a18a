// Tolerance for backends of other makes: numbers and booleans as text, 'No' for null, null for an empty list, missing
// fields. One walk over the schema of a call converts any reply.
import { lenientBoolean } from '@survey/contract';
import { z } from 'zod';

/** Booleans that default to true: a change that was answered was made, a user is active (spec 4). */
const truthsByName = new Set(['success', 'status']);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** A number, or text that is one; undefined for anything else ("No", "-", ""). */
const figure = (value: unknown): number | undefined => {
  // Some backends write thousands separators.
  const plain = String(value ?? '')
    .trim()
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : undefined;
};

const text = (value: unknown): unknown => {
  if (isNothing(value)) return '';
  return typeof value === 'object' ? value : String(value);
};

const boolean = (value: unknown, name: string): boolean =>
  isNothing(value)
    ? truthsByName.has(name)
    : (lenientBoolean.safeParse(value).data ?? truthsByName.has(name));

/** One of the literal values (0 and 1), also as text or boolean; 'No' stays as it is (spec 3). */
const choice = (values: ReadonlySet<unknown>, value: unknown): unknown => {
  if (isNothing(value)) return [...values][0];
  const plain = String(value).trim().toLowerCase();
  const written = { true: '1', false: '0' }[plain] ?? plain;
  return [...values].find((one) => String(one) === written) ?? value;
};

/** The items of a list; PHP writes a list with gaps as an object. */
const itemsOf = (value: unknown): unknown[] | undefined => {
  if (isNothing(value) || value === '') return [];
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const isNumbered = Object.keys(value).every((key) => /^\d+$/.test(key));
  return isNumbered ? Object.values(value) : undefined;
};

const list = (element: z.ZodType, value: unknown): unknown => {
  const wanted = element instanceof z.ZodObject ? isRecord : (item: unknown) => !isNothing(item);
  return (
    itemsOf(value)
      ?.filter(wanted)
      .map((item) => loosen(element, item)) ?? value
  );
};

/** True where `value` has at least one field of the object that the schema describes. */
export const hasSomeOf = (schema: z.ZodType, value: unknown): boolean =>
  schema instanceof z.ZodObject &&
  isRecord(value) &&
  Object.keys(schema.shape).some((name) => value[name] !== undefined);

/** The value converted to the schema where its meaning is clear; else unchanged. */
export const loosen = (schema: z.ZodType, value: unknown, name = ''): unknown => {
  if (schema instanceof z.ZodOptional) {
    return isNothing(value) ? undefined : loosen(schema.unwrap() as z.ZodType, value, name);
  }
  if (schema instanceof z.ZodNullable) {
    const inner = schema.unwrap() as z.ZodType;
    if (isNothing(value) || value === '') return null;
    if (inner instanceof z.ZodNumber) return figure(value) ?? null;
    const loose = loosen(inner, value, name);
    return inner.safeParse(loose).success ? loose : null;
  }
  if (schema instanceof z.ZodObject) {
    if (!isRecord(value)) return value;
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return Object.fromEntries(fields.map(([key, one]) => [key, loosen(one, value[key], key)]));
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    const option = options.find((one) => hasSomeOf(one, value));
    return option ? loosen(option, value, name) : value;
  }
  if (schema instanceof z.ZodArray) return list(schema.element as z.ZodType, value);
  if (schema instanceof z.ZodNumber) return figure(value) ?? 0;
  if (schema instanceof z.ZodBoolean) return boolean(value, name);
  if (schema instanceof z.ZodString) return text(value);
  if (schema instanceof z.ZodLiteral) return choice(schema.values, value);
  return value;
};
