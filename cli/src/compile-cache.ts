// Keeps compiled code between runs, which saves a third of the CPU time of a start. It covers everything
// loaded after this module. If the folder is not writable, there is simply no cache.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tracewell', import.meta.url)));
