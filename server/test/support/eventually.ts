import { vi } from 'vitest';

/** Vitest’s default of one second is too short on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });
