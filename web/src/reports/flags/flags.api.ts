import { type CheckName, calls } from '@survey/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import { reportKeys } from '../report.api.ts';

interface Dismissal {
  id: number;
  check: CheckName;
  /** null: the flag is open again. */
  reason: string | null;
}

/** Dismisses a flag with a reason, or opens it again; answers the flags of the report. */
export const useDismissFlag = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, check, reason }: Dismissal) =>
      (await send(calls.dismissFlag, { params: { id, check }, body: { reason } })).flags,
    onSettled: () => cache.invalidateQueries({ queryKey: reportKeys.all }),
  });
};
