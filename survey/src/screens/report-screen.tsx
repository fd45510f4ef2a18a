import type { DevicePin } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAccurate } from '../place/use-position.ts';
import { sendSoon } from '../send/sync.ts';
import { clockAhead } from '../store/clock.ts';
import type { Answers, Place, PlaceReason, Report } from '../store/report.ts';
import { changeReport, dropDraft, reportOf } from '../store/reports.ts';
import { keepAnswers, withTypedAnswers } from '../store/typed-answers.ts';
import { t, translatedRefusal } from '../text/text.ts';
import { checkAnswers, numberOf, type Problems } from '../ui/check-answers.ts';
import { goBack } from '../ui/route.ts';
import { ScreenHead } from '../ui/screen-head.tsx';
import { useStored } from '../ui/use-stored.ts';
import { AnswerFields } from './answer-fields.tsx';
import { PhotoField } from './photo-field.tsx';
import { PlaceField } from './place-field.tsx';
import { SentBackNote } from './sent-back-note.tsx';

/** What the office knows of the unit; the surveyor reads it, and cannot change it. */
const UnitDetails = ({ unit }: { unit: DevicePin }) => {
  const rows: [string, string][] = [
    [t('Owner'), unit.OwnerName],
    [t('Address'), unit.Street_Address],
    [t('Road'), unit.Road],
    [t('Block'), unit.Block],
    [t('Locality'), unit.Locality],
    [t('Rating area'), unit.ratingarea],
  ];
  return (
    <dl className="unit">
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
};

/** What was on the phone when the page opened at this report again. */
const keptWords = ({ hasPhoto, place, answers }: Report): string => {
  const written = Object.values(answers).filter((value) => value !== '' && value !== false).length;
  const parts = [
    hasPhoto ? t('photo') : '',
    place ? t('place') : '',
    written > 0 ? t('{count, plural, one {# answer} other {# answers}}', { count: written }) : '',
  ].filter(Boolean);
  return parts.join(', ');
};

/** Texts and numbers as they are sent: decimal commas become points. */
const cleaned = (answers: Answers): Answers => {
  const clean = (written: string) => (written.trim() === '' ? '' : String(numberOf(written)));
  return {
    ...answers,
    land_area: clean(answers.land_area),
    covered_area: clean(answers.covered_area),
    floors_num: clean(answers.floors_num),
  };
};

const refusalsOf = ({ refusal }: Report): Problems =>
  Object.fromEntries(
    Object.entries(refusal?.fields ?? {}).map(([field, texts]) => [
      field,
      texts.map(translatedRefusal).join(' '),
    ]),
  );

interface FormProps {
  username: string;
  stored: Report;
}

const ReportForm = ({ username, stored }: FormProps) => {
  const { id } = stored;
  const [answers, setAnswers] = useState(stored.answers);
  const [isChecked, setChecked] = useState(stored.refusal !== null);
  const [isAsked, setAsked] = useState(false);
  // Only what was there at the opening: a banner that appears while one writes would be noise.
  const [kept] = useState(() => (stored.changedAt > stored.begunAt ? keptWords(stored) : ''));

  const change = (changes: Partial<Answers>) => {
    const changed = { ...answers, ...changes };
    setAnswers(changed);
    void keepAnswers(username, id, changed);
  };
  const setPlace = useCallback(
    (place: Place | null) =>
      void changeReport(username, id, ({ placeReason = null }) => ({
        place,
        placeReason: place && isAccurate(place) ? null : placeReason,
        changedAt: Date.now(),
      })),
    [username, id],
  );
  const setPlaceReason = (placeReason: PlaceReason) =>
    void changeReport(username, id, () => ({ placeReason, changedAt: Date.now() }));
  const hasReason = Boolean(stored.placeReason);
  const isMissing = {
    photo: !stored.hasPhoto,
    place: !stored.place && !hasReason,
    reason: stored.place !== null && !isAccurate(stored.place) && !hasReason,
    outcome: !answers.outcome,
  };
  const problems = { ...(isChecked ? refusalsOf(stored) : {}), ...checkAnswers(answers) };

  const save = async (isSure: boolean) => {
    setChecked(true);
    const [first] = Object.keys(checkAnswers(answers));
    if (first) {
      document.getElementsByName(first)[0]?.focus();
      return;
    }
    if (!isSure && Object.values(isMissing).some(Boolean)) {
      setAsked(true);
      return;
    }
    const ahead = await clockAhead();
    await changeReport(username, id, (report) => ({
      state: 'ready',
      clockAhead: ahead,
      answers: cleaned(answers),
      capturedAt: report.capturedAt ?? new Date().toISOString(),
      changedAt: Date.now(),
      isOpen: false,
      refusal: null,
      nextAttemptAt: 0,
    }));
    void sendSoon().catch(console.error);
    goBack();
  };
  const leave = async () => {
    await changeReport(username, id, () => ({ isOpen: false }));
    goBack();
  };
  const drop = async () => {
    if (!confirm(t('Delete this report and its photo from the phone?'))) return;
    await dropDraft(username, id);
    goBack();
  };

  return (
    <main className="report">
      <ScreenHead
        title={t('PIN {pin}', { pin: stored.pin })}
        about={[stored.circle, stored.unit.Street_Address].filter(Boolean).join(' · ')}
      />
      {kept ? (
        <p className="notice" role="status">
          {t('Kept from before: {parts}.', { parts: kept })}
        </p>
      ) : null}
      {stored.refusal ? (
        <p className="problem" role="alert">
          {t('The server did not take it: {reason}', { reason: translatedRefusal(stored.refusal) })}
        </p>
      ) : null}
      {stored.unit.sent_back ? <SentBackNote unit={stored.unit} /> : null}
      <UnitDetails unit={stored.unit} />
      <PhotoField username={username} report={stored} />
      <PlaceField
        place={stored.place}
        reason={stored.placeReason ?? null}
        onPlace={setPlace}
        onReason={setPlaceReason}
      />
      <AnswerFields
        answers={answers}
        problems={problems}
        onChange={change}
        isAnswering={stored.unit.sent_back}
      />
      <footer className="actions">
        {isAsked ? (
          <div className="notice is-warning" role="alert">
            <p>
              {t('Not there yet: {parts}.', {
                parts: [
                  isMissing.photo ? t('photo') : '',
                  isMissing.place ? t('place') : '',
                  isMissing.reason ? t('why the place is not accurate') : '',
                  isMissing.outcome ? t('outcome') : '',
                ]
                  .filter(Boolean)
                  .join(', '),
              })}
            </p>
            <button type="button" className="secondary" onClick={() => void save(true)}>
              {t('Save all the same')}
            </button>
          </div>
        ) : null}
        <button type="button" className="secondary" onClick={() => void leave()}>
          {t('Later')}
        </button>
        <button type="button" className="primary" onClick={() => void save(false)}>
          {t('Save and send')}
        </button>
      </footer>
      <button type="button" className="link is-bad" onClick={() => void drop()}>
        {t('Delete this report')}
      </button>
    </main>
  );
};

/** The form of a report; one that is being sent or was sent is read only. */
export const ReportScreen = ({ username, id }: { username: string; id: string }) => {
  const isOpened = useRef(false);
  const stored = useStored(`${username} ${id}`, async () => {
    const report = await reportOf(username, id);
    // Later, what is typed here is newer than what any reading finds.
    if (isOpened.current) return { report };
    isOpened.current = true;
    return { report: await withTypedAnswers(username, report) };
  });
  const state = stored?.report?.state;
  const isEditable = state === 'draft' || state === 'refused';
  useEffect(() => {
    if (isEditable) void changeReport(username, id, () => ({ isOpen: true }));
  }, [username, id, isEditable]);
  if (!stored) return <main aria-busy="true" />;
  const { report } = stored;
  if (report && isEditable) return <ReportForm key={id} username={username} stored={report} />;
  return (
    <main>
      <ScreenHead title={report ? t('PIN {pin}', { pin: report.pin }) : t('No such report')} />
      <p className="empty">
        {report
          ? state === 'confirmed'
            ? t('The server has this report and its photo.')
            : t('This report is saved and waits to be sent.')
          : t('It is not on this phone any more.')}
      </p>
    </main>
  );
};
