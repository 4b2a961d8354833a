// The machine: Node, the folder, its disk and the clock.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { closeToOthers, ensureDataDirectory, othersCanRead } from '#data-directory';
import { MINUTE_MS } from '#lib/clock';
import { fail, ok, warn, type DoctorCheck } from './check.ts';

const NODE_NEEDED = 26;
const GIB = 1024 ** 3;
const LITTLE_ROOM = 5 * GIB;
const NO_ROOM = GIB / 2;
const CLOCK_SLACK_MS = 2 * MINUTE_MS;
/** A clock before this time is wrong: the code is newer. */
const EARLIEST = Date.UTC(2026, 0, 1);

export function checkNode(version = process.versions.node): DoctorCheck {
  if (Number.parseInt(version, 10) >= NODE_NEEDED) return ok('node', `Node ${version}.`);
  return fail(
    'node',
    `Node ${version} is too old: ${NODE_NEEDED} or later is needed. \`npm ci\` installs it.`,
  );
}

/** The folder itself, or the nearest existing one above it. */
function standing(folder: string): string {
  let there = folder;
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there);
  return there;
}

export function checkDataDirectory(dataDir: string): DoctorCheck {
  const name = 'data directory';
  try {
    if (existsSync(dataDir)) ensureDataDirectory(dataDir);
    else rmSync(mkdtempSync(path.join(standing(dataDir), '.tracewell-probe-')), { recursive: true });
  } catch {
    return fail(
      name,
      `${dataDir} cannot be written. Give this user write permission, or set TRACEWELL_DATA_DIR.`,
    );
  }
  if (!existsSync(dataDir)) return ok(name, `${dataDir} is made at the first start.`);
  if (othersCanRead(dataDir)) return warn(name, closeToOthers(dataDir));
  return ok(name, `${dataDir} can be written.`);
}

export async function checkDisk(dataDir: string, ask: typeof freeOn = freeOn): Promise<DoctorCheck> {
  const free = await ask(standing(dataDir));
  const room = `${(free / GIB).toFixed(1)} GiB are free on the disk of ${dataDir}.`;
  if (free < NO_ROOM) return fail('disk', `${room} Make room: the service refuses writes when it is full.`);
  if (free < LITTLE_ROOM) return warn('disk', `${room} Make room soon; a million records take about 150 MB.`);
  return ok('disk', room);
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A file from the future means that the clock was set back since, or runs behind. */
export async function checkClock(dataDir: string, now = Date.now()): Promise<DoctorCheck> {
  const time = new Date(now).toISOString();
  if (now < EARLIEST)
    return fail('clock', `The clock says ${time}, which is in the past. Set it, preferably by NTP.`);
  const newest = await newestFile(dataDir);
  if (newest > now + CLOCK_SLACK_MS) {
    return warn(
      'clock',
      `The clock says ${time}, but there are files of ${new Date(newest).toISOString()}. Set it, preferably by NTP: quotas, alerts and retention depend on it.`,
    );
  }
  return ok('clock', `The clock says ${time}.`);
}

async function newestFile(dataDir: string): Promise<number> {
  const names = await readdir(dataDir).catch(() => []);
  const times = await Promise.all(
    names.map((name) =>
      stat(path.join(dataDir, name)).then(
        (file) => file.mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(0, ...times);
}
