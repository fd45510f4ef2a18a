// The questions of the form, in the order in which a surveyor walks around a house. The names of the answers are those
// of the contract's submission; limits are the contract's.
import { landTypes, limits, outcomeLabels, outcomes, submissionFields } from '@survey/contract';
import { type Told, tell, tellRefusal } from './form-texts.ts';

/** The lists that the phone downloads beside the form, as files of these names. */
export type ListName = 'circles' | 'pins';

interface Choice {
  value: string;
  text: Told;
}

/** How a question is answered. */
export type Control =
  | { kind: 'input'; type: 'string' | 'int' | 'decimal' | 'geopoint'; multiline?: boolean }
  | { kind: 'choice'; choices: readonly Choice[]; isMultiple?: boolean }
  | { kind: 'list'; list: ListName; where?: string; appearance: string }
  | { kind: 'photo' }
  | { kind: 'note' };

export interface Question {
  name: string;
  text: Told;
  hint?: Told;
  control: Control;
  /** XPath: the question is asked only where it holds. */
  relevant?: string;
  /** XPath: an answer is needed where it holds. */
  required?: string;
  constraint?: { holds: string; text: Told };
}

export interface QuestionGroup {
  name: string;
  text: Told;
  relevant?: string;
  /** All questions on one screen. */
  isOneScreen: boolean;
  questions: readonly Question[];
}

/** Most pixels of a photo's long side: plenty, and saves the surveyor's data (docs/phones.md). */
export const photoPixels = 2000;

const yes = 'true()';
const isListed = "/data/unit/listed_pin != ''";
const isSurveyed = "/data/visit/outcome = 'surveyed'";

/** XPath of a column of the chosen PIN. */
export const ofChosenPin = (column: string): string =>
  `instance('pins')/root/item[name = /data/unit/listed_pin]/${column}`;

const isSentBack = `${ofChosenPin('sent_back')} = '1'`;

const choose = (...texts: readonly (readonly [value: string, text: string])[]): Control => ({
  kind: 'choice',
  choices: texts.map(([value, text]) => ({ value, text: tell(text) })),
});

const text = (most: number, multiline = false) => ({
  control: { kind: 'input', type: 'string', multiline } satisfies Control,
  constraint: {
    holds: `string-length(.) <= ${most}`,
    text: tellRefusal('most-characters', { most }),
  },
});

const number = (type: 'int' | 'decimal', { least, most }: { least: number; most: number }) => {
  const [from, to] = [tellRefusal('least', { least }), tellRefusal('most', { most })];
  return {
    control: { kind: 'input', type } satisfies Control,
    constraint: {
      holds: `. >= ${least} and . <= ${most}`,
      text: { en: `${from.en}, ${to.en}`, ur: `${from.ur}، ${to.ur}` },
    },
  };
};

/** How a field of the contract is asked for. */
const asked = (field: (typeof submissionFields)[keyof typeof submissionFields]) => {
  switch (field.kind) {
    case 'yes-no':
      return { control: choose(['1', 'Yes'], ['0', 'No']) };
    case 'whole-number':
      return number('int', field);
    case 'number':
      return number('decimal', field);
    default:
      return text(field.most, true);
  }
};

const question = (name: keyof typeof submissionFields, more: Partial<Question> = {}): Question => ({
  name,
  text: tell(submissionFields[name].label),
  ...asked(submissionFields[name]),
  ...more,
});

const unit: QuestionGroup = {
  name: 'unit',
  text: tell('PIN'),
  isOneScreen: true,
  questions: [
    {
      name: 'circle_choice',
      text: tell('Circle'),
      control: { kind: 'list', list: 'circles', appearance: 'minimal' },
      required: yes,
    },
    {
      name: 'listed_pin',
      text: tell('PIN'),
      hint: tell('Search by PIN, owner or street'),
      control: {
        kind: 'list',
        list: 'pins',
        where: "circle = /data/unit/circle_choice and status = '0'",
        appearance: 'minimal autocomplete',
      },
      relevant: "/data/unit/unlisted != '1'",
      required: yes,
    },
    {
      name: 'details',
      text: tell(
        'Owner: {owner}\nStreet: {street}\nBlock: {block}\nLocality: {locality}\nRoad: {road}\nRating area: {ratingarea}',
      ),
      control: { kind: 'note' },
      relevant: isListed,
    },
    {
      name: 'unlisted',
      text: tell('The PIN is not on my list'),
      control: {
        kind: 'choice',
        isMultiple: true,
        choices: [{ value: '1', text: tell('Yes') }],
      },
    },
    {
      name: 'typed_pin',
      text: tell('PIN'),
      hint: tell('PIN as it stands on the house or in the papers'),
      ...text(limits.pinLength),
      relevant: "/data/unit/unlisted = '1'",
      required: yes,
    },
    {
      name: 'sent_back',
      text: tell('Sent back: survey this PIN again. {note}'),
      control: { kind: 'note' },
      relevant: `${isListed} and ${isSentBack}`,
    },
    question('answer', {
      hint: tell('To the office, which reads it beside the report'),
      relevant: `${isListed} and ${isSentBack}`,
    }),
  ],
};

const visit: QuestionGroup = {
  name: 'visit',
  text: tell('Visit'),
  isOneScreen: false,
  questions: [
    {
      name: 'outcome',
      text: tell('What did the visit come to?'),
      control: choose(...outcomes.map((outcome) => [outcome, outcomeLabels[outcome]] as const)),
      required: yes,
    },
    {
      name: 'photo',
      text: tell('Photo'),
      hint: tell('The front of the house, with its door'),
      control: { kind: 'photo' },
      required: isSurveyed,
    },
    {
      name: 'place',
      text: tell('Place'),
      hint: tell('Stand in front of the house and wait until the accuracy is good'),
      control: { kind: 'input', type: 'geopoint' },
      required: isSurveyed,
    },
  ],
};

/** What can be seen from outside is asked of locked houses too. */
const isThere = ['not_found', 'demolished', 'merged']
  .map((outcome) => `/data/visit/outcome != '${outcome}'`)
  .join(' and ');

const building: QuestionGroup = {
  name: 'building',
  text: tell('Building'),
  relevant: isThere,
  isOneScreen: true,
  questions: [
    {
      name: 'land_choice',
      text: tell(submissionFields.land.label),
      control: choose(...landTypes.map((land) => [land, land] as const), [
        'other',
        'Other',
      ] as const),
      required: isSurveyed,
    },
    {
      name: 'typed_land',
      text: tell('Which land type?'),
      ...text(submissionFields.land.most),
      relevant: "/data/building/land_choice = 'other'",
      required: yes,
    },
    question('Store_front'),
    question('floors_num'),
    question('basement'),
  ],
};

const areas: QuestionGroup = {
  name: 'areas',
  text: tell('Areas'),
  relevant: isThere,
  isOneScreen: true,
  questions: [question('land_area'), question('covered_area')],
};

const remarks: QuestionGroup = {
  name: 'remarks',
  text: tell('Remarks'),
  isOneScreen: true,
  questions: [question('info'), question('other'), question('comments')],
};

export const questionGroups: readonly QuestionGroup[] = [unit, visit, building, areas, remarks];

/** Answers that the form works out: their XPath, by name. All are of the contract's submission. */
export const calculated: Readonly<Record<string, string>> = {
  circle: "instance('circles')/root/item[name = /data/unit/circle_choice]/label",
  pin: `if(${isListed}, ${ofChosenPin('pin')}, /data/unit/typed_pin)`,
  land: "if(/data/building/land_choice = 'other', /data/building/typed_land, /data/building/land_choice)",
  capture_time: "if(/data/location_time != '', /data/location_time, /data/started_at)",
};
