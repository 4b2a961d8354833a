// Rows for one question, in a file that the engine reads: inside the statement they would take longer than
// their load.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class RowFiles {
  readonly #folder: string;
  #made = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes files of an earlier process. */
  static async open(folder: string): Promise<RowFiles> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new RowFiles(folder);
  }

  /** Null if it cannot be written, for example on a full disk. */
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

  /** The next start removes files that remain. */
  remove(file: string): void {
    rm(file, { force: true }).catch(() => undefined);
  }
}
