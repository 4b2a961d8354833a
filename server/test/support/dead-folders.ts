import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes folders whose name contains the id of a process that no longer exists, because a killed run does
 * not clean up.
 */
export function clearDeadFolders(root: string, name: RegExp): void {
  for (const entry of readdirSync(root)) {
    const pid = Number(name.exec(entry)?.[1] ?? Number.NaN);
    if (pid > 0 && !isRunning(pid)) rmSync(path.join(root, entry), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
