import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderHookAt } from '../testing/render-at.tsx';
import { useUrlState } from './use-url-state.ts';

const read = (raw: Record<string, string | undefined>) => ({
  page: Number(raw.page ?? 1),
  name: raw.name ?? '',
});

const renderState = (address: string) => renderHookAt(address, () => useUrlState(read));

it('reads the address and writes changes into it; what is not named stays', async () => {
  const { result, router } = await renderState('/report?page=2&name=ali');
  expect(result.current[0]).toEqual({ page: 2, name: 'ali' });
  act(() => result.current[1]({ page: '3' }));
  await waitFor(() => expect(result.current[0]).toEqual({ page: 3, name: 'ali' }));
  expect(router.state.location.href).toBe('/report?page=3&name=ali');
});

it('removes undefined and empty values from the address', async () => {
  const { result, router } = await renderState('/report?page=2&name=ali&view=4');
  act(() => result.current[1]({ page: undefined, name: '' }));
  await waitFor(() => expect(result.current[0]).toEqual({ page: 1, name: '' }));
  expect(router.state.location.href).toBe('/report?view=4');
});

it('Back undoes a change, and skips one that replaced its entry', async () => {
  const { result, router } = await renderState('/report');
  act(() => result.current[1]({ page: '2' }));
  await waitFor(() => expect(result.current[0].page).toBe(2));
  act(() => result.current[1]({ name: 'a' }, { replace: true }));
  act(() => result.current[1]({ name: 'al' }, { replace: true }));
  await waitFor(() => expect(result.current[0]).toEqual({ page: 2, name: 'al' }));
  act(() => router.history.back());
  await waitFor(() => expect(result.current[0]).toEqual({ page: 1, name: '' }));
  act(() => router.history.forward());
  await waitFor(() => expect(result.current[0]).toEqual({ page: 2, name: 'al' }));
});

it('two changes at once are both kept, and the address is known before it is rendered', async () => {
  const { result } = await renderState('/report');
  const [, change, latest] = result.current;
  act(() => {
    change({ page: '2' });
    expect(latest().page).toBe(2);
    change({ name: 'sana' });
    expect(latest()).toEqual({ page: 2, name: 'sana' });
    expect(result.current[0]).toEqual({ page: 1, name: '' });
  });
  await waitFor(() => expect(result.current[0]).toEqual({ page: 2, name: 'sana' }));
});

it('gives the same state and functions until the address changes', async () => {
  const { result, router } = await renderState('/report?page=2');
  const [state, change, latest] = result.current;
  await act(() => router.invalidate());
  expect(result.current[0]).toBe(state);
  act(() => change({ page: '3' }));
  await waitFor(() => expect(result.current[0].page).toBe(3));
  expect(result.current[1]).toBe(change);
  expect(result.current[2]).toBe(latest);
});
