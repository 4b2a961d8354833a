// Memory that a start took and nobody needs any more. Loading a thousand modules grows the space for young objects to its full
// size, tens of megabytes, and V8 keeps it until something presses for memory. Asking it once to let go takes a pause of a tenth of a
// second or two, so it is asked when the process has nothing to do, and not at all when it never is idle: it needs the space then.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface GiveBackOptions {
  everyMs: number;
  /** How often it is looked whether the process is idle. */
  looks: number;
  /** The part of the time between two looks that may be spent working. */
  idleBelow: number;
  collect: () => void;
}

const DEFAULTS: GiveBackOptions = {
  everyMs: 3_000,
  looks: 100,
  idleBelow: 0.05,
  collect: collectAll,
};

/** The function that it answers ends the looking. */
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
