import { msg } from '../text/text.ts';
// The stages of a status upload and their percentages (spec 4).
export const stages = {
  reading: { percent: 10, label: msg('Reading file') },
  validating: { percent: 25, label: msg('Validating data') },
  processing: { percent: 50, label: msg('Processing records') },
  sending: { percent: 75, label: msg('Sending to server') },
  done: { percent: 100, label: msg('Done') },
} as const;
export type Stage = keyof typeof stages;

export interface StatusProgress {
  stage: Stage;
  /** True where it stopped before 'done'. */
  isStopped: boolean;
  /** Records handled in this stage, of all; 0 of 0 while the total is unknown. */
  done: number;
  total: number;
}
