// On Linux each thread has its own priority. A library that comes with threads takes every core for tens of
// milliseconds at a time, and the thread that answers requests would wait for its turn among them. So these
// threads go after it. Elsewhere a priority is that of the whole process, and nothing is done.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** A third of the share that the others have while cores are scarce. */
const LATER = 5;
/**
 * Started by Node, at any time. The thread that answers waits for what they do, so they keep its priority.
 */
const OF_NODE = /^(?:WorkerThread|libuv-worker|node)/;

interface ThreadsOptions {
  /** A folder for each thread, named by its id. */
  folder: string;
  goLater: (id: number) => void;
}

const LINUX: ThreadsOptions = {
  folder: '/proc/self/task',
  goLater: (id) => setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority() + LATER)),
};

export class LaterThreads {
  readonly #options: ThreadsOptions | null;
  #known: ReadonlySet<string>;

  /** Threads that exist now keep their priority. Tests pass other threads. */
  constructor(options = process.platform === 'linux' ? LINUX : null) {
    this.#options = options;
    this.#known = new Set(options ? readdirSync(options.folder) : []);
  }

  /** Threads that were started since the last look go after this one. */
  look(): void {
    if (!this.#options) return;
    const { folder, goLater } = this.#options;
    const now = readdirSync(folder);
    for (const id of now) {
      if (this.#known.has(id)) continue;
      try {
        if (!OF_NODE.test(readFileSync(`${folder}/${id}/comm`, 'latin1'))) goLater(Number(id));
      } catch {
        // It has ended.
      }
    }
    this.#known = new Set(now);
  }
}
