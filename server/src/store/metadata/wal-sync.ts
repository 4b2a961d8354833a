// Syncs commits of the embedded store to the disk on another thread. SQLite would sync its log inside the
// commit, on the main thread, and all requests would wait for the disk. So it commits without a sync
// (`synchronous = normal`), and the log is synced here before the change is acknowledged. The log is one file
// and syncs as a whole: earlier commits are on disk too.
import { open, type FileHandle } from 'node:fs/promises';
import { once } from '#lib/later';
import { sharedRuns } from '#lib/shared-runs';
import { unavailable } from '#lib/app-error';

export type WalFile = Pick<FileHandle, 'datasync' | 'close'>;

export class WalSync {
  readonly #file: () => Promise<WalFile>;
  readonly #share = sharedRuns(() => this.#sync());
  #failed: Error | null = null;

  /** `path`: the database file. Tests pass their own file. */
  constructor(path: string, openFile: () => Promise<WalFile> = () => open(`${path}-wal`, 'r+')) {
    this.#file = once(openFile);
  }

  /** Resolves when everything that was committed before this call is on disk. */
  async synced(): Promise<void> {
    this.requireSound();
    await this.#share();
  }

  /**
   * Throws after a failed sync. The system reports a lost write once and then forgets it, and a commit after
   * a gap in the log would not survive a power cut. So all changes are rejected until a restart, which reads
   * the log up to the gap.
   */
  requireSound(): void {
    if (this.#failed) throw this.#failed;
  }

  /** Call after the last commit. */
  async close(): Promise<void> {
    await this.#file().then(
      (file) => file.close(),
      () => undefined,
    );
  }

  async #sync(): Promise<void> {
    this.requireSound();
    try {
      await (await this.#file()).datasync();
    } catch (error) {
      this.#failed = unavailable(
        'metadata_not_synced',
        'The disk of the metadata store could not store a change. All changes are rejected until the service is restarted.',
        error,
      );
      throw this.#failed;
    }
  }
}
