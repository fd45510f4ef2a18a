import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useLanguage } from '../text/languages.ts';
import { useContrast } from '../ui/use-contrast.ts';
import { router } from './router.tsx';
import { cssVariables, makeTheme } from './theme.ts';

/**
 * The React contexts of all screens. Dialogs and toasts belong to the shell (shell.tsx). A change of language renders
 * everything again, because `t` translates while rendering.
 */
export const Providers = () => {
  const { code, direction } = useLanguage();
  const { isHigh } = useContrast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme contains texts of the language
  const theme = useMemo(makeTheme, [code]);
  const variables = useMemo(() => cssVariables(isHigh), [isHigh]);
  useEffect(() => {
    document.documentElement.dataset.contrast = isHigh ? 'more' : 'standard';
  }, [isHigh]);

  return (
    <DirectionProvider key={code} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
};
