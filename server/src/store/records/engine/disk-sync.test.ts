import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DiskSync } from './disk-sync.ts';

function folderWith(answers?: string): { folder: string; program: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'shell');
  writeFileSync(program, `#!/bin/sh\n${answers ?? ''}`);
  chmodSync(program, 0o700);
  return { folder, program };
}

const syncOf = (folder: string, program?: string): DiskSync => {
  const sync = new DiskSync(folder, program);
  onTestFinished(() => sync.end());
  return sync;
};

it('syncs the file system of a folder, whatever its name', async () => {
  const { folder } = folderWith();
  const odd = path.join(folder, `a b"; exit 1; echo "$(false)`);
  writeFileSync(odd, '');
  expect(await syncOf(odd).sync()).toBe(true);
  expect(await syncOf(path.join(folder, 'missing')).sync()).toBe(false);
});

it('returns false if there is no such program', async () => {
  const { folder } = folderWith();
  const sync = syncOf(folder, path.join(folder, 'no shell'));
  expect([await sync.sync(), await sync.sync()]).toEqual([false, false]);
});

it('the first sync decides whether it works, and no other is started for that', async () => {
  const { folder, program } = folderWith('while read -r _; do echo asked >> "$3/asked"; echo y; done');
  const sync = syncOf(folder, program);
  expect([await sync.works(), await sync.works()]).toEqual([true, true]);
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toBe('asked\n');
  expect(await syncOf(folder, path.join(folder, 'no shell')).works()).toBe(false);
});

it('a call during a sync waits for the next one, together with others', async () => {
  const { folder, program } = folderWith(
    'while read -r _; do sleep 0.2; echo asked >> "$3/asked"; echo y; done',
  );
  const sync = syncOf(folder, program);
  const ends: string[] = [];
  const note = (name: string) => async (done: boolean) => ends.push(`${name} ${done}`);
  await Promise.all([
    sync.sync().then(note('first')),
    sync.sync().then(note('second')),
    sync.sync().then(note('third')),
  ]);
  expect(ends).toEqual(['first true', 'second true', 'third true']);
  // One for the first call, one for the two that arrived during it.
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toBe('asked\nasked\n');
});

it('a failure is not forgotten: the system reports a lost write once', async () => {
  const { folder, program } = folderWith(
    'read -r _; echo y; read -r _; echo n; while read -r _; do echo y; done',
  );
  const sync = syncOf(folder, program);
  expect(await sync.sync()).toBe(true);
  for (let times = 0; times < 2; times += 1) await expect(sync.sync()).rejects.toMatchObject({ code: 'EIO' });
});

it('starts another shell when one has ended', async () => {
  const { folder, program } = folderWith('read -r _; echo y');
  const sync = syncOf(folder, program);
  expect(await sync.sync()).toBe(true);
  // A call may still reach the old shell until its end is noticed.
  await expect.poll(() => sync.sync().catch(() => false)).toBe(true);
});
