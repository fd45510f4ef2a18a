import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { useLanguage } from '../text/languages.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/**
 * Everything that surrounds the screens. Dialogs and toasts belong to the shell: see shell.tsx.
 * Another language draws all of it anew: texts are asked for while drawing.
 */
export const Providers = () => {
  const { code, direction } = useLanguage();
  return (
    <DirectionProvider key={code} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
};
