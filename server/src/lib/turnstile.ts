// Lets a few through at once and a few more wait, and turns the rest away: for work that is dear in memory or threads.

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
        // The place goes to whoever waits longest, so that nobody slips in between.
        const next = waiting.shift();
        if (next) next();
        else inside -= 1;
      }
    },
  };
}
