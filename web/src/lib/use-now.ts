import { useEffect, useState } from 'react';

const floor = (everyMs: number): number => Math.floor(Date.now() / everyMs) * everyMs;

/** The time in steps, so that what is asked for "until now" stays the same question for a while. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => floor(everyMs));
  useEffect(() => {
    const timer = setInterval(() => setNow(floor(everyMs)), Math.min(everyMs, 60_000));
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
