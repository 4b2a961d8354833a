// Keeps compiled code between runs, which saves a third of the CPU time of a start. It covers everything
// loaded after this module. If the folder is not writable, there is simply no cache.
// Plain JavaScript, and loaded before any TypeScript: the stripper of types takes a tenth of a second to load, and
// files in the cache do not need it.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tracewell', import.meta.url)));
