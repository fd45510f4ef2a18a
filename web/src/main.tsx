import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-naskh-arabic/wght.css';
import './app/mantine.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './api/config.ts';
import { watchUse } from './api/last-use.ts';
import { listenEarly } from './app/early-keys.ts';
import { fetchFirstScreen } from './app/first-screens.ts';
import { followSession } from './app/follow-session.ts';
import { loadCapabilities } from './app/guard.ts';
import { Providers } from './app/providers.tsx';
import { loadRows, loadScreen } from './app/router.tsx';
import { loadLanguage } from './text/languages.ts';

/** Starts fetches that the router will need. */
const loadSoon = () => {
  void loadCapabilities();
  void loadRows();
};

const start = async () => {
  listenEarly();
  fetchFirstScreen(loadScreen);
  watchUse();
  await Promise.all([loadConfig().then(loadSoon), loadLanguage()]);
  followSession();
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no element with the id root');
  createRoot(element).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
};

void start();
