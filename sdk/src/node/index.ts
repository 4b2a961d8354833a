// Parts of the SDK that need Node, Bun or Deno.
export { diskSpool, type DiskSpoolOptions } from './disk-spool.ts';
