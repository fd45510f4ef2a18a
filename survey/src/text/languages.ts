// The languages of the page. The choice is the phone's, kept in this browser.
import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ur', name: 'اردو', direction: 'rtl' },
] as const;
export type Language = (typeof languages)[number]['code'];

const storageKey = 'survey-language';

const catalogues: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => ({}),
  ur: async () => {
    const [{ default: own }, { default: ofServer }] = await Promise.all([
      import('./ur.json'),
      import('@survey/web/src/text/ur-messages.json'),
    ]);
    return { ...own, ...ofServer };
  },
};

const find = (code: string | null | undefined) =>
  languages.find((language) => language.code === code);

const show = async (language: (typeof languages)[number]) => {
  i18n.loadAndActivate({ locale: language.code, messages: await catalogues[language.code]() });
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
};

/** Loads the language chosen on this phone, else the phone's own, else English. */
export const loadLanguage = async (): Promise<void> => {
  const chosen = find(localStorage.getItem(storageKey)) ?? find(navigator.language.slice(0, 2));
  await show(chosen ?? languages[0]).catch(() => show(languages[0]));
};

export const chooseLanguage = async (code: Language): Promise<void> => {
  localStorage.setItem(storageKey, code);
  await show(find(code) ?? languages[0]);
};

export const useLanguage = () =>
  useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => find(i18n.locale) ?? languages[0],
  );
