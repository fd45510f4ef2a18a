// What the browser says of this page's storage.

/** Bytes that this page may still store; undefined where the browser does not say. */
export const freeBytes = async (): Promise<number | undefined> => {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
};

/** Below this many bytes, photos may soon find no place. */
const littleBytes = 200_000_000;

/** Free space, and whether the browser promises to keep what is stored. A private window has little, and promises nothing. */
export const readStorage = async () => {
  const free = await freeBytes();
  return {
    /** Megabytes; undefined where the browser does not say. */
    freeMegabytes: free === undefined ? undefined : Math.floor(free / 1_000_000),
    isShort: free !== undefined && free < littleBytes,
    isPersistent: (await navigator.storage?.persisted?.()) ?? false,
  };
};
