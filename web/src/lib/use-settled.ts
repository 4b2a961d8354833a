import { useEffect, useState } from 'react';

/** The value once it has not changed for a moment: for questions that follow what somebody types. */
export function useSettled<T>(value: T, pauseMs = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
