import './compile-cache.ts';
import '@tracewell/server/thread-pool';

// Loaded only now, so that what the two above prepare holds for all of it.
const { run } = await import('./program.ts');
await run();
