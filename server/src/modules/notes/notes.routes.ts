import { calls } from '@survey/contract';
import { read, write } from '../../plugins/calls.ts';
import { saveReasons } from './note-reasons.commands.ts';
import { reasonsInOrder } from './note-reasons.queries.ts';

export const noteRoutes = {
  noteReasons: read(calls.noteReasons, async ({ db }) => ({ reasons: await reasonsInOrder(db) })),
  saveNoteReasons: write(calls.saveNoteReasons, async ({ db, actor }, { body }) => {
    await saveReasons(db, actor, body.reasons);
    return { reasons: await reasonsInOrder(db) };
  }),
};
