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

/** The CPU time in milliseconds of all threads of this process, while `work` is under way. */
export async function processCpuMs(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
