import path from 'node:path';

/** Whether a path is the folder itself or below it. Links are not resolved. */
export function isInFolder(folder: string, file: string): boolean {
  const rest = path.relative(folder, file);
  return !/^\.\.(?:[\\/]|$)/.test(rest) && !path.isAbsolute(rest);
}
