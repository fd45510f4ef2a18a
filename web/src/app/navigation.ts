// The sidebar's links, labels as section 2 writes them.
import {
  IconChecklist,
  IconCircleDot,
  IconClipboardText,
  IconFileUpload,
  IconLayoutDashboard,
  IconListDetails,
  IconMapPin,
  IconMapPinPlus,
  IconUsers,
} from '@tabler/icons-react';

export const navigation = [
  { to: '/dashboard', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/mobile-users', label: 'Mobile Users', Icon: IconUsers },
  { to: '/UPLOAD', label: 'Upload', Icon: IconFileUpload },
  { to: '/assign', label: 'Assign Pins', Icon: IconMapPinPlus },
  { to: '/report', label: 'Reports', Icon: IconClipboardText },
  { to: '/sreport', label: 'Sub-reports', Icon: IconListDetails },
  { to: '/Pins', label: 'Pins Management', Icon: IconMapPin },
  { to: '/circle', label: 'Circle Management', Icon: IconCircleDot },
  { to: '/status', label: 'REVIEW pins', Icon: IconChecklist },
] as const;
