// Actions of audit entries. A new action needs its line here, or it does not compile.

/** Every action with its label on the Activity screen, in groups. */
export const activityActions = {
  'submit-report': 'Report submitted',
  'add-awaited-photo': 'Photo arrived after its report',
  'change-pin-status': 'PIN status changed',
  'send-back-reports': 'Reports sent back',
  'review-reports': 'Reports reviewed',
  'add-note': 'Note written',
  'save-note-reasons': 'Reasons for sending back changed',
  'save-check': 'Rule of a check changed',
  'start-check-run': 'Reports checked again',
  'cancel-check-run': 'Checking again cancelled',
  'dismiss-flag': 'Flag dismissed or opened again',
  'draw-sample': 'Random sample drawn',
  'set-aside-reports': 'Reports set aside',
  'make-report-current': 'One of several reports made current',
  'change-status-bulk': 'Bulk status file',
  'store-circle-pins': 'Circle assigned',
  'assign-circle-to-users': 'Circle assigned to several users',
  'replace-circle-pins': 'Circle overwritten',
  'delete-circle': 'Circle removed',
  'split-circle': 'Circle split',
  'add-pin': 'Pin added',
  'delete-pin': 'Pin deleted',
  'transfer-pins': 'Pins transferred',
  'store-records': 'Sheet uploaded',
  'correct-unit': 'Unit corrected',
  'withdraw-unit': 'Unit withdrawn',
  'mobile-signup': 'User created',
  'edit-user': 'User edited',
  'block-user': 'User blocked',
  'unblock-user': 'User unblocked',
  // Until 0.2.0 for both.
  'change-user-status': 'User blocked or unblocked',
  'reset-user-password': 'Password of a user reset',
  'delete-user': 'User deleted',
  'set-up-phone': 'Phone set up',
  'end-phone': 'Phone ended',
  'forget-user': 'Deleted user erased from Activity',
  'sign-in': 'Signed in',
  'device-sign-in': 'Signed in on a phone',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-code-asked': 'Password right, code asked for',
  'sign-out': 'Signed out',
  'change-own-password': 'Own password changed',
  'end-sessions': 'Own sessions ended',
  'start-second-factor': 'Second factor started',
  'confirm-second-factor': 'Second factor switched on',
  'new-recovery-codes': 'New recovery codes',
  'stop-second-factor': 'Second factor switched off',
  'add-administrator': 'Administrator added',
  'change-administrator-status': 'Administrator blocked or unblocked',
  'remove-administrator': 'Administrator removed',
  'reset-password': 'Password reset on the command line',
  'reset-second-factor': 'Second factor reset on the command line',
  'save-report-view': 'View saved',
  'change-report-view': 'View changed',
  'delete-report-view': 'View deleted',
  'restore-backup': 'Backup restored',
  'exchange-keys': 'Keys exchanged',
  'end-earlier-keys': 'Earlier keys ended',
  undo: 'Undone',
} as const;

export type ActivityAction = keyof typeof activityActions;

/** Actions of phones; nearly all entries. */
export const phoneActions = [
  'submit-report',
  'add-awaited-photo',
  'device-sign-in',
] as const satisfies readonly ActivityAction[];

/** How long a change can be undone. */
export const undoDays = 30;
