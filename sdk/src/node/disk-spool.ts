// Keeps requests in a folder while the service is away. Several programs can share it: a file is claimed by
// renaming it, which only one of them can do.
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Spool } from '../tracing/exporter.ts';

export interface DiskSpoolOptions {
  /** How much the folder may hold; 100 MiB unless set. What does not fit waits in memory. */
  maxBytes?: number;
}

const MAX_BYTES = 100 * 1024 * 1024;
const READY = '.json';
const CLAIMED = '.claimed';
/** The program that claimed a file that long ago was killed. */
const ABANDONED_MS = 10 * 60_000;

/** The files hold what the spans hold, so only their owner may read them. */
export function diskSpool(folder: string, { maxBytes = MAX_BYTES }: DiskSpoolOptions = {}): Spool {
  let written = 0;

  const filesOf = async (): Promise<string[]> => {
    try {
      return (await readdir(folder)).toSorted();
    } catch {
      // It does not exist before the first outage.
      return [];
    }
  };

  const sizeOf = async (name: string): Promise<number> =>
    stat(path.join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );

  const put = async (body: string): Promise<boolean> => {
    const sizes = await Promise.all((await filesOf()).map(sizeOf));
    const used = sizes.reduce((sum, size) => sum + size, 0);
    if (used + Buffer.byteLength(body) > maxBytes) return false;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    written += 1;
    // In the order of time, and different in each program.
    const time = String(Date.now()).padStart(15, '0');
    const name = `${time}-${String(written).padStart(6, '0')}-${crypto.randomUUID()}`;
    const draft = path.join(folder, `${name}.draft`);
    await writeFile(draft, body, { mode: 0o600 });
    await rename(draft, path.join(folder, name + READY));
    return true;
  };

  const reclaim = async (names: readonly string[]): Promise<void> => {
    for (const name of names.filter((each) => each.endsWith(CLAIMED))) {
      const file = path.join(folder, name);
      const claimedAt = await stat(file).then(
        ({ ctimeMs }) => ctimeMs,
        () => Infinity,
      );
      if (Date.now() - claimedAt > ABANDONED_MS) {
        await rename(file, file.slice(0, -CLAIMED.length)).catch(() => {});
      }
    }
  };

  const take: Spool['take'] = async () => {
    await reclaim(await filesOf());
    for (const name of (await filesOf()).filter((each) => each.endsWith(READY))) {
      const ready = path.join(folder, name);
      const claimed = ready + CLAIMED;
      try {
        await rename(ready, claimed);
      } catch {
        // Another program was faster.
        continue;
      }
      const body = await readFile(claimed, 'utf8');
      return { body, done: () => rm(claimed, { force: true }), back: () => rename(claimed, ready) };
    }
    return undefined;
  };
  return { put, take };
}
