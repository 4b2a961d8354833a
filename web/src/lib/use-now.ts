import { useEffect, useState } from 'react';

const floor = (everyMs: number): number => Math.floor(Date.now() / everyMs) * everyMs;

/**
 * Calls `tell` at the beginning of each step of the clock until it is stopped. An interval would start at any
 * moment and lag behind the clock by up to a step.
 */
export function atEachStep(everyMs: number, tell: (now: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        tell(floor(everyMs));
        wait();
      },
      everyMs - (Date.now() % everyMs),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

/** The current time, rounded down, so that what is computed from it keeps the same value for a while. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => floor(everyMs));
  useEffect(() => atEachStep(everyMs, setNow), [everyMs]);
  return now;
}
