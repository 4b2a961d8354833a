// Syncs the whole file system of a folder with one call instead of one per file. Node has no syncfs(2), so a
// small shell runs `sync -f` on request. It is started once and kept, because forking a process of half a
// gigabyte blocks the event loop for tens of milliseconds. It ends when its input closes, so a killed service
// leaves none behind.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { once } from '#lib/later';
import { sharedRuns } from '#lib/shared-runs';

// The folder is an argument, never part of the script.
const SCRIPT = 'while read -r _; do if sync -f "$0" 2>/dev/null; then echo y; else echo n; fi; done';

type Shell = ChildProcessByStdio<Writable, Readable, null>;

export class DiskSync {
  readonly #folder: string;
  readonly #program: string;
  #shell: Shell | null = null;
  readonly #share = sharedRuns(() => this.#try());
  readonly #first = once(() => this.sync());
  #state: 'not tried' | 'works' | 'cannot' | 'failed' = 'not tried';

  /** Tests pass another shell. */
  constructor(folder: string, program = 'sh') {
    this.#folder = folder;
    this.#program = program;
  }

  /** Starts the shell ahead of the first sync, while the process is small. */
  start(): void {
    this.#shell ??= this.#spawn();
  }

  /**
   * True: everything written before this call is on disk. False: this machine cannot sync. Throws if a sync
   * worked before and fails now; after `EIO` permanently, because the system reports a lost write only once.
   * A call during a sync waits for the next one and shares it with others.
   */
  sync(): Promise<boolean> {
    return this.#share();
  }

  /**
   * Whether this machine can sync. This call begins the first sync and returns its result. The start calls it
   * early, because a sync takes long on a busy disk.
   */
  works(): Promise<boolean> {
    return this.#first();
  }

  end(): void {
    this.#shell?.stdin.end();
    this.#shell = null;
  }

  async #try(): Promise<boolean> {
    if (this.#state === 'cannot') return false;
    const answer = this.#state === 'failed' ? 'n' : await this.#ask();
    if (this.#state === 'not tried') this.#state = answer === 'y' ? 'works' : 'cannot';
    else if (answer === 'n') {
      this.#state = 'failed';
      const lost = new Error(`The disk of ${this.#folder} lost data that was written to it.`);
      throw Object.assign(lost, { code: 'EIO' });
    } else if (answer === '') throw new Error(`The shell that syncs ${this.#folder} has ended.`);
    return answer === 'y';
  }

  /** `y`, `n`, or nothing when the shell has ended. */
  #ask(): Promise<string> {
    const shell = (this.#shell ??= this.#spawn());
    const { promise, resolve } = Promise.withResolvers<string>();
    const onClose = () => resolve('');
    const answered = (bytes: Buffer) => resolve(bytes.toString().trim());
    // `exit` may come before the last answer has been read.
    shell.once('close', onClose);
    shell.stdout.once('data', answered);
    // While a caller waits, the shell keeps the process alive.
    shell.ref();
    shell.stdin.write('\n', (error) => error && onClose());
    return promise.finally(() => {
      shell.off('close', onClose);
      shell.stdout.off('data', answered);
      shell.unref();
    });
  }

  #spawn(): Shell {
    // Its own process group: Ctrl-C must reach only the service, which still has to sync before it ends.
    const shell = spawn(this.#program, ['-c', SCRIPT, this.#folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    const forget = () => {
      if (this.#shell === shell) this.#shell = null;
    };
    shell.on('exit', forget);
    shell.on('error', () => {
      forget();
      shell.emit('close', null, null);
    });
    shell.stdin.on('error', forget);
    shell.unref();
    for (const stream of [shell.stdin, shell.stdout]) (stream as unknown as { unref(): void }).unref();
    return shell;
  }
}
