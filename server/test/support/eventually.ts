import { vi } from 'vitest';

/** A second, which is what Vitest waits by itself, is not long on a machine that has other work. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });
