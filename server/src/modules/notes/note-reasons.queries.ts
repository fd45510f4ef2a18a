import type { NoteReason } from '@survey/contract';
import type { Reader } from '../../database/connection.ts';

/** The ready-made reasons for sending back, in their order. */
export const reasonsInOrder = (db: Reader): Promise<NoteReason[]> =>
  db.selectFrom('note_reasons').select(['text', 'fields']).orderBy('position').execute();
