// Tables of other programs' access; see tables.ts.
import type { ApiScope } from '@survey/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;

/** API keys (plugins/api-keys.ts). */
export interface ApiKeysTable {
  id: GeneratedAlways<number>;
  secret_hash: Buffer;
  /** The first characters of the key, which lists show. */
  begins: string;
  name: string;
  owner_id: number;
  scopes: ApiScope[];
  /** Circles of the key; null: all. */
  circles: string[] | null;
  created_at: Time;
  expires_at: Time;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_address: Generated<string>;
}

export interface ProgramTables {
  api_keys: ApiKeysTable;
}
