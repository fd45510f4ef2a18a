// Runs before anything else, a file of its own because the Content-Security-Policy allows no inline script.
// A chosen dark theme never flashes white.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; nothing was chosen then.
      return null;
    }
  };
  const chosen = stored('mantine-color-scheme-value') ?? 'auto';
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
