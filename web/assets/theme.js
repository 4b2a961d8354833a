// Runs before the first paint, so that the dark theme never starts with a white flash. src/lib/theme.ts stores the choice.
try {
  const theme = localStorage.getItem('tracewell.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; then the system's theme applies.
}
