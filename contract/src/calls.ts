// THE CALL TABLE: every call of the product. The server binds each exactly once
// (server/src/rules/architecture.test.ts), the console's client is typed from it. Names of a module, not an object:
// so the console's build knows which screen makes which call, and a screen brings no schemas but its own.

export {
  accountOverview,
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSession,
  endOwnSessions,
  newRecoveryCodes,
  seenAccountEvents,
  startSecondFactor,
  stopSecondFactor,
} from './account.ts';
export {
  activityDetails,
  activityExport,
  activityList,
  activityOptions,
  previewUndo,
  undoActivity,
} from './activity.ts';
export {
  addAdministrator,
  administrators,
  changeAdministratorStatus,
  limitAdministrator,
  removeAdministrator,
} from './administrators.ts';
export { addApiKey, apiKeys, endApiKey } from './api-keys.ts';
export {
  cancelCheckRun,
  checks,
  dismissFlag,
  latestCheckRun,
  previewCheck,
  saveCheck,
  startCheckRun,
} from './checks.ts';
export {
  assignCircleToUsers,
  circleOverview,
  circlesAssignedToUser,
  circlesForUser,
  deleteCircle,
  replaceCirclePins,
  replacePreview,
  storeCirclePins,
  userCircles,
} from './circles.ts';
export {
  countMobileUsers,
  countRecords,
  countReports,
  dashboardOverview,
} from './dashboard.ts';
export {
  changeDevicePassword,
  devicePins,
  deviceSignIn,
  submitReport,
} from './device.ts';
export { exportCircles, exportReports, exportUsers, reportPhotosZip } from './exports.ts';
export { filterCounts } from './filter-counts.ts';
export {
  live,
  newReports,
} from './live.ts';
export {
  mapArchive,
  mapCircles,
  mapSummary,
  mapTile,
} from './map.ts';
export { endPhone, makeSignInCodes, setUpPhones, userPhones } from './phones.ts';
export { photo } from './photos.ts';
export {
  changeStatusBulk,
  previewStatuses,
  unmatchedPins,
} from './pin-status.ts';
export {
  addPin,
  checkPin,
  deletePin,
  pinsByCircle,
  transferPins,
} from './pins.ts';
export { makeReportCurrent, reportDetails } from './report-details.ts';
export {
  countSelection,
  exportSelection,
  reportPlace,
  reviewSelection,
  sendBackSelection,
  setAsideSelection,
  zipSelection,
} from './report-selection.ts';
export {
  allReports,
  allReportsExport,
  allReportsNoPagination,
  changePinStatus,
  pinSuggestions,
  reportMultiple,
} from './reports.ts';
export {
  addNote,
  noteReasons,
  reviewReport,
  saveNoteReasons,
} from './review.ts';
export {
  drawSample,
  openReport,
  reviewQueue,
  reviewSamples,
} from './review-queue.ts';
export {
  capabilities,
  login,
  logout,
} from './sign-in.ts';
export { circleGroups, previewSplit, splitCircle } from './split.ts';
export {
  closeCircle,
  deviceCodeSignIn,
  devicePlaces,
  rescueReport,
} from './survey-page.ts';
export { surveyorDay, surveyorWork } from './surveyor.ts';
export { surveyorDays, surveyorDaysExport } from './surveyor-days.ts';
export { correctUnit, unitDetails, withdrawUnit } from './unit-changes.ts';
export { pinWidths, storeRecords } from './units.ts';
export {
  changeUserStatus,
  checkUsername,
  deleteUser,
  editUser,
  mobileSignup,
  mobileUsers,
  resetUserPassword,
} from './users.ts';
export {
  changeReportView,
  deleteReportView,
  myPreferences,
  reportViews,
  savePreferences,
  saveReportView,
} from './views.ts';
export {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewWebhookSecret,
  resendWebhook,
  testWebhook,
  webhookLog,
  webhooks,
} from './webhooks.ts';
