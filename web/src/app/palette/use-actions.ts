import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { chooseLanguage, languages, useLanguage } from '../../text/languages.ts';
import { t } from '../../text/text.ts';
import type { Target } from './find.ts';

/** The actions of the palette. */
export const useActions = (onShortcuts: () => void): Target[] => {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const { code } = useLanguage();
  const action = (id: string, label: string, act: () => void): Target => ({
    id: `action-${id}`,
    group: 'Actions',
    label,
    act,
  });
  return [
    action('shortcuts', t('Show keyboard shortcuts'), onShortcuts),
    action('colours', isDark ? t('Switch to light colours') : t('Switch to dark colours'), () =>
      setColorScheme(isDark ? 'light' : 'dark'),
    ),
    ...languages
      .filter((language) => language.code !== code)
      .map((language) =>
        action(
          `language-${language.code}`,
          t('Switch to {language}', { language: language.name }),
          () => void chooseLanguage(language.code),
        ),
      ),
  ];
};
