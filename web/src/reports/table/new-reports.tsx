import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../text/text.ts';
import type { Filters } from '../filters/report-search.ts';
import { reportKeys } from '../report.api.ts';
import { useNewReports } from './use-new-reports.ts';

interface NewReportsProps {
  filters: Filters;
  /** When the list was loaded (`dataUpdatedAt` of its query). */
  loadedAt: number;
  /** Goes to page 1, where the new reports are. */
  onShow: () => void;
}

/** The number of reports since the list was loaded; a click loads them. The table itself never moves. */
export const NewReports = ({ filters, loadedAt, onShow }: NewReportsProps) => {
  const cache = useQueryClient();
  const count = useNewReports(filters, loadedAt);
  const show = () => {
    onShow();
    void cache.invalidateQueries({ queryKey: reportKeys.all });
  };
  return (
    <div role="status">
      {count > 0 ? (
        <Button
          variant="light"
          size="xs"
          radius="xl"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={show}
        >
          {t('{count, plural, one {# new report} other {# new reports}}', { count })}
        </Button>
      ) : null}
    </div>
  );
};
