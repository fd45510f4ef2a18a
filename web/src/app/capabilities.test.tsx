import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { capabilitiesQuery, useCan, useIsOurServer } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';
import { startSession } from '../api/session.ts';
import { renderHookAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';

const capabilities = {
  calls: ['reportDetails'],
  time_zone: 'UTC',
  maps_url: null,
  subreport_usernames: [],
  user: { id: 1, role_id: 1, name: 'Amina', username: 'amina', email: 'amina@example.org' },
};

const renderCan = () => {
  startSession({ token: 'secret', user: { role_id: 1 } });
  return renderHookAt('/report', () => ({
    can: useCan('reportDetails'),
    isOurs: useIsOurServer(),
  }));
};

it('takes what the backend lists', async () => {
  await serveCalls({ capabilities: () => capabilities });
  const { result } = await renderCan();
  await waitFor(() => expect(result.current).toEqual({ can: true, isOurs: true }));
});

it('waits 2 s at most, asks once, and takes an answer that comes later', async () => {
  let asked = 0;
  let answer = (_: typeof capabilities) => {};
  await serveCalls({
    capabilities: () => {
      asked += 1;
      return new Promise<typeof capabilities>((resolve) => {
        answer = resolve;
      });
    },
  });
  const { result } = await renderCan();
  expect(await queryClient.ensureQueryData(capabilitiesQuery)).toMatchObject({ calls: [] });
  expect(result.current).toEqual({ can: false, isOurs: false });
  answer(capabilities);
  await waitFor(() => expect(result.current.can).toBe(true));
  expect(asked).toBe(1);
});

it('a backend that is away is asked again until it answers', async () => {
  let asked = 0;
  await serveCalls({
    capabilities: () => {
      asked += 1;
      if (asked < 3) throw new Refusal(503, 'Later');
      return capabilities;
    },
  });
  const { result } = await renderCan();
  expect(await queryClient.ensureQueryData(capabilitiesQuery)).toMatchObject({ calls: [] });
  await waitFor(() => expect(result.current.can).toBe(true));
  expect(asked).toBe(3);
});

it.each([
  404, 403, 500,
])('of a backend that answers %i are none, and it is asked once', async (status) => {
  let asked = 0;
  await serveCalls({
    capabilities: () => {
      asked += 1;
      throw new Refusal(status, 'No');
    },
  });
  const { result } = await renderCan();
  for (let times = 0; times < 3; times += 1) {
    expect(await queryClient.ensureQueryData(capabilitiesQuery)).toMatchObject({ calls: [] });
  }
  expect(result.current.isOurs).toBe(false);
  expect(asked).toBe(1);
});
