import { submission } from '@survey/contract';
import { expect, test } from 'vitest';
import { type Answers, noAnswers } from '../store/report.ts';
import { checkAnswers, numberOf } from './check-answers.ts';

/** The contract's own judgement of the same answers. */
const judged = (answers: Answers) => {
  const { error } = submission.safeParse({
    submission_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    circle: 'Model Town',
    pin: '1',
    capture_time: new Date().toISOString(),
    ...answers,
  });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
};

test.each<[Partial<Answers>]>([
  [{}],
  [{ land_area: '-1' }],
  [{ land_area: '1000000001', covered_area: 'much' }],
  [{ floors_num: '2.5' }],
  [{ floors_num: '201' }],
  [{ floors_num: '200', land_area: '0' }],
  [{ comments: 'x'.repeat(5001), info: 'x'.repeat(2001), land: 'x'.repeat(201) }],
  [{ comments: 'x'.repeat(5000), answer: 'x'.repeat(1000) }],
])('says of %j what the contract says', (changes) => {
  const answers = { ...noAnswers, ...changes };
  expect(checkAnswers(answers)).toEqual(judged(answers));
});

test('reads a decimal comma', () => {
  expect(numberOf(' 120,5 ')).toBe(120.5);
});
