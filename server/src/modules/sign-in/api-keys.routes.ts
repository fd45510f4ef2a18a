import { calls } from '@survey/contract';
import { allApiKeys } from '../../plugins/api-keys.ts';
import { own, read, write } from '../../plugins/calls.ts';
import { addApiKey, endApiKey } from './api-keys.commands.ts';
import { confirmOwner } from './confirm-owner.ts';
import { ownerOf } from './owner-of.ts';

export const apiKeysRoutes = {
  apiKeys: read(calls.apiKeys, async ({ db }) => ({
    keys: (await allApiKeys(db)).map(({ created_at, expires_at, last_used_at, ...key }) => ({
      ...key,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      last_used: last_used_at?.toISOString() ?? null,
    })),
  })),
  addApiKey: own(calls.addApiKey, async ({ db, actor, request }, { body }) => {
    const owner = ownerOf(actor, request);
    const { password, code, ...given } = body;
    await confirmOwner(db, owner, { password, code });
    return addApiKey(db, owner, given);
  }),
  endApiKey: write(calls.endApiKey, ({ db, actor }, { body }) => endApiKey(db, actor, body)),
};
