import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderTarget } from './target.ts';

const bytes = Buffer.from('rows');
const NAME = 'calls/day=2026-11-15/part-0.parquet';

function freshRoot(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'tracewell-target-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

it('a write removes the temporary files that a killed run left in the folder, and nothing else', async () => {
  const root = freshRoot();
  const day = path.join(root, path.dirname(NAME));
  mkdirSync(day, { recursive: true });
  for (const name of ['part-1.parquet.0-1.partial', 'part-1.parquet'])
    writeFileSync(path.join(day, name), '');
  await folderTarget(root).write(NAME, bytes);
  expect(readdirSync(day)).toEqual(['part-0.parquet', 'part-1.parquet']);
});

it('no link leads out of the folder that it must not leave', async () => {
  const root = freshRoot();
  const [own, other] = [path.join(root, 'own'), path.join(root, 'other')];
  mkdirSync(own);
  mkdirSync(path.join(other, 'daily'), { recursive: true });
  writeFileSync(path.join(other, 'secret'), 'of another account');
  const daily = folderTarget(path.join(own, 'daily'), own);
  await daily.write(NAME, bytes);
  expect(await daily.read(NAME)).toEqual(bytes);

  symlinkSync(path.join(other, 'secret'), path.join(own, 'daily', 'manifest.json'));
  symlinkSync(other, path.join(own, 'daily', 'scores'));
  symlinkSync(path.join(other, 'daily'), path.join(own, 'linked'));
  symlinkSync('..', path.join(own, 'up'));
  const linked = ['linked', 'up/other'].map((name) => folderTarget(path.join(own, name), own));
  for (const [target, name] of [
    [daily, 'manifest.json'],
    [daily, 'scores/day=2026-11-15/part-0.parquet'],
    ...linked.map((target) => [target, NAME] as const),
  ] as const)
    for (const work of [
      () => target.read(name),
      () => target.sha256(name),
      () => target.write(name, bytes),
      () => target.remove(name),
    ])
      await expect(work()).rejects.toMatchObject({ reason: 'target_not_writable' });
  expect(readFileSync(path.join(other, 'secret'), 'utf8')).toBe('of another account');
  expect(readdirSync(other).toSorted()).toEqual(['daily', 'secret']);
  expect(readdirSync(path.join(other, 'daily'))).toEqual([]);
});
