// Texts of the sheet that describes the file, in the languages of the console.
import type { SheetOptions } from '@survey/contract';

type Language = SheetOptions['language'];

const texts = {
  about: { en: 'About this file', ur: 'اس فائل کے بارے میں' },
  reports: { en: 'Reports', ur: 'رپورٹیں' },
  users: { en: 'Users', ur: 'صارفین' },
  circles: { en: 'Circles', ur: 'سرکل' },
  activity: { en: 'Activity', ur: 'سرگرمی' },
  made: { en: 'Made at', ur: 'بننے کا وقت' },
  by: { en: 'Made by', ur: 'بنانے والا' },
  key: { en: 'With the API key', ur: 'API کلید سے' },
  timeZone: { en: 'Times are of', ur: 'اوقات' },
  filter: { en: 'Filter', ur: 'فلٹر' },
  none: { en: 'none', ur: 'کوئی نہیں' },
  rows: { en: 'Rows', ur: 'قطاریں' },
  reviewed: { en: 'Reviewed', ur: 'جانچی گئیں' },
  sentBack: { en: 'Sent back', ur: 'واپس بھیجی گئیں' },
  flagged: { en: 'Flagged', ur: 'نشان زدہ' },
  second: { en: 'Second reports', ur: 'دوسری رپورٹیں' },
  notOnList: { en: 'PIN not on the list', ur: 'پن فہرست میں نہیں' },
  withoutPhoto: { en: 'Without a photo', ur: 'تصویر کے بغیر' },
  withoutPlace: { en: 'Without a position', ur: 'مقام کے بغیر' },
} as const satisfies Record<string, Record<Language, string>>;

export type SheetText = keyof typeof texts;

/** Returns a function that gives texts in a language. */
export const sheetText =
  (language: Language) =>
  (name: SheetText): string =>
    texts[name][language];
