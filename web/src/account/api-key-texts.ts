import type { ApiScope } from '@survey/contract';
import { msg } from '../text/text.ts';

/** What a key may read, in words. */
export const scopeTexts: Record<ApiScope, { label: string; description: string }> = {
  reports: { label: msg('Reports'), description: msg('Lists and exports of reports.') },
  photos: { label: msg('Photos'), description: msg('The pictures of the reports.') },
  units: { label: msg('Parcel list'), description: msg('Units without the names of owners.') },
  'owner-names': {
    label: msg('Names of owners'),
    description: msg('Personal data of the parcel list. Give it to nobody who does not need it.'),
  },
};
