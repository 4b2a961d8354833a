// The program in a few files instead of two thousand, which halves the CPU time of a start. `npm ci` and `npm
// run build` make it (tools/bundle.ts). It is used only while the source files are those it was made of;
// after an edit or an update the source runs.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/** A source file at the time of the bundle. */
interface Input {
  bytes: number;
  mtimeMs: number;
  /** Compared if the time differs, as in a copy of the folder. */
  crc: number;
}

/** The keys are paths relative to `BUNDLE`. */
type Inputs = Record<string, Input>;

export const BUNDLE = new URL('../../dist/', import.meta.url);
export const PROGRAM = 'program.mjs';
export const INPUTS = 'inputs.json';

export const inputOf = (file: string): Input => {
  const { size, mtimeMs } = statSync(file);
  return { bytes: size, mtimeMs, crc: crc32(readFileSync(file)) };
};

/** The address to import it from; null if there is no bundle of the current files. */
export function freshBundle(folder: URL = BUNDLE): string | null {
  try {
    const inputs = JSON.parse(readFileSync(new URL(INPUTS, folder), 'utf8')) as Inputs;
    const path = fileURLToPath(folder);
    return Object.entries(inputs).every(([file, input]) => isSame(path + file, input))
      ? new URL(PROGRAM, folder).href
      : null;
  } catch {
    return null;
  }
}

function isSame(file: string, { bytes, mtimeMs, crc }: Input): boolean {
  const now = statSync(file);
  return now.size === bytes && (now.mtimeMs === mtimeMs || crc32(readFileSync(file)) === crc);
}
