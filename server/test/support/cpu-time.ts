/**
 * The least CPU time in milliseconds that this thread needs for `work`. It repeats the work, up to twenty times,
 * until the result is below `enoughMs`, because other load slows single runs but not all of them.
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
