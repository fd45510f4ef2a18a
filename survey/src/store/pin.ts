import type { DevicePin } from '@survey/contract';

/** Whether nothing is left to do there: surveyed by this surveyor, or by somebody else who has the circle. */
export const isSurveyed = ({ status, sent_back, done_by }: DevicePin): boolean =>
  !sent_back && (status === 1 || done_by !== null);
