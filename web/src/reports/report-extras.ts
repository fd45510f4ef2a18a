// What reports are asked for beside their 21 fields (contract: reportExtras).
import type { ReportExtra } from '@survey/contract';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';

/** The mark of reports whose pin was not on the surveyor's list; nothing of a backend that does not know of it. */
export const askedExtra = async (): Promise<{ extra?: ReportExtra }> => {
  const can = await queryClient.ensureQueryData(capabilitiesQuery).catch(() => undefined);
  return can?.calls.includes('setAsideSelection') ? { extra: 'was_assigned' } : {};
};
