import { i18n } from '@lingui/core';

/**
 * Figures are written with Latin digits in both languages, as the Unicode locale data has them for
 * Pakistan: PINs, phones and CNICs of the same screen are written so, and can be compared.
 */
const locales: Record<string, { figures: string; dates: string }> = {
  en: { figures: 'en-US', dates: 'en-GB' },
  ur: { figures: 'ur-PK-u-nu-latn', dates: 'ur-PK-u-nu-latn' },
};

/** The names under which `Intl` knows the language of the screen. */
export const locale = (): { figures: string; dates: string } =>
  locales[i18n.locale] ?? { figures: 'en-US', dates: 'en-GB' };

export const isEnglish = (): boolean => i18n.locale === 'en';

/** Makes a formatter for the language of the screen, once for each language. */
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
