import { useEffect, useState } from 'react';

/** True for two seconds after the returned function was called, to confirm an action in place. */
export function useDone(): [boolean, () => void] {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  return [done, () => setDone(true)];
}
