import { SegmentedControl } from '@mantine/core';
import { type QueueOrder, queueOrders } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { msg, t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { queueKeys } from './queue.api.ts';
import { readQueueAddress } from './queue-address.ts';
import { QueueView } from './queue-view.tsx';
import { SamplePicker } from './sample-picker.tsx';

const orderLabels: Record<QueueOrder, string> = {
  worst: msg('Worst flags first'),
  newest: msg('Newest first'),
  sample: msg('Random sample'),
};

/** /review: what to look at next, one report at a time. */
export const ReviewPage = () => {
  const cache = useQueryClient();
  const can = useCan('reviewQueue');
  const [address, change] = useUrlState(readQueueAddress);
  /** Incremented to start the queue again. */
  const [round, setRound] = useState(0);
  const { order, sample } = address;
  const startAgain = () => {
    cache.removeQueries({ queryKey: queueKeys.of(address) });
    setRound(round + 1);
  };
  if (!can) {
    return (
      <Page title={t('Review queue')}>
        <EmptyState
          title={t('This server has no review queue')}
          hint={t('Reports are reviewed in their list.')}
        />
      </Page>
    );
  }
  return (
    <Page
      title={t('Review queue')}
      action={
        <SegmentedControl
          aria-label={t('Order')}
          value={order}
          onChange={(value) => change({ order: value, sample: undefined })}
          data={queueOrders.map((value) => ({ value, label: t(orderLabels[value]) }))}
        />
      }
    >
      {order === 'sample' ? (
        <SamplePicker
          chosen={sample}
          onChoose={(id) => change({ sample: id === undefined ? undefined : String(id) })}
        />
      ) : null}
      {order === 'sample' && sample === undefined ? null : (
        <QueueView
          key={`${order} ${sample} ${round}`}
          address={address}
          onStartAgain={startAgain}
        />
      )}
    </Page>
  );
};
