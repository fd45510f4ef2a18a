// What administrators wrote about reports of the sample, in English and Urdu, and what surveyors answered.
import type { NoteText } from '@survey/contract';
import type { Random } from '../random.ts';

/** The circle whose reports were accepted together, without a look at them. */
export const acceptedUnseen = 'Civil Lines';

interface Words {
  english: string;
  urdu: string;
}

interface Reason extends Words {
  fields: NoteText['fields'];
  answer: Words;
}

const reasons: readonly Reason[] = [
  {
    english:
      "The photo shows the neighbour's house. Please take it from the gate, with the plate in view.",
    urdu: 'تصویر پڑوسی کے مکان کی ہے۔ گیٹ سے تصویر لیں، نمبر پلیٹ نظر آئے۔',
    fields: ['photo'],
    answer: {
      english: 'Taken again from the gate, the plate is in the picture.',
      urdu: 'گیٹ سے دوبارہ تصویر لی، پلیٹ نظر آ رہی ہے۔',
    },
  },
  {
    english: 'The photo is too dark to count the floors. Please go by day.',
    urdu: 'تصویر میں اندھیرا ہے، منزلیں گنی نہیں جا سکتیں۔ دن میں جائیں۔',
    fields: ['photo', 'floors_num'],
    answer: {
      english: 'Went in the morning, floors counted again.',
      urdu: 'صبح گیا تھا، منزلیں دوبارہ گن لیں۔',
    },
  },
  {
    english: 'The covered area is larger than land and floors allow. Please measure again.',
    urdu: 'مسقف رقبہ زمین اور منزلوں سے زیادہ ہے۔ دوبارہ پیمائش کریں۔',
    fields: ['covered_area', 'land_area'],
    answer: {
      english: 'Measured with the owner present, the old figure was in square feet.',
      urdu: 'مالک کے سامنے پیمائش کی، پہلے عدد مربع فٹ میں تھا۔',
    },
  },
  {
    english: 'The place is in the next street. Wait for a better fix before sending.',
    urdu: 'مقام اگلی گلی کا ہے۔ بھیجنے سے پہلے بہتر سگنل کا انتظار کریں۔',
    fields: ['place'],
    answer: {
      english: 'Waited at the gate until the accuracy was 4 m.',
      urdu: 'گیٹ پر کھڑے ہو کر 4 میٹر درستگی تک انتظار کیا۔',
    },
  },
  {
    english: 'There are shutters at the front. Is it not mixed use?',
    urdu: 'سامنے شٹر نظر آ رہے ہیں۔ کیا یہ ملا جلا استعمال نہیں؟',
    fields: ['land', 'Store_front'],
    answer: {
      english: 'The shutters are a garage. The owner confirmed it.',
      urdu: 'شٹر گیراج کا ہے۔ مالک نے تصدیق کی۔',
    },
  },
];

const questions: readonly (Words & Pick<Reason, 'fields'>)[] = [
  {
    english: 'The register has two owners. Ask the office before accepting.',
    urdu: 'رجسٹر میں دو مالک ہیں۔ قبول کرنے سے پہلے دفتر سے پوچھیں۔',
    fields: ['other'],
  },
  {
    english: 'Is this still our circle, or the next one?',
    urdu: 'یہ ہمارا حلقہ ہے یا اگلا؟',
    fields: ['place'],
  },
  {
    english: 'Looks like the plot of PIN before it. Compare the photos.',
    urdu: 'یہ پچھلے نمبر کا پلاٹ لگتا ہے۔ تصاویر کا موازنہ کریں۔',
    fields: ['photo'],
  },
];

/** Why a report is sent back, in the surveyor's language, and how that surveyor answers. */
export const drawReason = (random: Random, isUrdu: boolean): { note: NoteText; answer: string } => {
  const { fields, answer, ...words } = random.pick(reasons);
  const of = ({ english, urdu }: Words) => (isUrdu ? urdu : english);
  return { note: { text: of(words), fields }, answer: of(answer) };
};

/** What one administrator asks the others about a report. */
export const drawQuestion = (random: Random): NoteText => {
  const { english, urdu, fields } = random.pick(questions);
  return { text: random.chance(0.4) ? urdu : english, fields };
};
