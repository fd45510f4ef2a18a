// A task on a selection of reports, run by `useBulk`.
import type { Question } from '../../ui/confirm.tsx';
import type { TaskProgress } from '../export/use-task.ts';
import type { CountedSelection, SelectionAnswer, SelectionCounts } from './selection.api.ts';

export type Tell = (progress: TaskProgress) => void;

export interface Job {
  label: string;
  /** The question with its exact counts; undefined where there is nothing to do. */
  question: (counts: SelectionCounts) => Question | undefined;
  /** Where the answer is more than yes: undefined where the work shall not be done. */
  ask?: (question: Question, counts: SelectionCounts) => Promise<SelectionAnswer | undefined>;
  work: (
    body: CountedSelection & SelectionAnswer,
    tell: Tell,
    signal: AbortSignal,
  ) => Promise<void>;
  failure: (message: string) => [title: string, details?: string];
}
