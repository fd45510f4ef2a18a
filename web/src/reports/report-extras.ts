// Optional fields of reports beyond the 21 of spec 7 (contract: reportExtras).
import { type CallName, type ReportExtra, reportExtras } from '@survey/contract';
import { capabilitiesQuery, hasCall, useHas } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';

/** The call that came to the server with each field. */
const since: Record<ReportExtra, CallName> = {
  was_assigned: 'setAsideSelection',
  is_second: 'makeReportCurrent',
  photo_awaited: 'setUpPhones',
  review: 'reviewReport',
  reviewed_by: 'reviewReport',
  reviewed_at: 'reviewReport',
  flags: 'checks',
};

/** Asks for the optional fields that the backend has. */
export const askedExtra = async (): Promise<{ extra?: string }> => {
  const can = await queryClient.ensureQueryData(capabilitiesQuery).catch(() => undefined);
  const known = reportExtras.filter((name) => can && hasCall(can, since[name]));
  return known.length > 0 ? { extra: known.join() } : {};
};

/** Whether the backend orders the list by a column; it came with this call. */
export const useCanSort = (): boolean => useHas('circleGroups');
