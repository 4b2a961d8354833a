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
    super(bundled(file), options);
  }

  /** The preparing thread loads readers of other back ends' bodies, which must share its modules. */
  override postMessage(message: unknown, transfer?: readonly threads.Transferable[]): void {
    super.postMessage(withBundledReader(message as ReaderMessage), transfer);
  }
}

interface ReaderMessage {
  order?: { body?: { form?: { reader?: { url: string } } } };
}

function withBundledReader(message: ReaderMessage): ReaderMessage {
  const { order } = message;
  const form = order?.body?.form;
  if (form?.reader === undefined) return message;
  const reader = { ...form.reader, url: String(bundled(form.reader.url)) };
  return { ...message, order: { ...order, body: { ...order?.body, form: { ...form, reader } } } };
}

/** Called before the service is loaded, which imports the class by its name. */
export function bundledThreads(): void {
  threads.Worker = BundledWorker;
  syncBuiltinESMExports();
}
