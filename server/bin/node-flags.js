// The Node flags of the service. An agent waits for each answer, so short pauses matter more than memory.
// - Fewer collector threads than cores: more would take cores from the requests.
// - A small space for new objects is collected eight times as often, in an eighth of the time: pauses of 1 to
//   3 ms instead of 10 to 30 at 2,000 checks a second.
// - That space is too small to share the work with another thread: 2.0 ms a pause without, 2.5 with one.
// One more is set after the start (src/lib/heap-growth.ts). A flag belongs here only if Node's code cache still fits with it.
// Plain JavaScript, because the launcher runs on any Node.
import { availableParallelism } from 'node:os';

const NODE_THREADS = 4;

export const serviceFlags = () => [
  `--v8-pool-size=${Math.min(NODE_THREADS, Math.max(1, availableParallelism() - 1))}`,
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
];

/**
 * The environment of the service. On Linux, the allocator of the C library keeps a heap for each of many
 * threads; two heaps need 10 MB less, and records are stored as fast. A value that is set stays.
 */
export const serviceEnv = () => ({ MALLOC_ARENA_MAX: '2', ...process.env });
