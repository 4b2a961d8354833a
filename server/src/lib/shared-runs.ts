// Shares runs of some work, such as a sync of the disk, between callers. Only one run is in progress at a
// time, and it serves all calls made before it began. Calls during a run share the next one.

export function sharedRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running = false;
  let next: PromiseWithResolvers<Result> | null = null;

  async function run({ resolve, reject }: PromiseWithResolvers<Result>): Promise<void> {
    running = true;
    const outcome = await work().then(
      (result) => () => resolve(result),
      (error: unknown) => () => reject(error),
    );
    running = false;
    // Synchronously, because a call in between would start a second run at the same time.
    if (next) {
      const waiting = next;
      next = null;
      void run(waiting);
    }
    outcome();
  }

  return () => {
    if (running) return (next ??= Promise.withResolvers<Result>()).promise;
    const first = Promise.withResolvers<Result>();
    void run(first);
    return first.promise;
  };
}
