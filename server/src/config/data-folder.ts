// Where the embedded stores are unless TRACEWELL_DATA_DIR says so. In the repository it is `./data`. A package is started from
// any folder, so its data has one place for each user.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from './reader.ts';

/** The package has no sources (tools/pack.ts). */
export const isInstalled = !existsSync(fileURLToPath(new URL('../../src', import.meta.url)));

export function dataFolder(env: Env, installed = isInstalled): string {
  if (!installed) return 'data';
  const shared = env['XDG_DATA_HOME'] ?? '';
  // The XDG specification ignores relative paths.
  return path.join(path.isAbsolute(shared) ? shared : path.join(homedir(), '.local/share'), 'tracewell');
}
