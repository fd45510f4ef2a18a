// A PIN with several current reports: one of them is made the current one (R18).
import { Alert, Button } from '@mantine/core';
import { calls, type PropertyReport } from '@survey/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { doneText, errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { reportKeys, useReportDetails } from '../report.api.ts';

/** Says who else has reported the PIN, and offers to keep this report; empty where it is the only one. */
export const SeveralReports = ({ report }: { report: PropertyReport }) => {
  const cache = useQueryClient();
  const can = useCan('makeReportCurrent');
  const { data } = useReportDetails(report.id);
  const makeCurrent = useMutation({
    mutationFn: () => send(calls.makeReportCurrent, { params: { id: report.id } }),
    onSuccess: (done) => toastWithUndo(doneText(done), done),
    onError: (error) =>
      toast.error(errorText(error, t('The report could not be made the current one.'))),
    onSettled: () =>
      cache.invalidateQueries({
        predicate: ({ queryKey }) => [reportKeys.all[0], 'dashboard'].includes(String(queryKey[0])),
      }),
  });
  const others = data?.is_current
    ? data.history.filter(({ id, is_current }) => is_current && id !== report.id)
    : [];
  if (!can || others.length === 0) return null;
  const names = [...new Set(others.map(({ user_name, username }) => user_name || username))];

  return (
    <Alert
      color="yellow"
      variant="light"
      title={data?.is_second ? t('Second report') : t('This PIN has several current reports')}
    >
      {t('{names} reported this PIN too. It counts as one surveyed unit.', {
        names: names.join(', '),
      })}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        display="block"
        loading={makeCurrent.isPending}
        onClick={() => makeCurrent.mutate()}
      >
        {t('Make this one current')}
      </Button>
    </Alert>
  );
};
