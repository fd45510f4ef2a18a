// THE CALL TABLE: every call of the product. The server binds each exactly once
// (server/src/architecture.test.ts), the console's client is typed from it.

import type { Call } from './call.ts';
import * as circles from './circles.ts';
import * as dashboard from './dashboard.ts';
import * as device from './device.ts';
import * as photos from './photos.ts';
import * as pinStatus from './pin-status.ts';
import * as pins from './pins.ts';
import * as reports from './reports.ts';
import * as signIn from './sign-in.ts';
import * as units from './units.ts';
import * as users from './users.ts';

export const calls = {
  // sign-in
  login: signIn.login,
  logout: signIn.logout,
  capabilities: signIn.capabilities,
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
  // photos
  photo: photos.photo,
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
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The names of the calls beyond section 7, as /api/capabilities lists them. */
export const extensionNames = (Object.values(calls) as Call[])
  .filter((call) => call.extension && call.access !== 'device')
  .map((call) => call.name);
