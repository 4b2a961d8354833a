import { readFileSync, statSync } from 'node:fs';

/**
 * Another one after each boot of the kernel, and on another disk: writes that were not synced are still there only while both stay
 * the same. Null where the machine does not say. Containers have that of their host.
 */
export function bootOf(folder: string): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${statSync(folder).dev}`;
  } catch {
    return null;
  }
}
