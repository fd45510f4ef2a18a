// Renders hooks and components for tests, within what the console's shell provides.
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { Dialogs } from '../app/dialogs.tsx';
import { parseSearch, stringifySearch } from '../app/search-params.ts';

/** Other tests run at the same time: a poll ends where something is wrong, not where the machine is busy. */
configure({ asyncUtilTimeout: 10_000 });

/**
 * Renders a component at an address, with the console's query cache, dialogs and toasts and a router whose history is
 * in memory. It is removed when the test ends, and what was cached, stored or shown with it.
 */
export const renderAt = async (address: string, Component: () => React.ReactNode) => {
  const root = createRootRoute();
  const screen = createRoute({ getParentRoute: () => root, path: '$', component: Component });
  const router = createRouter({
    routeTree: root.addChildren([screen]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Dialogs />
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  onTestFinished(() => {
    cleanup();
    notifications.clean();
    queryClient.clear();
    localStorage.clear();
  });
  return { router, user: userEvent.setup() };
};

/** Renders a hook at an address, as `renderAt`; `result.current` is what it returned last. */
export const renderHookAt = async <Result,>(address: string, useHook: () => Result) => {
  const result = {} as { current: Result };
  const rendered = await renderAt(address, () => {
    result.current = useHook();
    return null;
  });
  await waitFor(() => {
    if (!('current' in result)) throw new Error('not rendered yet');
  });
  return { ...rendered, result };
};
