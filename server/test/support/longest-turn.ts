// Loaded into a service by `NODE_OPTIONS=--import=…`: writes the most CPU time that its main thread has used in one turn of
// the event loop into the file LONGEST_TURN, in milliseconds. SIGUSR2 begins anew. A watcher of another process would
// count several turns as one while it waits for a core itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LONGEST_TURN'];

/** In milliseconds. `process.threadCpuUsage` advances by ticks of several of them on some systems. */
const used = (): number => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;

if (isMainThread && file !== undefined) {
  let longest = 0;
  let before = used();
  const note = (ms: number): void => writeFileSync(file, String((longest = ms)));
  // A timer is due in every turn that takes a millisecond.
  setInterval(() => {
    const now = used();
    const ms = now - before;
    before = now;
    if (ms > longest) note(ms);
  }, 1).unref();
  process.on('SIGUSR2', () => note(0));
}
