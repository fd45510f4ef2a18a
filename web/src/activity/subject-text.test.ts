import { i18n } from '@lingui/core';
import { afterAll, expect, it } from 'vitest';
import urdu from '../text/ur.json' with { type: 'json' };
import { subjectText } from './subject-text.ts';

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const subjects = [
  ['transfer-pins', 'Model Town from ali.raza to sana.khan'],
  ['assign-circle-to-users', 'Model Town to 3 users'],
  ['delete-circle', 'Model Town from ali.raza'],
  ['split-circle', 'Model Town among ali.raza, sana.khan'],
  ['store-records', '950 rows of parcels.xlsx'],
  ['add-pin', 'Model Town 0042 to ali.raza'],
  ['replace-circle-pins', 'Model Town of ali.raza'],
  ['change-pin-status', 'ali.raza, Model Town, PIN 0042'],
  ['send-back-reports', '500 reports, part 2'],
  ['change-status-bulk', '12 rows'],
  ['restore-backup', 'backup of 2026-11-21T09:30:00Z'],
  ['undo', 'Circle removed: Model Town from ali.raza'],
] as const;

it.each(subjects)('%s: the words of the audit trail in English', (action, subject) => {
  expect(subjectText(action, subject)).toBe(subject);
});

it('no subject keeps an English word in Urdu', () => {
  i18n.loadAndActivate({ locale: 'ur', messages: urdu });
  for (const [action, subject] of subjects) {
    const shown = subjectText(action, subject);
    expect(shown).not.toMatch(/\b(?:from|to|of|users|rows|reports|part|backup|removed)\b/);
    expect(shown).toMatch(/\p{Script=Arabic}/u);
  }
});

it('a name that looks like a sentence stays as it is, and what is not known too', () => {
  i18n.loadAndActivate({ locale: 'ur', messages: urdu });
  expect(subjectText('save-report-view', 'Sent back to Lahore')).toBe('Sent back to Lahore');
  expect(subjectText('mobile-signup', 'ali.raza')).toBe('ali.raza');
});
