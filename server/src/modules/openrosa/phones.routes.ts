import { calls } from '@survey/contract';
import { read, write } from '../../plugins/calls.ts';
import { phoneCredentialsOf } from '../../plugins/phone-credentials.ts';
import { phoneStatesOf } from '../../plugins/phone-states.ts';
import { awaitedPhotosOf } from '../device/ingested-reports.queries.ts';
import { addressOf } from './openrosa-answers.ts';
import { endPhone, setUpPhones } from './phones.commands.ts';

export const phonesRoutes = {
  userPhones: read(calls.userPhones, async ({ db, services }, { query }) => {
    // States of phones are stored every few seconds: store them now, so that the answer has the newest.
    await services.phoneStates.flush();
    const phones = await phoneCredentialsOf(db, query.user_id);
    const states = await phoneStatesOf(db, query.user_id);
    return {
      photos_awaited: await awaitedPhotosOf(db, query.user_id),
      page_phones: states.map(({ contact_at, unsent_since, clock_ahead_ms, ...told }) => ({
        ...told,
        last_contact: contact_at.toISOString(),
        unsent_since: unsent_since?.toISOString() ?? null,
        clock_ahead: clock_ahead_ms === null ? null : Math.round(clock_ahead_ms / 1000),
      })),
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
