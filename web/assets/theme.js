// Runs before the first paint, so that the dark theme never starts with a white flash and rows do not change
// their height. src/lib/theme.ts and src/lib/density.ts store the choices.
try {
  const theme = localStorage.getItem('tracewell.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const density = localStorage.getItem('tracewell.density');
  if (density === 'comfortable') document.documentElement.dataset.density = density;
} catch {
  // Storage may be blocked; then the defaults apply.
}
