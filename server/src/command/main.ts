import '#bin/compile-cache';
import './launcher.ts';
import '#thread-pool';
import { freshBundle } from './bundle.ts';
import type * as Program from './program.ts';

// Files that a command writes, such as the data folder, are for their owner only.
process.umask(0o077);

// Imported dynamically, so that the steps above come first.
const { run } = (await import(freshBundle() ?? './program.ts')) as typeof Program;
await run();
