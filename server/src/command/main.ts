import '#bin/compile-cache';
import './launcher.ts';
import '#thread-pool';
import { freshBundle } from './bundle.ts';
import type * as Program from './program.ts';

// Files that a command writes, above all the data folder, are for their owner only.
process.umask(0o077);

// Loaded only now, so that the preparations above apply to all of it.
const { run } = (await import(freshBundle() ?? './program.ts')) as typeof Program;
await run();
