/** Below this many bytes, photos may soon find no place. */
const littleBytes = 200_000_000;

/** What the browser says of this page's storage; a private window has little, and promises nothing. */
export const readStorage = async () => {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const free = quota === undefined ? undefined : Math.max(0, quota - usage);
  return {
    /** Megabytes; undefined where the browser does not say. */
    freeMegabytes: free === undefined ? undefined : Math.floor(free / 1_000_000),
    isShort: free !== undefined && free < littleBytes,
    isPersistent: (await navigator.storage?.persisted?.()) ?? false,
  };
};
