import { Alert, Button, Group, Text } from '@mantine/core';
import type { ActivityEntry } from '@survey/contract';
import { undoDays } from '@survey/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMay } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { useUndo } from '../undo/use-undo.ts';
import { actionText } from './activity-texts.ts';
import { subjectText } from './subject-text.ts';

interface UndoEntryProps {
  entry: ActivityEntry & { undone_by: number | null; undoes: number | null };
  onOpen: (id: number) => void;
}

const Related = ({
  text,
  id,
  onOpen,
}: {
  text: string;
  id: number;
  onOpen: (id: number) => void;
}) => (
  <Alert variant="light">
    <Group justify="space-between">
      <Text>{text}</Text>
      <Button size="xs" variant="default" onClick={() => onOpen(id)}>
        {t('Show')}
      </Button>
    </Group>
  </Alert>
);

/** Undoes the change after a question with the exact counts, or says why it cannot be undone. */
export const UndoEntry = ({ entry, onOpen }: UndoEntryProps) => {
  const { ask, isBusy } = useUndo();
  const may = useMay('undoActivity');

  if (entry.undone_by !== null) {
    return <Related text={t('This change was undone.')} id={entry.undone_by} onOpen={onOpen} />;
  }
  if (entry.undoes !== null) {
    return <Related text={t('This undid another change.')} id={entry.undoes} onOpen={onOpen} />;
  }
  if (entry.undo === 'expired') {
    return (
      <Text c="dimmed">
        {t('Older than {days} days: it can no longer be undone.', { days: undoDays })}
      </Text>
    );
  }
  if (entry.undo !== 'possible' || !may) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={isBusy}
      onClick={() =>
        void ask({
          entries: [entry.id],
          title: t('Undo: {what}', { what: actionText(entry.action) }),
          message: subjectText(entry.action, entry.subject),
        })
      }
    >
      {t('Undo this change')}
    </Button>
  );
};
