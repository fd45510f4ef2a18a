// A task on a selection of reports, run by `useBulk`.
import type { confirm } from '../../ui/confirm.tsx';
import type { TaskProgress } from '../export/use-task.ts';
import type { CountedSelection, SelectionCounts } from './selection.api.ts';

type Tell = (progress: TaskProgress) => void;

export interface Job {
  label: string;
  /** The question with its exact counts; undefined where there is nothing to do. */
  question: (counts: SelectionCounts) => Parameters<typeof confirm>[0] | undefined;
  work: (body: CountedSelection, tell: Tell, signal: AbortSignal) => Promise<void>;
  failure: (message: string) => [title: string, details?: string];
}
