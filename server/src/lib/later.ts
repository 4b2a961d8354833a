// Packages that most processes never use, loaded when they are first needed: each of their modules would cost every start a third of
// a millisecond, and memory for as long as the process lives.
import { createRequire } from 'node:module';

/** Inside `once`, with the package's types: `once(() => load('yaml') as typeof Yaml)`. */
export const load: (name: string) => unknown = createRequire(import.meta.url);

/** Made when it is first asked for. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}
