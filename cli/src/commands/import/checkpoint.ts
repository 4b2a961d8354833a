// How far an import has come. The file is replaced as a whole, so a killed process leaves the earlier state,
// and what is sent again after that is not stored again.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { wrongInput } from '../../service/fault.ts';
import { isFields } from '../../service/read.ts';
import type { SourcePosition } from './source.ts';
import type { TallyState } from './tally.ts';

export interface ImportState {
  version: 1;
  identity: string;
  /** The user agent of this import has it, so that the service counts it apart from others. */
  importId: string;
  startedAt: string;
  /** Everything before it is stored. */
  position: SourcePosition | null;
  /** What has been read up to the position. */
  tally: TallyState;
  /** What the calls cost here in the time of the import, before its first request; null if it is unknown. */
  costBefore: number | null;
}

export class CheckpointFile {
  readonly file: string;
  readonly #identity: string;

  constructor(file: string, identity: string) {
    this.file = file;
    this.#identity = identity;
  }

  /** Null if there is none. */
  read(): ImportState | null {
    if (!existsSync(this.file)) return null;
    let stored: unknown;
    try {
      stored = JSON.parse(readFileSync(this.file, 'utf8'));
    } catch {
      throw wrongInput(
        'invalid_checkpoint',
        `${this.file} cannot be read as a checkpoint. Use --restart to begin again; nothing is stored twice.`,
      );
    }
    if (!isFields(stored) || stored['version'] !== 1 || stored['identity'] !== this.#identity) {
      throw wrongInput(
        'other_checkpoint',
        `${this.file} belongs to another import (other source, files or options). Use another --checkpoint, or --restart to begin again.`,
      );
    }
    return stored as unknown as ImportState;
  }

  write(state: Omit<ImportState, 'version' | 'identity'>): void {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const draft = `${this.file}.${process.pid}`;
    const whole: ImportState = { version: 1, identity: this.#identity, ...state };
    writeFileSync(draft, `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.file);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

export const newImportId = (): string => randomBytes(6).toString('hex');

/** One file for each source and destination. */
export function checkpointPath(identity: string, env: NodeJS.ProcessEnv): string {
  const state = env['XDG_STATE_HOME'];
  const folder =
    state !== undefined && path.isAbsolute(state) ? state : path.join(homedir(), '.local', 'state');
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  return path.join(folder, 'tracewell', 'imports', `${name}.json`);
}
