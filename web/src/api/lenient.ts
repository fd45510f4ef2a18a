// Tolerance for backends of other makes: numbers and booleans as text, 'No' for null, null for an empty list, missing
// fields. The schema of a call is compiled once to readers that convert a row in one pass; what cannot be read gets
// the value that stands for "unknown", and what came is kept beside it.
import { answeredId, readBoolean, readDecimal } from '@survey/contract';
import { z } from 'zod';
import { eachInSteps, runNow, type Steps } from './steps.ts';

interface Reader {
  /** The value as the schema means it; undefined where it has no such meaning. */
  read: (value: unknown) => unknown;
  /** The value that stands for one without meaning; without it the record around it has no meaning either. */
  otherwise?: { value: unknown };
  /** True where text without meaning is kept: `asWritten`. */
  isKept?: boolean;
  /** The reader of the items, where this is a list. */
  item?: { read: Reader['read']; isRecord: boolean };
}

interface RecordReader extends Reader {
  fields: readonly (Reader & { name: string })[];
}

/** Booleans that default to true: a change that was answered was made, a user is active (spec 4). */
const truthsByName = new Set(['success', 'status']);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

const keptName = 'as_written';

/** What came in a field of a record where it is no figure, flag or status ("G+2", "12 marla"); else undefined. */
export const asWritten = (record: object, field: string): string | undefined =>
  (record as { [keptName]?: Record<string, string> })[keptName]?.[field];

/** A number, or text that is one; undefined for anything else ("No", "-", ""). */
const readNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  // Some backends write thousands separators.
  const plain = value.trim().replace(/(?<=\d),(?=\d{3}(\D|$))/g, '');
  const read = readDecimal(plain);
  return read !== undefined && Number.isFinite(read) ? read : undefined;
};

/** Whatever came, as text that can be shown. */
export const readText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (isNothing(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** As it came. An integer that JavaScript cannot hold is another id than the one that came: there is none then. */
const readId = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value === 'number' && isExact ? value : undefined;
};

/** The items of a list; PHP writes a list with gaps as an object. */
const itemsOf = (value: unknown): readonly unknown[] | undefined => {
  if (isNothing(value) || value === '') return [];
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const isNumbered = Object.keys(value).every((key) => /^\d+$/.test(key));
  return isNumbered ? Object.values(value) : undefined;
};

/** The items read, without nulls and without what is no record in a list of records; undefined where it is no list. */
function* readItems({ read, isRecord: isOfRecords }: NonNullable<Reader['item']>, value: unknown) {
  const items = itemsOf(value);
  const found: unknown[] = [];
  let isReadable = items !== undefined;
  yield* eachInSteps(items ?? [], (item) => {
    if (isOfRecords ? !isRecord(item) : isNothing(item)) return;
    const meant = read(item);
    if (meant === undefined) isReadable = false;
    else found.push(meant);
  });
  return isReadable ? found : undefined;
}

const listReader = (element: z.ZodType): Reader => {
  const item = { read: readerOf(element).read, isRecord: element instanceof z.ZodObject };
  return { read: (value) => runNow(readItems(item, value)), item };
};

const recordReader = (schema: z.ZodObject): RecordReader => {
  const fields = Object.entries(schema.shape).map(([name, one]) => ({
    name,
    ...readerOf(one as z.ZodType, name),
  }));
  const read = (value: unknown) => {
    if (!isRecord(value)) return undefined;
    const record: Record<string, unknown> = {};
    let kept: Record<string, string> | undefined;
    for (const { name, read: readField, otherwise, isKept } of fields) {
      const came = value[name];
      const meant = readField(came);
      if (meant === undefined && !otherwise) return undefined;
      record[name] = meant === undefined ? otherwise?.value : meant;
      if (meant === undefined && isKept && !isNothing(came) && readText(came).trim() !== '') {
        kept ??= {};
        kept[name] = readText(came);
      }
    }
    if (kept) record[keptName] = kept;
    return record;
  };
  return { read, fields };
};

/** One of the literal values (0 and 1), also as text or boolean. */
const literalReader = (schema: z.ZodLiteral): Reader => {
  const values = [...schema.values];
  const byText = new Map<string, unknown>(values.map((value) => [String(value), value]));
  const read = (value: unknown) => {
    const plain = readText(value).trim().toLowerCase();
    return byText.get({ true: '1', false: '0' }[plain] ?? plain);
  };
  return { read, otherwise: { value: values[0] }, isKept: true };
};

/** 'No' is how spec 3 writes that there is none. */
const isNone = (value: unknown): boolean =>
  isNothing(value) || value === '' || (typeof value === 'string' && /^\s*(no)?\s*$/i.test(value));

const nullableReader = (inner: z.ZodType, name: string): Reader => {
  const { read, isKept = false } = readerOf(inner, name);
  const isNull = inner instanceof z.ZodString ? (value: unknown) => value === '' : isNone;
  return {
    read: (value) => (isNothing(value) || isNull(value) ? null : read(value)),
    otherwise: { value: null },
    isKept,
  };
};

const booleanReader = (name: string): Reader => {
  const usual = truthsByName.has(name);
  return {
    read: (value) => (typeof value === 'boolean' ? value : readBoolean(value)),
    otherwise: { value: usual },
    isKept: true,
  };
};

const unionReader = (options: readonly z.ZodType[]): Reader => {
  const readers = options.map((option) => ({ option, ...readerOf(option) }));
  return {
    read: (value) => readers.find(({ option }) => hasSomeOf(option, value))?.read(value),
  };
};

const makeReader = (schema: z.ZodType, name: string): Reader => {
  if (schema === answeredId) return { read: readId, otherwise: { value: null } };
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap() as z.ZodType;
    // Further records are an extension of ours: no half of one is made up.
    const isExtension = inner instanceof z.ZodObject;
    const read = isExtension ? strictly(inner) : readerOf(inner, name).read;
    // Null may have a meaning of its own: never seen, not reviewed.
    const nothing = inner instanceof z.ZodNullable ? null : undefined;
    const readSet = (value: unknown) =>
      isNothing(value) ? (value === null ? nothing : undefined) : read(value);
    return { read: readSet, otherwise: { value: undefined } };
  }
  if (schema instanceof z.ZodNullable) return nullableReader(schema.unwrap() as z.ZodType, name);
  if (schema instanceof z.ZodObject) return recordReader(schema);
  if (schema instanceof z.ZodUnion) return unionReader(schema.options as z.ZodType[]);
  if (schema instanceof z.ZodArray) return listReader(schema.element as z.ZodType);
  if (schema instanceof z.ZodNumber)
    return { read: readNumber, otherwise: { value: 0 }, isKept: true };
  if (schema instanceof z.ZodBoolean) return booleanReader(name);
  // A text that must not be empty has nothing to stand for it: a sign-in without a token is none.
  if (schema instanceof z.ZodString) return { read: schema.minLength ? isText : readText };
  if (schema instanceof z.ZodLiteral) return literalReader(schema);
  return { read: strictly(schema) };
};

const strictly = (schema: z.ZodType) => (value: unknown) => schema.safeParse(value).data;

const isText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const readers = new WeakMap<z.ZodType, Map<string, Reader>>();

const readerOf = (schema: z.ZodType, name = ''): Reader => {
  const known = readers.get(schema) ?? new Map<string, Reader>();
  readers.set(schema, known);
  const reader = known.get(name) ?? makeReader(schema, name);
  known.set(name, reader);
  return reader;
};

/** True where `value` has at least one field of the object that the schema describes, also where it is null. */
export const hasSomeOf = (schema: z.ZodType, value: unknown): boolean =>
  schema instanceof z.ZodObject &&
  isRecord(value) &&
  Object.keys(schema.shape).some((name) => value[name] !== undefined);

/** Reads a reply; its lists in steps. Undefined where it does not have the meaning of the schema. */
export function* readLeniently(schema: z.ZodType, value: unknown): Steps<unknown> {
  if (schema instanceof z.ZodUnion) {
    const option = (schema.options as z.ZodType[]).find((one) => hasSomeOf(one, value));
    return option && (yield* readLeniently(option, value));
  }
  if (!(schema instanceof z.ZodObject)) return readerOf(schema).read(value);
  if (!hasSomeOf(schema, value) || !isRecord(value)) return undefined;
  const long: Record<string, unknown> = {};
  const short: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries(schema.shape)) {
    const { item } = readerOf(field as z.ZodType, name);
    if (!item) continue;
    const items = yield* readItems(item, value[name]);
    if (items === undefined) return undefined;
    long[name] = items;
    // The record is read without its lists.
    short[name] = [];
  }
  const record = readerOf(schema).read(short);
  return isRecord(record) ? { ...record, ...long } : undefined;
}
