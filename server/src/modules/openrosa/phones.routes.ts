import { calls } from '@survey/contract';
import { read, write } from '../../plugins/calls.ts';
import { phoneCredentialsOf } from '../../plugins/phone-credentials.ts';
import { awaitedPhotosOf } from '../device/ingested-reports.queries.ts';
import { addressOf } from './openrosa-answers.ts';
import { endPhone, setUpPhones } from './phones.commands.ts';

export const phonesRoutes = {
  userPhones: read(calls.userPhones, async ({ db }, { query }) => {
    const phones = await phoneCredentialsOf(db, query.user_id);
    return {
      photos_awaited: await awaitedPhotosOf(db, query.user_id),
      phones: phones.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at: created_at.toISOString(),
        last_used: last_used_at?.toISOString() ?? null,
      })),
    };
  }),
  setUpPhones: write(calls.setUpPhones, ({ db, actor, request }, { body }) =>
    setUpPhones(db, actor, body, addressOf(request)),
  ),
  endPhone: write(calls.endPhone, ({ db, actor }, { body }) => endPhone(db, actor, body)),
};
