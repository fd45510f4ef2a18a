// Runs before anything else, a file of its own because the Content-Security-Policy allows no inline script.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; nothing was chosen then.
      return null;
    }
  };

  // A chosen dark theme never flashes white.
  const chosen = stored('mantine-color-scheme-value') ?? 'auto';
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The screen's files come beside the start, not after it (fetch-ahead.ts wrote which they are).
  const ahead = document.querySelector('meta[name="fetch-ahead"]');
  const { files, screens } = JSON.parse(ahead?.content ?? '{"files":[],"screens":{}}');
  const { pathname } = window.location;
  const wanted = pathname === '/' ? '/dashboard' : pathname;
  const path = stored('token') ? wanted : '/';
  for (const at of screens[path] ?? []) {
    const link = document.createElement('link');
    const ending = files[at].split('.').pop();
    link.rel = ending === 'js' ? 'modulepreload' : 'preload';
    if (ending !== 'js') link.as = ending === 'css' ? 'style' : 'font';
    link.crossOrigin = '';
    link.href = `/assets/${files[at]}`;
    document.head.append(link);
  }
})();
