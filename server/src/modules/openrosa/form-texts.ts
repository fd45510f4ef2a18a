// The sentences of the form, English and Urdu. Those that the console says too are said alike
// (rules/form-texts.test.ts).
import { type FieldMessageId, fill } from '@survey/contract';

/** Urdu by the English sentence. `{name}` is filled in on the phone. */
const urdu: Readonly<Record<string, string>> = {
  'Property report': 'جائیداد کی رپورٹ',
  Circle: 'حلقہ',
  PIN: 'پن',
  'Search by PIN, owner or street': 'پن، مالک یا گلی سے تلاش کریں',
  'The PIN is not on my list': 'پن میری فہرست میں نہیں ہے',
  'PIN as it stands on the house or in the papers': 'پن جیسا گھر یا کاغذات پر لکھا ہے',
  'Owner: {owner}\nStreet: {street}\nBlock: {block}\nLocality: {locality}\nRoad: {road}\nRating area: {ratingarea}':
    'مالک: {owner}\nگلی: {street}\nبلاک: {block}\nعلاقہ: {locality}\nسڑک: {road}\nریٹنگ ایریا: {ratingarea}',
  'Sent back: survey this PIN again. {note}': 'واپس بھیجی گئی: اس پن کا دوبارہ سروے کریں۔ {note}',
  'Answer to your office': 'دفتر کو جواب',
  'To the office, which reads it beside the report': 'دفتر کے لیے، جو اسے رپورٹ کے ساتھ پڑھتا ہے',
  Visit: 'دورہ',
  'What did the visit come to?': 'دورے کا نتیجہ کیا رہا؟',
  Surveyed: 'سروے شدہ',
  Locked: 'تالا لگا ہے',
  Refused: 'انکار کیا گیا',
  'Not found': 'نہیں ملا',
  'Under construction': 'زیر تعمیر',
  Demolished: 'گرا دیا گیا',
  Merged: 'کسی اور میں ضم',
  Photo: 'تصویر',
  'The front of the house, with its door': 'گھر کا سامنے کا رخ، دروازے سمیت',
  Place: 'مقام',
  'Stand in front of the house and wait until the accuracy is good':
    'گھر کے سامنے کھڑے ہوں اور درستی اچھی ہونے تک انتظار کریں',
  Building: 'عمارت',
  'Land Type': 'زمین کی قسم',
  'Which land type?': 'زمین کی کون سی قسم؟',
  Residential: 'رہائشی',
  Commercial: 'تجارتی',
  'Mixed Use': 'ملا جلا استعمال',
  Industrial: 'صنعتی',
  Agricultural: 'زرعی',
  'Vacant Plot': 'خالی پلاٹ',
  'Store Front': 'دکان کا سامنا',
  Floors: 'منزلیں',
  Basement: 'تہہ خانہ',
  Areas: 'رقبے',
  'Land Area': 'زمین کا رقبہ',
  'Covered Area': 'تعمیر شدہ رقبہ',
  Remarks: 'مزید باتیں',
  Info: 'معلومات',
  Other: 'دیگر',
  Comments: 'تبصرہ',
  Yes: 'ہاں',
  No: 'نہیں',
};

/** A sentence in both languages. */
export interface Told {
  en: string;
  ur: string;
}

/** A sentence that nobody has translated is shown in English; the tests want every one of them in both. */
export const tell = (text: string): Told => ({ en: text, ur: urdu[text] ?? text });

/** Urdu of what the contract says of a value that it refuses. */
const refusals = {
  required: 'لازمی ہے',
  least: 'کم از کم {least} ہونا چاہیے',
  most: 'زیادہ سے زیادہ {most} ہو سکتا ہے',
  'most-characters': 'زیادہ سے زیادہ {most} حروف ہو سکتے ہیں',
} as const satisfies Partial<Record<FieldMessageId, string>>;

/** What the contract says of a refused value, in both languages. */
export const tellRefusal = (
  id: keyof typeof refusals,
  values: Record<string, number> = {},
): Told => ({
  en: fill(id, values),
  ur: refusals[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
});

/** All of both, for the rule that compares them with the console's. */
export const formTexts = { urdu, refusals };
