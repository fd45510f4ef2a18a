// The subject of an audit entry in the language of the screen. Entries keep it in English; names have no spaces.
import { activityActions } from '@survey/contract';
import { known, msg, t } from '../text/text.ts';

/** Forms of subjects: the sentence holds what the expression names. The first that matches counts. */
const forms: [form: RegExp, sentence: string][] = [
  [/^(?<what>.+) from (?<source>\S+) to (?<target>\S+)$/, msg('{what} from {source} to {target}')],
  [
    /^(?<what>.+) to (?<users>\d+) users$/,
    msg('{what} to {users, plural, one {# user} other {# users}}'),
  ],
  [
    /^(?<rows>\d+) rows? of (?<file>.+)$/,
    msg('{rows, plural, one {# row} other {# rows}} of {file}'),
  ],
  [/^(?<what>.+) among (?<names>.+)$/, msg('{what} among {names}')],
  [/^backup of (?<made>\S+)$/, msg('backup of {made}')],
  [/^(?<what>.+) from (?<source>\S+)$/, msg('{what} from {source}')],
  [/^(?<what>.+) to (?<target>\S+)$/, msg('{what} to {target}')],
  [/^(?<what>.+) of (?<owner>\S+)$/, msg('{what} of {owner}')],
  [/^(?<rows>\d+) rows?$/, msg('{rows, plural, one {# row} other {# rows}}')],
  [/^(?<owner>\S+), (?<circle>.+), PIN (?<pin>.+)$/, msg('{owner}, {circle}, PIN {pin}')],
  [
    /^(?<reports>\d+) reports, part (?<part>\d+)$/,
    msg('{reports, plural, one {# report} other {# reports}}, part {part}'),
  ],
];

/** Actions whose subject is a sentence; that of the others is a name, which may look like one. */
const plain = new Set<string>([
  'save-report-view',
  'change-report-view',
  'delete-report-view',
  'submit-report',
  'sign-in-failed',
]);

const counted = new Set(['users', 'rows', 'reports', 'part']);

/** What an entry is about; as it came where it has no form that is known here. */
export const subjectText = (action: string, subject: string): string => {
  if (plain.has(action)) return subject;
  if (action === 'undo') {
    const undone = Object.entries(activityActions).find(([, label]) =>
      subject.startsWith(`${label}: `),
    );
    if (!undone) return subject;
    const [name, label] = undone;
    const what = subjectText(name, subject.slice(label.length + 2));
    return t('{action}: {what}', { action: known(label), what });
  }
  for (const [form, sentence] of forms) {
    const values = form.exec(subject)?.groups;
    if (values)
      return t(
        sentence,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            counted.has(name) ? Number(value) : value,
          ]),
        ),
      );
  }
  return subject;
};
