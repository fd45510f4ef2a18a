import { cnicPattern, newMobileUser, noteText, storeRecords, submission } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { localHour, midnight } from './calendar.ts';
import { sampleCircles } from './circles.ts';
import { type PlannedSubmission, planSampleOperation } from './plan.ts';
import { samplePassword } from './surveyors.ts';

// A Saturday, 15:30 in Pakistan.
const now = new Date('2026-11-21T10:30:00Z');
const plan = planSampleOperation(now);
const reports = plan.surveyors.flatMap((surveyor) =>
  surveyor.reports.map((report) => ({ ...report, surveyor })),
);
const submissions: PlannedSubmission[] = reports.flatMap(({ answer, ...first }) =>
  answer ? [first, answer] : [first],
);
const urdu = /[\u0600-\u06ff]/;
const timeOf = ({ submission: { capture_time } }: PlannedSubmission) => Date.parse(capture_time);

describe('the parcel list', () => {
  it('has 6 000 units in 12 circles, one written in Urdu and one with a comma', () => {
    expect(plan.units).toHaveLength(6000);
    const names = new Set(plan.units.map(({ Circle }) => Circle));
    expect(names.size).toBe(12);
    expect([...names].filter((name) => urdu.test(name))).toHaveLength(1);
    expect([...names].filter((name) => name.includes(','))).toHaveLength(1);
  });

  it('is taken by store-records', () => {
    const body = storeRecords.input.body.parse({ records: plan.units.map((row) => ({ ...row })) });
    expect(body.records).toHaveLength(6000);
  });

  it('never repeats a PIN within a circle, and does between two of them', () => {
    const keys = new Set(plan.units.map(({ Circle, Pin }) => `${Circle}|${Pin}`));
    expect(keys.size).toBe(6000);
    expect(new Set(plan.units.map(({ Pin }) => Pin)).size).toBeLessThan(6000);
  });

  it('has PINs of seven digits, most with leading zeros', () => {
    for (const { Pin } of plan.units) expect(Pin).toMatch(/^\d{7}$/);
    const leading = plan.units.filter(({ Pin }) => Pin.startsWith('0')).length;
    expect(leading).toBeGreaterThan(4500);
    expect(leading).toBeLessThan(6000);
  });

  it('has varied owners and addresses, some in Urdu', () => {
    expect(new Set(plan.units.map(({ OwnerName }) => OwnerName)).size).toBeGreaterThan(1500);
    expect(new Set(plan.units.map(({ Street_Address }) => Street_Address)).size).toBeGreaterThan(
      1500,
    );
    const share = plan.units.filter(({ OwnerName }) => urdu.test(OwnerName)).length / 6000;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.3);
  });
});

describe('the surveyors', () => {
  it('are 24 whom mobile/signup takes, two of them blocked, some supervisors', () => {
    expect(plan.surveyors).toHaveLength(24);
    for (const surveyor of plan.surveyors) {
      newMobileUser.parse({ ...surveyor, password: samplePassword });
      expect(surveyor.cnic).toMatch(cnicPattern);
      expect(surveyor.phonenumber).toMatch(/^03\d{2}-\d{7}$/);
    }
    expect(plan.surveyors.filter(({ isBlocked }) => isBlocked)).toHaveLength(2);
    expect(plan.surveyors.filter(({ designation }) => designation === 'Supervisor').length).toBe(3);
    expect(plan.surveyors.some(({ name }) => urdu.test(name))).toBe(true);
  });

  it('share no username, email or CNIC', () => {
    for (const key of ['username', 'email', 'cnic'] as const)
      expect(new Set(plan.surveyors.map((surveyor) => surveyor[key].toLowerCase())).size).toBe(24);
  });

  it('have only circles of the district', () => {
    const names = new Set(sampleCircles.map(({ name }) => name));
    for (const { circles } of plan.surveyors)
      for (const circle of circles) expect(names).toContain(circle);
  });
});

describe('the reports', () => {
  it('are about 3 500, each for a different unit on the list of its surveyor', () => {
    expect(reports.length).toBeGreaterThan(3400);
    expect(reports.length).toBeLessThan(3600);
    const units = new Set(plan.units.map(({ Circle, Pin }) => `${Circle}|${Pin}`));
    const seen = new Set<string>();
    for (const { submission: sent, surveyor } of reports) {
      expect(surveyor.circles).toContain(sent.circle);
      expect(units.delete(`${sent.circle}|${sent.pin}`)).toBe(true);
      seen.add(`${sent.circle}|${sent.pin}`);
    }
    expect(seen.size).toBe(reports.length);
  });

  it('are taken by the device API', () => {
    for (const { id, submission: sent } of submissions)
      expect(submission.parse({ submission_id: id, ...sent }).pin).toBe(sent.pin);
    expect(new Set(submissions.map(({ id }) => id)).size).toBe(submissions.length);
  });

  it('lie in the last 60 days, in working hours, fewer on Fridays, fewest on Sundays', () => {
    const perDay = new Map<number, number>();
    for (const planned of reports) {
      const at = timeOf(planned);
      expect(at).toBeGreaterThanOrEqual(midnight(now, 59));
      expect(at).toBeLessThan(now.getTime());
      expect(planned.submission.capture_time).toMatch(/\+05:00$/);
      expect(localHour(new Date(at))).toBeGreaterThan(8);
      expect(localHour(new Date(at))).toBeLessThan(18);
      const day = new Date(at + 5 * 3600_000).getUTCDay();
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
    const [sunday, tuesday, friday] = [0, 2, 5].map((day) => perDay.get(day) ?? 0);
    expect(sunday).toBeLessThan((friday as number) / 2);
    expect(friday).toBeLessThan((tuesday as number) * 0.75);
  });

  it('never lie in the future, at whatever hour of the night the sample is loaded', () => {
    for (const hour of ['2026-11-20T19:05:00Z', '2026-11-22T04:00:00Z', '2026-03-06T07:45:00Z']) {
      const moment = new Date(hour);
      for (const { reports: sent } of planSampleOperation(moment).surveyors)
        for (const report of sent) {
          expect(timeOf(report)).toBeLessThan(moment.getTime());
          if (report.answer) {
            expect(timeOf(report.answer)).toBeLessThan(moment.getTime());
            expect(timeOf(report.answer)).toBeGreaterThan(timeOf(report));
          }
        }
    }
  });

  it('are in part without photo, sent back, and answered', () => {
    const share = (count: number) => count / reports.length;
    const sentBack = reports.filter(({ isSentBack }) => isSentBack);
    expect(share(reports.filter(({ scene }) => !scene).length)).toBeCloseTo(0.08, 1);
    expect(share(sentBack.length)).toBeGreaterThan(0.02);
    expect(share(sentBack.length)).toBeLessThan(0.04);
    const answered = sentBack.filter(({ answer }) => answer).length;
    expect(answered / sentBack.length).toBeGreaterThan(0.2);
    expect(answered / sentBack.length).toBeLessThan(0.45);
    // The refresh action is offered for reports with an image only.
    for (const { scene } of sentBack) expect(scene).not.toBeNull();
  });

  it('are sent back with a note in the language of the surveyor, who answers it', () => {
    for (const { isSentBack, note, answer, review, submission: sent } of reports) {
      expect(note !== null).toBe(isSentBack || review === 'in_question');
      if (note) noteText.parse(note);
      expect(sent.answer).toBeNull();
      if (!answer || !note) continue;
      expect(answer.submission.answer).toBeTruthy();
      expect(urdu.test(answer.submission.answer ?? '')).toBe(urdu.test(note.text));
    }
    const notes = reports.flatMap(({ note }) => note ?? []);
    const written = notes.filter(({ text }) => urdu.test(text)).length;
    expect(written).toBeGreaterThan(10);
    expect(notes.length - written).toBeGreaterThan(10);
    const reviewed = reports.filter(({ review }) => review !== null).length;
    expect(reviewed / reports.length).toBeGreaterThan(0.03);
    expect(reviewed / reports.length).toBeLessThan(0.07);
  });

  it('have built areas that follow from land and floors', () => {
    for (const { submission: sent } of reports) {
      const [land, covered] = [sent.land_area ?? 0, sent.covered_area ?? 0];
      expect(land).toBeGreaterThan(0);
      expect(covered).toBeLessThanOrEqual(land * ((sent.floors_num ?? 0) + 1));
      if (sent.land === 'Vacant Plot') expect(covered).toBe(0);
    }
    expect(new Set(reports.map(({ submission: sent }) => sent.floors_num))).toEqual(
      new Set([0, 1, 2, 3, 4, 5]),
    );
  });

  it('lie near the middle of their circle', () => {
    for (const { submission: sent } of reports) {
      const circle = sampleCircles.find(({ name }) => name === sent.circle);
      if (sent.latitude === null || sent.longitude === null || !circle) continue;
      expect(Math.abs(sent.latitude - circle.latitude)).toBeLessThan(0.015);
      expect(Math.abs(sent.longitude - circle.longitude)).toBeLessThan(0.015);
    }
  });
});

describe('the plan', () => {
  it('is the same for the same seed and moment', () => {
    expect(planSampleOperation(now)).toEqual(plan);
  });

  it('keeps units, surveyors, ids and findings when loaded on another day', () => {
    const later = planSampleOperation(new Date(now.getTime() + 3 * 86_400_000));
    expect(later.units).toEqual(plan.units);
    const ids = (of: typeof plan) => of.surveyors.flatMap((one) => one.reports.map(({ id }) => id));
    expect(ids(later)).toEqual(ids(plan));
  });

  it('differs for another seed', () => {
    const [mine, other] = [plan.units, planSampleOperation(now, 'another').units];
    expect(other.map(({ OwnerName }) => OwnerName)).not.toEqual(
      mine.map(({ OwnerName }) => OwnerName),
    );
  });
});
