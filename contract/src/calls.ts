// THE CALL TABLE: every call of the product. The server binds each exactly once
// (server/src/architecture.test.ts), the console's client is typed from it.

import * as account from './account.ts';
import * as activity from './activity.ts';
import type { Call } from './call.ts';
import * as circles from './circles.ts';
import * as dashboard from './dashboard.ts';
import * as device from './device.ts';
import * as live from './live.ts';
import * as map from './map.ts';
import * as photos from './photos.ts';
import * as pinStatus from './pin-status.ts';
import * as pins from './pins.ts';
import * as selection from './report-selection.ts';
import * as reports from './reports.ts';
import * as signIn from './sign-in.ts';
import * as units from './units.ts';
import * as users from './users.ts';
import * as views from './views.ts';

export const calls = {
  // sign-in
  login: signIn.login,
  logout: signIn.logout,
  capabilities: signIn.capabilities,
  accountOverview: account.accountOverview,
  changeOwnPassword: account.changeOwnPassword,
  endOwnSession: account.endOwnSession,
  endOwnSessions: account.endOwnSessions,
  startSecondFactor: account.startSecondFactor,
  confirmSecondFactor: account.confirmSecondFactor,
  newRecoveryCodes: account.newRecoveryCodes,
  stopSecondFactor: account.stopSecondFactor,
  // dashboard
  countMobileUsers: dashboard.countMobileUsers,
  countReports: dashboard.countReports,
  countRecords: dashboard.countRecords,
  dashboardOverview: dashboard.dashboardOverview,
  // reports
  allReports: reports.allReports,
  allReportsNoPagination: reports.allReportsNoPagination,
  allReportsExport: reports.allReportsExport,
  reportMultiple: reports.reportMultiple,
  changePinStatus: reports.changePinStatus,
  pinSuggestions: reports.pinSuggestions,
  reportDetails: reports.reportDetails,
  reportPhotosZip: reports.reportPhotosZip,
  countSelection: selection.countSelection,
  sendBackSelection: selection.sendBackSelection,
  exportSelection: selection.exportSelection,
  zipSelection: selection.zipSelection,
  reportPlace: selection.reportPlace,
  // views
  reportViews: views.reportViews,
  saveReportView: views.saveReportView,
  changeReportView: views.changeReportView,
  deleteReportView: views.deleteReportView,
  myPreferences: views.myPreferences,
  savePreferences: views.savePreferences,
  // photos
  photo: photos.photo,
  // live
  live: live.live,
  newReports: live.newReports,
  // map
  mapTile: map.mapTile,
  mapSummary: map.mapSummary,
  // users
  mobileUsers: users.mobileUsers,
  mobileSignup: users.mobileSignup,
  changeUserStatus: users.changeUserStatus,
  deleteUser: users.deleteUser,
  editUser: users.editUser,
  resetUserPassword: users.resetUserPassword,
  // circles
  circlesForUser: circles.circlesForUser,
  circlesAssignedToUser: circles.circlesAssignedToUser,
  storeCirclePins: circles.storeCirclePins,
  replaceCirclePins: circles.replaceCirclePins,
  deleteCircle: circles.deleteCircle,
  userCircles: circles.userCircles,
  circleOverview: circles.circleOverview,
  assignCircleToUsers: circles.assignCircleToUsers,
  replacePreview: circles.replacePreview,
  // pins
  pinsByCircle: pins.pinsByCircle,
  addPin: pins.addPin,
  deletePin: pins.deletePin,
  transferPins: pins.transferPins,
  // units
  storeRecords: units.storeRecords,
  // pin-status
  changeStatusBulk: pinStatus.changeStatusBulk,
  unmatchedPins: pinStatus.unmatchedPins,
  // device
  deviceSignIn: device.deviceSignIn,
  devicePins: device.devicePins,
  submitReport: device.submitReport,
  // activity
  activityList: activity.activityList,
  activityOptions: activity.activityOptions,
  activityExport: activity.activityExport,
  activityDetails: activity.activityDetails,
  previewUndo: activity.previewUndo,
  undoActivity: activity.undoActivity,
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The names of the calls beyond section 7, as /api/capabilities lists them. */
export const extensionNames = (Object.values(calls) as Call[])
  .filter((call) => call.extension && call.access !== 'device')
  .map((call) => call.name);
