import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LaterThreads } from './thread-priority.ts';

it('lowers the priority of threads that libraries start later, each once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-threads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = (id: number, name: string): void => {
    mkdirSync(path.join(folder, String(id)));
    writeFileSync(path.join(folder, String(id), 'comm'), `${name}\n`);
  };
  const later: number[] = [];
  start(1, 'node-MainThread');
  start(2, 'Earlier');
  const threads = new LaterThreads({ folder, goLater: (id) => later.push(id) });
  threads.look();
  expect(later).toEqual([]);
  ['MergeMutate', 'WorkerThread', 'libuv-worker', 'node-V8Worker', 'ThreadPool'].forEach((name, at) =>
    start(3 + at, name),
  );
  // A thread that ends while it is checked.
  mkdirSync(path.join(folder, '8'));
  threads.look();
  threads.look();
  expect(later).toEqual([3, 7]);
  start(9, 'BgSchPool');
  threads.look();
  expect(later).toEqual([3, 7, 9]);
});
