import { Button, Group, Kbd } from '@mantine/core';
import { IconCheck, IconHelp, IconNote, IconRefresh } from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import classes from './queue.module.css';

export interface QueueActs {
  /** Undefined where limits of the own account refuse them. */
  decisions: Record<'accept' | 'sendBack' | 'question', () => void> | undefined;
  note: (() => void) | undefined;
  previous: (() => void) | undefined;
  next: () => void;
}

interface QueueActionsProps {
  acts: QueueActs;
  /** The report waits for its surveyor: nothing is left to decide. */
  isWaiting: boolean;
}

const Key = ({ children }: { children: string }) => (
  <Kbd className={classes.key} aria-hidden>
    {children}
  </Kbd>
);

/** The decisions, each with its key. */
export const QueueActions = ({ acts, isWaiting }: QueueActionsProps) => (
  <Group gap="xs" className={classes.actions} role="group" aria-label={t('Decide')}>
    {acts.decisions ? (
      <>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          rightSection={<Key>A</Key>}
          aria-keyshortcuts="A"
          disabled={isWaiting}
          onClick={acts.decisions.accept}
        >
          {t('Accept')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          rightSection={<Key>S</Key>}
          aria-keyshortcuts="S"
          disabled={isWaiting}
          onClick={acts.decisions.sendBack}
        >
          {t('Send back')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHelp size={16} aria-hidden />}
          rightSection={<Key>Q</Key>}
          aria-keyshortcuts="Q"
          disabled={isWaiting}
          onClick={acts.decisions.question}
        >
          {t('In question')}
        </Button>
      </>
    ) : null}
    {acts.note ? (
      <Button
        variant="default"
        leftSection={<IconNote size={16} aria-hidden />}
        rightSection={<Key>N</Key>}
        aria-keyshortcuts="N"
        onClick={acts.note}
      >
        {t('Note')}
      </Button>
    ) : null}
    <Button.Group>
      <Button
        variant="default"
        aria-keyshortcuts="ArrowLeft"
        disabled={!acts.previous}
        onClick={acts.previous}
      >
        {t('Previous')}
      </Button>
      <Button variant="default" aria-keyshortcuts="ArrowRight" onClick={acts.next}>
        {t('Next')}
      </Button>
    </Button.Group>
  </Group>
);
