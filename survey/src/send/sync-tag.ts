/** The tag of Background Sync, for the page and its service worker. */
export const syncTag = 'send-reports';
