// The address and the key that `tracewell login` stored, in a file that only its owner can read.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFields } from './read.ts';

export interface Login {
  url: string;
  key: string;
}

/** Null if the environment names no home. */
export function loginFile(env: NodeJS.ProcessEnv): string | null {
  const base = env['XDG_CONFIG_HOME'] ?? '';
  if (path.isAbsolute(base)) return path.join(base, 'tracewell', 'login.json');
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  return home === '' ? null : path.join(home, '.config', 'tracewell', 'login.json');
}

/** Null if nobody has logged in, or if the file is not readable as a login. */
export function readLogin(env: NodeJS.ProcessEnv): Login | null {
  const file = loginFile(env);
  if (file === null) return null;
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { url, key } = isFields(stored) ? stored : {};
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : null;
  } catch {
    return null;
  }
}

/** A new file is renamed into place, so that the key is never in a file with wider rights. */
export function writeLogin(file: string, { url, key }: Login): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ url, key }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  // The umask may have narrowed the mode, but cannot have widened it.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** False if there was none. */
export function removeLogin(file: string): boolean {
  const was = existsSync(file);
  rmSync(file, { force: true });
  return was;
}
