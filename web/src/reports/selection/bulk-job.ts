// A task on a selection of reports, run by `useBulk`.
import type { NoteText } from '@survey/contract';
import type { Question } from '../../ui/confirm.tsx';
import type { TaskProgress } from '../export/use-task.ts';
import type { CountedSelection, SelectionCounts } from './selection.api.ts';

type Tell = (progress: TaskProgress) => void;

export interface Job {
  label: string;
  /** The question with its exact counts; undefined where there is nothing to do. */
  question: (counts: SelectionCounts) => Question | undefined;
  /** Where the question is answered in words: undefined where the work shall not be done. */
  askNote?: (question: Question) => Promise<NoteText | null | undefined>;
  work: (body: CountedSelection, tell: Tell, signal: AbortSignal) => Promise<void>;
  failure: (message: string) => [title: string, details?: string];
}
