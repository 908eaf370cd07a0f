// Runs before the first paint, as a file of its own: the content security policy allows no inline script, and the modules
// of the portal run too late, so that a dark screen would flash white. The key is the one in theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('assay-color-scheme');
  } catch {
    // A browser may refuse storage; the system decides then.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
