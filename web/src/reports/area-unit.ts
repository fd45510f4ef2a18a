import { capabilitiesQuery } from '../api/capabilities.ts';
import { queryClient } from '../api/query-client.ts';

/**
 * The name of an area with the operation's unit, as 'Land Area (sq ft)'. The capabilities are known before a guarded
 * page is shown, and do not change.
 */
export const withAreaUnit = (label: string): string => {
  const unit = queryClient.getQueryData(capabilitiesQuery.queryKey)?.area_unit;
  return unit ? `${label} (${unit})` : label;
};
