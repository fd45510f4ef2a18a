import { Alert, Button, Group, Text } from '@mantine/core';
import type { ActivityEntry } from '@survey/contract';
import { undoDays } from '@survey/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { errorText } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts.ts';
import { useUndo, useUndoPreview } from './activity.api.ts';
import { actionText } from './activity-texts.ts';

interface UndoPartProps {
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

/** Takes the change back after a question that says exactly what it touches. */
export const UndoPart = ({ entry, onOpen }: UndoPartProps) => {
  const preview = useUndoPreview();
  const undo = useUndo();

  const ask = async () => {
    try {
      const { message } = await preview.mutateAsync(entry.id);
      const isSure = await confirm({
        title: t('Undo: {what}', { what: actionText(entry.action) }),
        message: entry.subject,
        consequence: message,
        confirmLabel: t('Undo'),
        isHarmful: true,
      });
      if (!isSure) return;
      const done = await undo.mutateAsync(entry.id);
      toast.success(done.message);
    } catch (error) {
      toast.error(errorText(error, t('The change could not be undone.')));
    }
  };

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
  if (entry.undo !== 'possible') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={preview.isPending || undo.isPending}
      onClick={() => void ask()}
    >
      {t('Undo this change')}
    </Button>
  );
};
