import { Button } from '@mantine/core';
import {
  IconArchive,
  IconChecks,
  IconFileTypeCsv,
  IconFileZip,
  IconHelp,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './selection-bar.module.css';
import type { BulkActions } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** The number of reports that match the filters. */
  total: number;
  bulk: BulkActions;
  isBusy: boolean;
}

/** The number of selected reports, the link to select all that match, and the actions. */
export const SelectionBar = ({ selection, total, bulk, isBusy }: SelectionBarProps) => {
  const canSetAside = useCan('setAsideSelection');
  const canReview = useCan('reviewSelection');
  const canSendBack = useCan('sendBackSelection');
  const count = selection.isAll ? total : selection.ids.size;
  if (count === 0) return null;
  const actions = [
    ...(canReview
      ? [
          { Icon: IconChecks, text: t('Accept unseen'), act: bulk.accept },
          { Icon: IconHelp, text: t('In question'), act: bulk.question },
        ]
      : []),
    ...(canSendBack ? [{ Icon: IconRefresh, text: t('Send back'), act: bulk.sendBack }] : []),
    ...(canSetAside ? [{ Icon: IconArchive, text: t('Set aside'), act: bulk.setAside }] : []),
    { Icon: IconFileZip, text: t('Photos as ZIP'), act: bulk.saveZip },
    { Icon: IconFileTypeCsv, text: t('Export selected'), act: bulk.saveCsv },
  ];
  return (
    <section className={classes.bar} aria-label={t('Selected reports')}>
      <span className={classes.count} role="status">
        {t('{count, plural, one {# report selected} other {# reports selected}}', { count })}
      </span>
      {selection.isAll || count >= total ? null : (
        <Button size="compact-sm" variant="subtle" onClick={selection.chooseAll}>
          {t('Select all {total} that match', { total: formatNumber(total) })}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={selection.clear}
      >
        {t('Clear selection')}
      </Button>
      <div className={classes.actions}>
        {actions.map(({ Icon, text, act }) => (
          <Button
            key={text}
            size="xs"
            variant="default"
            disabled={isBusy}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={act}
          >
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
};
