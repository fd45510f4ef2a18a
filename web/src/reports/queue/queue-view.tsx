import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { Counterpart, PropertyReport } from '@survey/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadFailure } from '../../ui/load-failure.ts';
import { UndoButton } from '../../undo/undo-button.tsx';
import { LazyImageModal } from '../details/report-dialogs.tsx';
import { askNote } from '../review/ask-note.tsx';
import { useAskPlainNote } from '../review/ask-plain-note.tsx';
import classes from './queue.module.css';
import { QueueActions } from './queue-actions.tsx';
import type { QueueAddress } from './queue-address.ts';
import { QueueFigures } from './queue-figures.tsx';
import { QueueRail } from './queue-rail.tsx';
import { counterpartOf, QueuedReportView } from './queued-report.tsx';
import { type QueueEntry, useQueue } from './use-queue.ts';
import { useQueueKeys } from './use-queue-keys.ts';

interface QueueViewProps {
  address: QueueAddress;
  onStartAgain: () => void;
}

/** Entries after the shown one whose photos are fetched and decoded. */
const ready = 2;

/** The counterpart beside the shown report: the chosen one, at first that of its worst flag. */
const useBeside = (entry: QueueEntry | undefined) => {
  const [chosen, setChosen] = useState<{ of: number; counterpart: Counterpart | undefined }>();
  const id = entry?.report.id;
  const beside = entry && chosen?.of === id ? chosen?.counterpart : entry && counterpartOf(entry);
  const setBeside = (counterpart: Counterpart | undefined) => {
    if (id !== undefined) setChosen({ of: id, counterpart });
  };
  /** To the counterpart of the next flag; after the last one, to none. */
  const turn = () => {
    const all = entry?.flags.flatMap(({ counterpart }) => counterpart ?? []) ?? [];
    setBeside(all[all.findIndex((one) => one.id === beside?.id) + 1]);
  };
  return { beside, setBeside, turn };
};

/** The queue in one order: the shown report, the decisions, and how far it is. */
export const QueueView = ({ address, onStartAgain }: QueueViewProps) => {
  const queue = useQueue(address);
  const { entries, place, current, figures, last } = queue;
  const { beside, setBeside, turn } = useBeside(current);
  const [photoOf, setPhotoOf] = useState<PropertyReport>();
  const askPlainNote = useAskPlainNote();
  const mayReview = useMay('reviewReport');
  const mayNote = useMay('addNote');

  const sendBack = async () => {
    if (!current) return;
    const { pin, circle, username, user_name } = current.report;
    const note = await askNote({
      title: t('Send back'),
      message: t('Send pin {pin} in {circle} back to {surveyor}?', {
        pin,
        circle,
        surveyor: user_name ? `${user_name} (${username})` : username,
      }),
      confirmLabel: t('Send back'),
    });
    if (note !== undefined) await queue.decide({ state: 'sent_back', note });
  };
  const isWaiting = current?.review.state === 'sent_back';
  const unlessWaiting = (act: (() => void) | undefined) =>
    current && !isWaiting ? act : undefined;
  const decisions = mayReview
    ? {
        accept: () => void queue.decide({ state: 'accepted' }),
        sendBack: () => void sendBack(),
        question: () => void queue.decide({ state: 'in_question' }),
      }
    : undefined;
  const acts = {
    decisions,
    note: mayNote ? () => void (current && askPlainNote(current.report)) : undefined,
    previous: place > 0 ? queue.previous : undefined,
    next: queue.next,
  };
  useQueueKeys({
    a: unlessWaiting(decisions?.accept),
    s: unlessWaiting(decisions?.sendBack),
    q: unlessWaiting(decisions?.question),
    n: current ? acts.note : undefined,
    c: current && turn,
    p: current?.report.picture_path ? () => setPhotoOf(current.report) : undefined,
    j: current && acts.next,
    next: current && acts.next,
    k: acts.previous,
    previous: acts.previous,
  });

  if (queue.isError && !current) {
    return <ErrorState title={t('The queue could not be loaded')} {...loadFailure(queue.failed)} />;
  }
  return (
    <>
      <div className={classes.head}>
        <QueueFigures {...figures} />
        <QueueRail entries={entries} place={place} onGoTo={queue.goTo} />
      </div>
      <div className={classes.last} role="status">
        {last ? (
          <Group gap="xs">
            <Text span size="sm">
              {last.text}
            </Text>
            {last.undo_entry === undefined ? null : (
              <UndoButton entries={[last.undo_entry]} what={last.text} onUndone={queue.undone} />
            )}
          </Group>
        ) : null}
      </div>
      {queue.isLoading ? <Skeleton height={420} radius="lg" /> : null}
      {!queue.isLoading && !current ? (
        <EmptyState
          title={
            entries.length === 0 ? t('Nothing waits for a review') : t('This was the last report')
          }
          hint={
            figures.decided > 0
              ? t('{count, plural, one {# report} other {# reports}} reviewed here.', {
                  count: figures.decided,
                })
              : t('New reports come by themselves. Another order may have some.')
          }
          action={
            <Group gap="xs" mt="xs">
              {place > 0 && entries.length > 0 ? (
                <Button variant="default" onClick={queue.previous}>
                  {t('Previous')}
                </Button>
              ) : null}
              <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={onStartAgain}>
                {t('Look again')}
              </Button>
            </Group>
          }
        />
      ) : null}
      {current ? (
        <>
          <QueuedReportView
            entry={current}
            beside={beside}
            upcoming={entries.slice(place + 1, place + 1 + ready)}
            onBeside={setBeside}
            onPhoto={setPhotoOf}
            onFlags={(flags) => queue.setFlags(current.report.id, flags)}
          />
          <QueueActions acts={acts} isWaiting={isWaiting} />
          {mayReview ? (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t(
                'Keys: A accept, S send back, Q in question, N note, C the report beside it, P photo, arrows previous and next.',
              )}
            </Text>
          ) : null}
        </>
      ) : null}
      <LazyImageModal reports={photoOf ? [photoOf] : []} shown={photoOf} onShow={setPhotoOf} />
    </>
  );
};
