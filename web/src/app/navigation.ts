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

/** `needs`: an extension of the backend. `begins`: a call without which the screen has nothing to show or to do. */
export const navigation = [
  { to: '/dashboard', label: msg('Dashboard'), Icon: IconLayoutDashboard },
  { to: '/mobile-users', label: msg('Mobile Users'), Icon: IconUsers, begins: 'mobileUsers' },
  { to: '/UPLOAD', label: msg('Upload'), Icon: IconFileUpload, begins: 'storeRecords' },
  { to: '/assign', label: msg('Assign Pins'), Icon: IconMapPinPlus, begins: 'mobileUsers' },
  { to: '/report', label: msg('Reports'), Icon: IconClipboardText },
  { to: '/review', label: msg('Review queue'), Icon: IconEye, needs: 'reviewQueue' },
  { to: '/sreport', label: msg('Sub-reports'), Icon: IconListDetails },
  { to: '/map', label: msg('Map'), Icon: IconMap2, needs: 'mapTile' },
  { to: '/Pins', label: msg('Pins Management'), Icon: IconMapPin, begins: 'mobileUsers' },
  { to: '/circle', label: msg('Circle Management'), Icon: IconCircleDot, begins: 'mobileUsers' },
  { to: '/status', label: msg('REVIEW pins'), Icon: IconChecklist, begins: 'changeStatusBulk' },
  { to: '/checks', label: msg('Checks'), Icon: IconFlag, needs: 'checks' },
  { to: '/activity', label: msg('Activity'), Icon: IconHistory, needs: 'activityList' },
] as const;

/** The same of screens that are not in the sidebar. */
const others = [
  { to: '/create-user', begins: 'mobileSignup' },
  { to: '/surveyor', needs: 'surveyorWork' },
] as const;

/** Whether limits of the own account leave nothing of a screen. */
export const isScreenRefused = (path: string, refused: readonly string[] = []): boolean =>
  [...navigation, ...others].some(
    (screen) =>
      screen.to === path &&
      (('needs' in screen && refused.includes(screen.needs)) ||
        ('begins' in screen && refused.includes(screen.begins))),
  );
