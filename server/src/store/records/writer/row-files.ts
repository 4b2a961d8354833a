// Rows for one question, in a file that the engine reads: as part of a statement they would take it longer than their load.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class RowFiles {
  readonly #folder: string;
  #made = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** What a process before left in it goes. */
  static async open(folder: string): Promise<RowFiles> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new RowFiles(folder);
  }

  /** Null when it cannot be written, as on a full disk. */
  async write(rows: Buffer): Promise<string | null> {
    this.#made += 1;
    const file = path.join(this.#folder, String(this.#made));
    try {
      await writeFile(file, rows, { mode: 0o600 });
      return file;
    } catch {
      this.remove(file);
      return null;
    }
  }

  /** What is left of it is removed by the next start. */
  remove(file: string): void {
    rm(file, { force: true }).catch(() => undefined);
  }
}
