// Copies of prompts in a folder, one file for each. A new file replaces the old one in one step, so programs can
// share the folder.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PromptCopies } from '../tracing/prompts.ts';

export function diskPrompts(folder: string): PromptCopies {
  // A name may have any character, and folders.
  const fileOf = (key: string): string =>
    path.join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  return {
    read: (key) => readFile(fileOf(key), 'utf8').catch(() => undefined),
    write: async (key, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${fileOf(key)}.${crypto.randomUUID()}.draft`;
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, fileOf(key));
    },
  };
}
