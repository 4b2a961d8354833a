import { vi } from 'vitest';

/** Vitest’s default of one second is too short on a busy machine. */
export const eventually = <T>(
  check: () => T | Promise<T>,
  { timeout = 20_000, interval = 20 } = {},
): Promise<T> => vi.waitFor(check, { timeout, interval });
