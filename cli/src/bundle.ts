// The program in a few files instead of two thousand, which halves the processor time of a start. `npm ci` and `npm run build` make it
// (tools/bundle.ts). It is used only while it is what the source files say; after an edit or an update the source runs.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/** What is known of a source file when the bundle is made. */
export interface Input {
  bytes: number;
  mtimeMs: number;
  /** A copy of the folder may have other times. */
  crc: number;
}

/** By their paths from `BUNDLE`. */
export type Inputs = Record<string, Input>;

export const BUNDLE = new URL('../dist/', import.meta.url);
export const PROGRAM = 'program.mjs';
export const INPUTS = 'inputs.json';

export const inputOf = (file: string): Input => {
  const { size, mtimeMs } = statSync(file);
  return { bytes: size, mtimeMs, crc: crc32(readFileSync(file)) };
};

/** Where it can be imported from; null when there is none for the files as they are. */
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
