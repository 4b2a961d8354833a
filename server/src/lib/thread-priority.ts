// Lowers the priority of threads that a library starts. Such threads take every core for tens of milliseconds
// at a time, and the thread that answers requests would have to compete with them. Only Linux has a priority
// per thread. On other systems the priority belongs to the whole process, and nothing is done.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** With this nice value, a thread gets a third of the share of the others while cores are scarce. */
const LATER = 5;
/**
 * Threads that Node starts, at any time. The thread that answers requests waits for their work, so they keep
 * its priority.
 */
const OF_NODE = /^(?:WorkerThread|libuv-worker|node)/;

interface ThreadsOptions {
  /** Contains a folder per thread, named by its id. */
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

  /** Lowers the priority of threads that were started since the last call. */
  look(): void {
    if (!this.#options) return;
    const { folder, goLater } = this.#options;
    const now = readdirSync(folder);
    for (const id of now) {
      if (this.#known.has(id)) continue;
      try {
        if (!OF_NODE.test(readFileSync(`${folder}/${id}/comm`, 'latin1'))) goLater(Number(id));
      } catch {
        // The thread has ended.
      }
    }
    this.#known = new Set(now);
  }
}
