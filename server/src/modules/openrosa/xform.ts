// The form as an XForm (ODK XForms), written from the questions. Nothing in it is kept by hand.
import { createHash } from 'node:crypto';
import {
  type Control,
  calculated,
  ofChosenPin,
  photoPixels,
  type Question,
  type QuestionGroup,
  questionGroups,
} from './form-questions.ts';
import { type Told, tell } from './form-texts.ts';
import { element, type Xml, xmlDocument } from './xml.ts';

/** The form's id, the same for ever: phones know it. */
export const formId = 'property-report';

/** Form languages as Collect names them. */
const languages = { en: 'English (en)', ur: 'اردو (ur)' } as const;

const namespaces = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
  'xmlns:entities': 'http://www.opendatakit.org/xforms/entities',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
};

/** The sentences of a question by the id of its texts. */
const textsOf = (question: Question): [id: string, text: Told][] => {
  const { name, text, hint, constraint, control } = question;
  const choices = control.kind === 'choice' ? control.choices : [];
  return [
    [`${name}:label`, text],
    ...(hint ? [[`${name}:hint`, hint] as [string, Told]] : []),
    ...(constraint ? [[`${name}:constraint`, constraint.text] as [string, Told]] : []),
    ...choices.map((choice): [string, Told] => [`${name}:${choice.value}`, choice.text]),
  ];
};

/** A sentence with what the phone fills in from the chosen PIN. */
const withOutputs = (sentence: string): (Xml | string)[] =>
  sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : element('output', { value: ofChosenPin(part) })));

const translation = (language: keyof typeof languages, texts: readonly [string, Told][]): Xml =>
  element(
    'translation',
    { lang: languages[language], ...(language === 'en' && { default: 'true()' }) },
    ...texts.map(([id, text]) =>
      element('text', { id }, element('value', {}, ...withOutputs(text[language]))),
    ),
  );

const itext = (): Xml => {
  const texts = questionGroups.flatMap(({ name, text, questions }): [string, Told][] => [
    [`${name}:title`, text],
    ...questions.flatMap(textsOf),
  ]);
  return element('itext', {}, translation('en', texts), translation('ur', texts));
};

/** The empty answers. `version` is empty where it is still to be found out. */
const instance = (version: string): Xml =>
  element(
    'instance',
    {},
    element(
      'data',
      { id: formId, version },
      element('started_at'),
      element('device_id'),
      element('app', {}, 'ODK Collect'),
      element('app_version', {}, `form ${version}`),
      element('location_time'),
      ...questionGroups.map(({ name, questions }) =>
        element(name, {}, ...questions.map((question) => element(question.name))),
      ),
      ...Object.keys(calculated).map((name) => element(name)),
      element('status'),
      element(
        'meta',
        {},
        element('instanceID'),
        element('instanceName'),
        element('entity', {
          dataset: 'pins',
          id: '',
          update: '',
          baseVersion: '',
          trunkVersion: '',
          branchId: '',
        }),
      ),
    ),
  );

const typeOf = (control: Control): string => {
  if (control.kind === 'input') return control.type;
  return control.kind === 'photo' ? 'binary' : 'string';
};

const questionBind = (group: QuestionGroup, question: Question): Xml => {
  const { name, control, relevant, required, constraint } = question;
  return element('bind', {
    nodeset: `/data/${group.name}/${name}`,
    type: typeOf(control),
    relevant,
    required,
    ...(constraint && {
      constraint: constraint.holds,
      'jr:constraintMsg': `jr:itext('${name}:constraint')`,
    }),
    ...(control.kind === 'note' && { readonly: 'true()' }),
    ...(control.kind === 'photo' && { 'orx:max-pixels': String(photoPixels) }),
  });
};

const calculate = (path: string, expression: string, more: Record<string, string> = {}): Xml =>
  element('bind', {
    nodeset: `/data/${path}`,
    type: 'string',
    readonly: 'true()',
    calculate: expression,
    ...more,
  });

/** What the phone fills in by itself. */
const preload = (path: string, type: string, source: string, parameter?: string): Xml =>
  element('bind', {
    nodeset: `/data/${path}`,
    type,
    readonly: 'true()',
    'jr:preload': source,
    'jr:preloadParams': parameter,
  });

/**
 * The pin as an entity: a phone that filled in its form knows it as surveyed at once, without network, and offers it no
 * more. The server's list says the same when it has the report.
 */
const entityBinds = (): Xml[] => [
  calculate('meta/entity/@id', '/data/unit/listed_pin'),
  calculate('meta/entity/@update', "if(/data/unit/listed_pin != '', '1', '0')"),
  calculate('meta/entity/@baseVersion', ofChosenPin('__version')),
  calculate('meta/entity/@trunkVersion', ofChosenPin('__trunkVersion')),
  calculate('meta/entity/@branchId', ofChosenPin('__branchId')),
  calculate('status', "'1'", { 'entities:saveto': 'status' }),
];

const binds = (): Xml[] => [
  preload('started_at', 'dateTime', 'timestamp', 'start'),
  preload('device_id', 'string', 'property', 'deviceid'),
  element('bind', { nodeset: '/data/location_time', type: 'dateTime' }),
  ...questionGroups.flatMap((group) => [
    ...(group.relevant
      ? [element('bind', { nodeset: `/data/${group.name}`, relevant: group.relevant })]
      : []),
    ...group.questions.map((question) => questionBind(group, question)),
  ]),
  ...Object.entries(calculated).map(([name, expression]) => calculate(name, expression)),
  preload('meta/instanceID', 'string', 'uid'),
  calculate('meta/instanceName', "concat(/data/pin, ' · ', /data/circle)"),
  ...entityBinds(),
];

const list = (name: string): Xml =>
  element('instance', { id: name, src: `jr://file-csv/${name}.csv` });

const model = (version: string): Xml =>
  element(
    'model',
    { 'odk:xforms-version': '1.0.0', 'entities:entities-version': '2024.1.0' },
    itext(),
    instance(version),
    list('circles'),
    list('pins'),
    ...binds(),
    // A surveyor with one circle need not choose it.
    element('setvalue', {
      event: 'odk-instance-first-load',
      ref: '/data/unit/circle_choice',
      value:
        "if(count(instance('circles')/root/item) = 1, instance('circles')/root/item[position() = 1]/name, '')",
    }),
  );

const words = ({ name, hint }: Question): Xml[] => [
  element('label', { ref: `jr:itext('${name}:label')` }),
  ...(hint ? [element('hint', { ref: `jr:itext('${name}:hint')` })] : []),
];

/** The time at which the place was taken: the surveyor stood there then. */
const noteLocationTime = (): Xml =>
  element('setvalue', {
    event: 'xforms-value-changed',
    ref: '/data/location_time',
    value: "if(/data/visit/place != '', now(), '')",
  });

const input = (question: Question, ref: string): Xml => {
  const { control } = question;
  const isPlace = control.kind === 'input' && control.type === 'geopoint';
  const isLong = control.kind === 'input' && control.multiline;
  return element(
    'input',
    {
      ref,
      ...(isLong && { appearance: 'multiline' }),
      // Metres: the phone takes the place by itself when it is as good, and warns where it is worse.
      ...(isPlace && { accuracyThreshold: '8', unacceptableAccuracyThreshold: '50' }),
    },
    ...words(question),
    ...(isPlace ? [noteLocationTime()] : []),
  );
};

const controlOf = (group: QuestionGroup, question: Question): Xml => {
  const { control, name } = question;
  const ref = `/data/${group.name}/${name}`;
  switch (control.kind) {
    case 'choice':
      return element(
        control.isMultiple ? 'select' : 'select1',
        { ref },
        ...words(question),
        ...control.choices.map(({ value }) =>
          element(
            'item',
            {},
            element('label', { ref: `jr:itext('${name}:${value}')` }),
            element('value', {}, value),
          ),
        ),
      );
    case 'list':
      return element(
        'select1',
        { ref, appearance: control.appearance },
        ...words(question),
        element(
          'itemset',
          {
            nodeset: `instance('${control.list}')/root/item${control.where ? `[${control.where}]` : ''}`,
          },
          element('value', { ref: 'name' }),
          element('label', { ref: 'label' }),
        ),
      );
    case 'photo':
      // A new picture, none of the phone's gallery.
      return element(
        'upload',
        { ref, mediatype: 'image/*', appearance: 'new' },
        ...words(question),
      );
    default:
      return input(question, ref);
  }
};

const body = (): Xml[] =>
  questionGroups.map((group) =>
    element(
      'group',
      { ref: `/data/${group.name}`, ...(group.isOneScreen && { appearance: 'field-list' }) },
      element('label', { ref: `jr:itext('${group.name}:title')` }),
      ...group.questions.map((question) => controlOf(group, question)),
    ),
  );

const written = (version: string): string =>
  xmlDocument(
    element(
      'h:html',
      namespaces,
      element('h:head', {}, element('h:title', {}, tell('Property report').en), model(version)),
      element('h:body', {}, ...body()),
    ),
  );

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The form as phones download it. Its version follows from its content. */
const version = md5(written('')).slice(0, 12);
const xml = written(version);

export const form = { id: formId, name: tell('Property report').en, version, xml, md5: md5(xml) };
