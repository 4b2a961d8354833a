import { readFileSync, statSync } from 'node:fs';

/**
 * Differs after each boot of the kernel and on another disk: unsynced writes survive only while both stay the
 * same. Null if the machine has none. Containers share the id of their host.
 */
export function bootOf(folder: string): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${statSync(folder).dev}`;
  } catch {
    return null;
  }
}
