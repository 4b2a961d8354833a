// What the SDK uses of its host: Node, Bun, Deno, an edge runtime or a browser. Nothing is imported, so that
// one build runs in all of them.

interface Storage<T> {
  getStore(): T | undefined;
  run<R>(store: T, fn: () => R): R;
}

type StorageClass = new <T>() => Storage<T>;

interface Host {
  process?: {
    env?: Record<string, string | undefined>;
    once?: (event: string, listener: () => void) => unknown;
    removeListener?: (event: string, listener: () => void) => unknown;
    getBuiltinModule?: (name: string) => Record<string, unknown> | undefined;
  };
  AsyncLocalStorage?: StorageClass;
}

const host = globalThis as Host;

/** Browsers do not let a program name itself, and edge runtimes may not. */
export const isServer = (): boolean => host.process?.once !== undefined;

/** A variable of the environment. Empty counts as missing, as for a secret that a build does not have. */
export function environmentText(name: string): string | undefined {
  try {
    return host.process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno asks for permission first.
    return undefined;
  }
}

/** Undefined where values cannot follow an `await`, as in browsers. */
export function newAsyncStorage<T>(): Storage<T> | undefined {
  const found =
    host.AsyncLocalStorage ?? host.process?.getBuiltinModule?.('node:async_hooks')?.['AsyncLocalStorage'];
  return typeof found === 'function' ? new (found as StorageClass)<T>() : undefined;
}

/** Node calls it when nothing else keeps the program alive. Returns how to forget it. */
export function beforeExit(listener: () => void): () => void {
  host.process?.once?.('beforeExit', listener);
  return () => void host.process?.removeListener?.('beforeExit', listener);
}

/** A timer that does not keep the program alive. */
export function quietTimer(fn: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(fn, ms);
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}

let origin = 0;

/**
 * Milliseconds since 1970, with fractions. Spans of one program keep their order even within a millisecond,
 * and the clock is set again after the machine has slept.
 */
export function wallClock(): number {
  const passed = performance.now();
  const now = Date.now();
  if (Math.abs(origin + passed - now) > 50) origin = now - passed;
  return origin + passed;
}
