import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** Everything that surrounds the screens. */
export const Providers = () => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queryClient}>
      <ModalsProvider>
        <Notifications position="top-right" limit={4} />
        <RouterProvider router={router} />
      </ModalsProvider>
    </QueryClientProvider>
  </MantineProvider>
);
