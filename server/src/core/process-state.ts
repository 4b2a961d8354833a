// The state that one process keeps in memory: caches, queues, threads, counters. Each app has its own, so
// that two apps in one process (tests) share nothing, and `stop()` ends all of it.
import type { End, MakeState, ProcessState, Services } from './context.ts';

/** For callers without an app: state that uses no service works without one. */
const NONE = {} as Services;

/** `services` are those of the process; a piece of state never sees the context of a request. */
export function processState(services = () => NONE): ProcessState {
  const made = new Map<MakeState<unknown>, unknown>();
  const ends: End[] = [];
  return {
    of: <T>(make: MakeState<T>): T => {
      const known = made.get(make);
      if (known !== undefined || made.has(make)) return known as T;
      const value = make(services(), (end) => ends.push(end));
      made.set(make, value);
      return value;
    },
    end: async () => {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}

/**
 * Declares one piece of state, made at first use: `const cacheOf = perProcess(({ feed }) => new
 * Cache(feed))`. Work for the end of the process is registered with `onEnd`.
 */
export const perProcess =
  <T>(make: MakeState<T>) =>
  ({ state }: Pick<Services, 'state'>): T =>
    state.of(make);
