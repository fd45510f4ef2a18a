// Runs before the first paint, so that a chosen dark theme never flashes white.
// A file of its own because the Content-Security-Policy allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // Storage may be forbidden; the system's scheme is used then.
  }
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
