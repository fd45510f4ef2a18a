import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import './text.ts';

export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ur', name: 'اردو', direction: 'rtl' },
] as const;
export type Language = (typeof languages)[number]['code'];

const storageKey = 'language';

/** English needs no catalogue: its sentences are the keys. */
const catalogues: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => ({}),
  ur: async () => (await import('./ur.json')).default,
};

const find = (code: string | null) =>
  languages.find((language) => language.code === code) ?? languages[0];

const show = async (code: string | null) => {
  const language = find(code);
  i18n.loadAndActivate({ locale: language.code, messages: await catalogues[language.code]() });
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
};

/** Before the first paint: the language this person chose on this machine, else English. */
export const loadLanguage = () => show(localStorage.getItem(storageKey));

/** Shows the console in the language and remembers it. The screens are drawn anew, the address stays. */
export const chooseLanguage = async (code: Language) => {
  await show(code);
  localStorage.setItem(storageKey, code);
};

/** The language on the screen and its direction. */
export const useLanguage = () =>
  useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => find(i18n.locale),
  );
