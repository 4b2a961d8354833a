// Parts of the SDK that need Node, Bun or Deno.
export { diskPrompts } from './disk-prompts.ts';
export { diskSpool, type DiskSpoolOptions } from './disk-spool.ts';
