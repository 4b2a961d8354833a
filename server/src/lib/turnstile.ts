// Limits concurrent work that is expensive in memory or threads: a few run, a few wait, and the rest are
// rejected.

export interface Turnstile {
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export function turnstile(atOnce: number, queue: number, full: () => Error): Turnstile {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    async pass(work) {
      if (inside < atOnce) inside += 1;
      else if (waiting.length >= queue) throw full();
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // The slot passes directly to the longest waiter, so that nobody can take it in between.
        const next = waiting.shift();
        if (next) next();
        else inside -= 1;
      }
    },
  };
}
