// Work that serves everybody who asked before it began, such as a sync of the disk. One run is under way at a
// time. A call during a run waits for the next one, together with all other calls until then.

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
    // In the same step: a call in between would begin a second run beside this one.
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
