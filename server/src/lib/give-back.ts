// Releases memory that only the start needed. Loading a thousand modules grows the young generation to its
// full size, tens of megabytes, and V8 keeps it until memory is short. A collection pauses the process for
// 0.1 to 0.2 s, so it runs once when the process is idle. A process that is never idle needs the space and
// skips it.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface GiveBackOptions {
  everyMs: number;
  /** How many times to check whether the process is idle. */
  looks: number;
  /** The share of the time between two checks that may be busy. */
  idleBelow: number;
  collect: () => void;
}

const DEFAULTS: GiveBackOptions = {
  everyMs: 3_000,
  looks: 100,
  idleBelow: 0.05,
  collect: collectAll,
};

/** Returns a function that stops the checks. */
export function giveBackWhenIdle(options: Partial<GiveBackOptions> = {}): () => void {
  const { everyMs, looks, idleBelow, collect } = { ...DEFAULTS, ...options };
  let before = performance.eventLoopUtilization();
  let left = looks;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    left -= 1;
    const isIdle = utilization < idleBelow;
    if (isIdle || left === 0) clearInterval(timer);
    if (isIdle) collect();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
