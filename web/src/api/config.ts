// The address of the backend, read from /config.json at the start: one build works with any backend.

export interface Config {
  /** Put before every path; '' means the server that served the console. */
  apiBaseUrl: string;
  /** Maps service of the coordinate links (R25); null means the default. */
  mapsUrl: string | null;
}

const defaults: Config = { apiBaseUrl: '', mapsUrl: null };
const patienceMs = 5000;
let current: Config = defaults;

const readConfig = (raw: unknown): Config => {
  const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<Config>;
  return {
    apiBaseUrl: typeof given.apiBaseUrl === 'string' ? given.apiBaseUrl.replace(/\/+$/, '') : '',
    mapsUrl: typeof given.mapsUrl === 'string' ? given.mapsUrl : null,
  };
};

/** Reads /config.json. Never throws: a host that has none (404, HTML, no answer) gets the defaults. */
export const loadConfig = async (): Promise<Config> => {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(patienceMs) });
    current = response.ok ? readConfig(await response.json()) : defaults;
  } catch {
    current = defaults;
  }
  return current;
};

export const config = (): Config => current;

/** The full address of a path of the server. */
export const serverUrl = (path: string): string => `${current.apiBaseUrl}${path}`;
