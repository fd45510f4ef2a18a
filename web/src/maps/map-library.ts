// MapLibre, fetched when the first map is shown. Its worker is a file of ours, so that the
// Content-Security-Policy needs no blob: for it.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

export const loadMapLibrary = async () => {
  const [library] = await Promise.all([
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl.css'),
    import('./map-controls.css'),
  ]);
  library.setWorkerUrl(workerUrl);
  return library;
};

export type MapLibrary = Awaited<ReturnType<typeof loadMapLibrary>>;

/** True where the browser has WebGL. */
export const canDrawMaps = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};
