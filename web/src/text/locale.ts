import { i18n } from '@lingui/core';

/**
 * Latin digits in both languages, as in the Unicode locale data for Pakistan: PINs, phones and CNICs on the same
 * screen have them too.
 */
const locales: Record<string, { figures: string; dates: string }> = {
  en: { figures: 'en-US', dates: 'en-GB' },
  ur: { figures: 'ur-PK-u-nu-latn', dates: 'ur-PK-u-nu-latn' },
};

/** The `Intl` locales of the language of the screen. */
export const locale = (): { figures: string; dates: string } =>
  locales[i18n.locale] ?? { figures: 'en-US', dates: 'en-GB' };

/** The language of the screen, as in `lang`. */
export const screenLanguage = (): string => i18n.locale;

export const isEnglish = (): boolean => i18n.locale === 'en';

/** A formatter for the language of the screen, made once for each language. */
export const perLocale = <Formatter>(
  make: (names: { figures: string; dates: string }) => Formatter,
) => {
  const made = new Map<string, Formatter>();
  return (): Formatter => {
    const known = made.get(i18n.locale);
    if (known !== undefined) return known;
    const formatter = make(locale());
    made.set(i18n.locale, formatter);
    return formatter;
  };
};
