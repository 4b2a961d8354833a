import { useCallback, useState } from 'react';

/** Someone who comes back within this time sees the list that they left. */
const KEEP_MS = 120_000;
let asOf = 0;

/**
 * The time of a list. It is a snapshot until the user renews it: rows that shift every minute would be hard
 * to read.
 */
export function useAsOf(): [number, () => void] {
  const [now, setNow] = useState(() => {
    if (Date.now() - asOf > KEEP_MS) asOf = Date.now();
    return asOf;
  });
  const renew = useCallback(() => {
    asOf = Date.now();
    setNow(asOf);
  }, []);
  return [now, renew];
}
