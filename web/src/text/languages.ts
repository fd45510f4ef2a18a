import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';

export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ur', name: 'اردو', direction: 'rtl' },
] as const;
export type Language = (typeof languages)[number]['code'];

const storageKey = 'language';

/** English needs no catalogue: its sentences are the keys, and the server says its own. */
const catalogues: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => ({}),
  ur: async () => {
    const [{ default: own }, { default: ofServer }] = await Promise.all([
      import('./ur.json'),
      import('./ur-messages.json'),
    ]);
    return { ...own, ...ofServer };
  },
};

const find = (code: string | null) =>
  languages.find((language) => language.code === code) ?? languages[0];

const show = async (code: string | null) => {
  const language = find(code);
  const messages = await catalogues[language.code]();
  i18n.loadAndActivate({ locale: language.code, messages });
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
};

const readChoice = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Storage may be forbidden: English then.
    return null;
  }
};

/** Loads the language chosen in this browser, else English; awaited before the first paint. */
export const loadLanguage = async (): Promise<void> => {
  // Without the catalogue the console is in English.
  await show(readChoice()).catch(() => show('en'));
};

/** Switches the language and stores the choice. All screens are rendered again; the address stays. */
export const chooseLanguage = async (code: Language): Promise<void> => {
  await show(code);
  try {
    localStorage.setItem(storageKey, code);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
};

/** The language on the screen and its direction. */
export const useLanguage = () =>
  useSyncExternalStore(
    (changed) => i18n.on('change', changed),
    () => find(i18n.locale),
  );
