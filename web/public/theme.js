// Runs before the first paint, so that a stored theme never flashes the other one. src/lib/theme.ts keeps it after.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be refused; the system's theme is then used.
  }
  const isLight =
    stored === 'light' || (stored !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.classList.toggle('light', isLight);
})();
