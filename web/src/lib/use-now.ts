import { useEffect, useState } from 'react';

const floor = (everyMs: number): number => Math.floor(Date.now() / everyMs) * everyMs;

/** The current time, rounded down, so that a query "until now" keeps the same key for a while. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => floor(everyMs));
  useEffect(() => {
    const timer = setInterval(() => setNow(floor(everyMs)), Math.min(everyMs, 60_000));
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
