// Keeps requests in a folder while the service is away. Several programs can share it: a file is claimed by
// renaming it, which only one of them can do.
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Spool, SpoolKind } from '../tracing/exporter.ts';

export interface DiskSpoolOptions {
  /** How much the folder may hold; 100 MiB unless set. What does not fit waits in memory. */
  maxBytes?: number;
}

const MAX_BYTES = 100 * 1024 * 1024;
const READY = /\.(?<kind>traces|scores)\.json$/;
const CLAIMED = '.claimed';
const DRAFT = '.draft';
/** The program that made or claimed a file that long ago was killed. */
const ABANDONED_MS = 10 * 60_000;
/** In a long outage, the folder is not measured for each file. */
const MEASURED_MS = 10_000;

/** The files hold what the spans hold, so only their owner may read them. */
export function diskSpool(folder: string, { maxBytes = MAX_BYTES }: DiskSpoolOptions = {}): Spool {
  let written = 0;
  let used = 0;
  let measuredAt = -Infinity;

  const filesOf = async (): Promise<string[]> => {
    try {
      return (await readdir(folder)).toSorted();
    } catch {
      // It does not exist before the first outage.
      return [];
    }
  };

  const measure = async (): Promise<void> => {
    const sizes = (await filesOf()).map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    used = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    measuredAt = performance.now();
  };

  const put: Spool['put'] = async (body, kind) => {
    if (performance.now() - measuredAt > MEASURED_MS) await measure();
    const bytes = Buffer.byteLength(body);
    if (used + bytes > maxBytes) return false;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    written += 1;
    // In the order of time, and different in each program.
    const time = String(Date.now()).padStart(15, '0');
    const name = `${time}-${String(written).padStart(6, '0')}-${crypto.randomUUID()}.${kind}.json`;
    const draft = path.join(folder, name + DRAFT);
    await writeFile(draft, body, { mode: 0o600 });
    await rename(draft, path.join(folder, name));
    used += bytes;
    return true;
  };

  /** Frees what a killed program left: a claimed file is sent again, and half a file is no use. */
  const tidy = async (names: readonly string[]): Promise<void> => {
    for (const name of names.filter((each) => each.endsWith(CLAIMED) || each.endsWith(DRAFT))) {
      const file = path.join(folder, name);
      const changedAt = await stat(file).then(
        ({ ctimeMs }) => ctimeMs,
        () => Infinity,
      );
      if (Date.now() - changedAt <= ABANDONED_MS) continue;
      const ended = name.endsWith(DRAFT) ? rm(file) : rename(file, file.slice(0, -CLAIMED.length));
      await ended.catch(() => {});
    }
  };

  const take: Spool['take'] = async () => {
    await tidy(await filesOf());
    for (const name of await filesOf()) {
      const kind = READY.exec(name)?.groups?.['kind'] as SpoolKind | undefined;
      if (kind === undefined) continue;
      const ready = path.join(folder, name);
      const claimed = ready + CLAIMED;
      try {
        await rename(ready, claimed);
      } catch {
        // Another program was faster.
        continue;
      }
      const body = await readFile(claimed, 'utf8');
      measuredAt = -Infinity;
      return { body, kind, done: () => rm(claimed, { force: true }), back: () => rename(claimed, ready) };
    }
    return undefined;
  };
  return { put, take };
}
