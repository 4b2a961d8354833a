// Runs before the first paint, so that whoever chose dark never sees a white flash. src/lib/theme.ts keeps the choice.
try {
  const theme = localStorage.getItem('tracewell.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's own choice holds then.
}
