/**
 * For tests. The processor time that a piece of work takes, at best, in milliseconds. Of this thread only, and tried again while it is not
 * below `enoughMs`: other work on the machine slows a single run down, but not every one of twenty.
 */
export function leastCpuMs(work: () => unknown, enoughMs: number): number {
  let least = Infinity;
  for (let round = 0; round < 20 && least >= enoughMs; round += 1) {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
