// Tables of surveyors' phones; see tables.ts.
import type { Id, OptionalTime, Time } from './columns.ts';

/** Credentials of phones with Collect (plugins/phone-credentials.ts). */
export interface PhoneCredentialsTable {
  id: Id;
  secret_hash: Buffer;
  user_id: number;
  name: string;
  created_at: Time;
  last_used_at: OptionalTime;
}

/** Codes with which surveyors sign in once (modules/sign-in/sign-in-codes.commands.ts). */
export interface SignInCodesTable {
  user_id: number;
  code_hash: Buffer;
  created_at: Time;
}

/** What each phone reported about itself (plugins/phone-states.ts). */
export interface PhoneStatesTable {
  user_id: number;
  device_id: string;
  app: string | null;
  app_version: string | null;
  contact_at: Time;
  unsent: number | null;
  unsent_since: OptionalTime;
  free_bytes: number | null;
  clock_ahead_ms: number | null;
}
