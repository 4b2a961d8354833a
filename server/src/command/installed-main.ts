// `main.ts` of the package: the program is always the one beside it (tools/pack.ts).
import '#bin/compile-cache';
import './launcher.ts';
import '#thread-pool';

process.umask(0o077);

// Imported dynamically, so that the steps above come first.
const { run } = await import('./program.ts');
await run();
