// Loads packages that most processes never need on first use. Each of their modules would cost a third of a
// millisecond at every start, and memory for the life of the process.
import type * as Http from 'node:http';
import { createRequire } from 'node:module';

/** Use inside `once`, with the package's types: `once(() => load('yaml') as typeof Yaml)`. */
export const load: (name: string) => unknown = createRequire(import.meta.url);

/** Makes the value on first use. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * An `import` of `node:http` would also load the client of `fetch`, one of its exports, which would add 20 ms
 * to every start.
 */
export const http = (): typeof Http => load('node:http') as typeof Http;
