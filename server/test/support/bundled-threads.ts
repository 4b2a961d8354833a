// Threads of the service start from the bundle if it is up to date, as in the product. From the sources, each
// thread would strip the types of some hundred modules again. `npm test` makes the bundle first.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import threads from 'node:worker_threads';
import { BUNDLE, freshBundle } from '../../src/command/bundle.ts';

const { Worker } = threads;
let isFresh: boolean | null = null;

function bundled(file: string | URL): string | URL {
  const found = new URL(`${path.basename(String(file), '.ts')}.mjs`, BUNDLE);
  if (!String(file).endsWith('.ts') || !existsSync(found)) return file;
  isFresh ??= freshBundle() !== null;
  return isFresh ? found : file;
}

class BundledWorker extends Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    super(bundled(file), withBundledReaders(options));
  }
}

/** The preparing thread loads readers of other back ends' bodies, which share its modules. */
function withBundledReaders(options?: threads.WorkerOptions): threads.WorkerOptions | undefined {
  const data = options?.workerData as { readers?: ReadonlyMap<string, string> } | undefined;
  if (!data?.readers) return options;
  const readers = new Map([...data.readers].map(([peer, file]) => [peer, String(bundled(file))]));
  return { ...options, workerData: { ...data, readers } };
}

/** Called before the service is loaded, which imports the class by its name. */
export function bundledThreads(): void {
  threads.Worker = BundledWorker;
  syncBuiltinESMExports();
}
