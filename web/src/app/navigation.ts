// The sidebar's links, labels as spec 2 writes them.

import {
  IconChecklist,
  IconCircleDot,
  IconClipboardText,
  IconEye,
  IconFileUpload,
  IconFlag,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMap2,
  IconMapPin,
  IconMapPinPlus,
  IconUsers,
} from '@tabler/icons-react';
import { msg } from '../text/text.ts';

export const navigation = [
  { to: '/dashboard', label: msg('Dashboard'), Icon: IconLayoutDashboard },
  { to: '/mobile-users', label: msg('Mobile Users'), Icon: IconUsers },
  { to: '/UPLOAD', label: msg('Upload'), Icon: IconFileUpload },
  { to: '/assign', label: msg('Assign Pins'), Icon: IconMapPinPlus },
  { to: '/report', label: msg('Reports'), Icon: IconClipboardText },
  { to: '/review', label: msg('Review queue'), Icon: IconEye, needs: 'reviewQueue' },
  { to: '/sreport', label: msg('Sub-reports'), Icon: IconListDetails },
  { to: '/map', label: msg('Map'), Icon: IconMap2, needs: 'mapTile' },
  { to: '/Pins', label: msg('Pins Management'), Icon: IconMapPin },
  { to: '/circle', label: msg('Circle Management'), Icon: IconCircleDot },
  { to: '/status', label: msg('REVIEW pins'), Icon: IconChecklist },
  { to: '/checks', label: msg('Checks'), Icon: IconFlag, needs: 'checks' },
  { to: '/activity', label: msg('Activity'), Icon: IconHistory, needs: 'activityList' },
] as const;
