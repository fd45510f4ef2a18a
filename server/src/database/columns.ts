// Column types that many tables share.
import type { ColumnType, GeneratedAlways } from 'kysely';

export type Id = GeneratedAlways<number>;
export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Json = ColumnType<Record<string, unknown>, string | undefined, string>;
