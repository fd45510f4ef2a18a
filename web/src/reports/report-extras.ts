// Optional fields of reports beyond the 21 of spec 7 (contract: reportExtras).
import type { ReportExtra } from '@survey/contract';
import { capabilitiesQuery } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';

/** Asks for `was_assigned`, where the backend has it. */
export const askedExtra = async (): Promise<{ extra?: ReportExtra }> => {
  const can = await queryClient.ensureQueryData(capabilitiesQuery).catch(() => undefined);
  return can?.calls.includes('setAsideSelection') ? { extra: 'was_assigned' } : {};
};
