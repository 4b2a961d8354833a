import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDurably } from './data-directory.ts';

it('a new folder survives a power cut: the name of each created folder is synced, deepest first', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'tracewell-directory-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = path.join(root, 'above', 'data');
  const synced: string[] = [];
  makeDurably(folder, (made) => synced.push(made));
  expect(synced).toEqual([path.join(root, 'above'), root]);
  makeDurably(folder, (made) => synced.push(made));
  expect(synced).toHaveLength(2);
});
