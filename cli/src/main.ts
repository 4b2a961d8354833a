import './compile-cache.ts';
import './launcher.ts';
import '@tracewell/server/thread-pool';

// Loaded only now, so that what the three above prepare holds for all of it.
const { run } = await import('./program.ts');
await run();
