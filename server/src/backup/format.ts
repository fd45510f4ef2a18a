// What stands in a backup: a tar file of parts in this order. docs/operations.md tells how to open one by hand.
//   format.json                     this version, the migration, tables and their columns
//   tables/<table>/<number>.copy.gz rows as PostgreSQL's COPY writes them
//   photos/<name>                   the photos of the reports in it, some hundred at a time, and after them
//   photos/index-<number>.json      which report each belongs to, and what could not be read
//   manifest.json                   counts and checksums of everything before it
//   manifest.sha256                 the checksum of the manifest
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const formatVersion = 1;

export const names = {
  format: 'format.json',
  manifest: 'manifest.json',
  manifestSum: 'manifest.sha256',
  table: (table: string, number: number) =>
    `tables/${table}/${String(number).padStart(6, '0')}.copy.gz`,
  photo: (name: string) => `photos/${name}`,
  photoIndex: (number: number) => `photos/index-${String(number).padStart(8, '0')}.json`,
} as const;

export const tablePart = /^tables\/([a-z_]+)\/\d+\.copy\.gz$/;
export const photoIndexPart = /^photos\/index-\d+\.json$/;
export const photoPart = /^photos\/(.+)$/;

const tableInfo = z.object({ name: z.string(), columns: z.array(z.string()) });
export type TableInfo = z.infer<typeof tableInfo>;

export const formatPart = z.object({
  format: z.literal('field-survey-backup'),
  version: z.number(),
  made_at: z.string(),
  /** Names of the migrations applied to the tables, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableInfo),
});
export type FormatPart = z.infer<typeof formatPart>;

const photoIndex = z.object({
  report: z.number(),
  name: z.string(),
  sha256: z.string(),
});
export type PhotoIndex = z.infer<typeof photoIndex>;

/** A report whose photo was missing or damaged in the store, and the damage. */
const damagedPhoto = z.object({
  report: z.number(),
  circle: z.string(),
  pin: z.string(),
  name: z.string(),
  problem: z.string(),
});
export type DamagedPhoto = z.infer<typeof damagedPhoto>;

export const photoIndexList = z.object({
  photos: z.array(photoIndex),
  /** Names of the damaged photos: they are not in the backup. */
  damaged: z.array(z.string()),
  /** Their reports; backups of 0.1.0 do not have them. */
  damaged_reports: z.array(damagedPhoto).default([]),
});
export type PhotoIndexList = z.infer<typeof photoIndexList>;

export const manifest = z.object({
  tables: z.record(
    z.string(),
    z.object({
      rows: z.number(),
      parts: z.array(z.object({ bytes: z.number(), sha256: z.string() })),
    }),
  ),
  /** Last values of the sequences, by table. */
  sequences: z.record(z.string(), z.number()),
  photos: z.object({ count: z.number(), bytes: z.number(), damaged: z.number() }),
  /** Checksum over name, length and checksum of every part before the manifest, in order. */
  chain: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** Checks the parts of a backup while they pass: none may be missing, changed or in another place. */
export const startChain = () => {
  const hash = createHash('sha256');
  return {
    add: (name: string, content: Buffer): string => {
      const sum = sha256(content);
      hash.update(`${name}\0${content.length}\0${sum}\n`);
      return sum;
    },
    end: () => hash.digest('hex'),
  };
};

/** Why a backup cannot be made or used, in words for the operator. */
export class BackupError extends Error {}
