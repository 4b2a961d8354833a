import './compile-cache.ts';
import './launcher.ts';
import '@tracewell/server/thread-pool';

// What any command writes, the data folder above all, is for its owner only.
process.umask(0o077);

// Loaded only now, so that what the three above prepare holds for all of it.
const { run } = await import('./program.ts');
await run();
