// How wide text may be.

/** Wider than any text: for `--wide`, files and pipes. */
export const UNCUT = Number.MAX_SAFE_INTEGER;

const USUAL = 80;
const NARROWEST = 20;

interface Screen {
  isTTY?: boolean;
  columns?: number;
}

/** COLUMNS comes first, then the width of the terminal. What goes into a file or a pipe is not cut. */
export function screenWidth(screen: Screen = process.stdout, env: NodeJS.ProcessEnv = process.env): number {
  const asked = /^\d{1,5}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : 0;
  if (asked > 0) return Math.max(NARROWEST, asked);
  if (screen.isTTY !== true) return UNCUT;
  // A terminal that does not know its width says 0.
  return Math.max(NARROWEST, screen.columns || USUAL);
}
