// Which queue is shown, in the address.
import { type QueueOrder, queueOrders } from '@survey/contract';

export interface QueueAddress {
  order: QueueOrder;
  /** Id of the sample, where the order is `sample` and one is chosen. */
  sample: number | undefined;
}

export const readQueueAddress = (raw: Record<string, string | undefined>): QueueAddress => {
  const sample = Number(raw.sample);
  const order = queueOrders.find((known) => known === raw.order) ?? 'worst';
  return {
    order,
    sample: order === 'sample' && Number.isSafeInteger(sample) && sample > 0 ? sample : undefined,
  };
};
