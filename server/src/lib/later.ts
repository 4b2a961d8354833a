// Loads packages on first use that most processes never need. Each of their modules would cost every start a
// third of a millisecond, and memory for the life of the process.
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
 * An `import` of it would also load the client of `fetch`, which is one of its exports: 20 ms that a start
 * has no use for.
 */
export const http = (): typeof Http => load('node:http') as typeof Http;
