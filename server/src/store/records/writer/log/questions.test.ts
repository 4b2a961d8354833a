// Questions about records that are being written, over an engine with slow loads. The questions only make
// loads follow each other without a pause, and a question waits for the running load and for its own.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { withTimeout } from '#lib/with-timeout';
import { GroupCommitLog } from './log.ts';

const LOAD_MS = 150;
const RECORDS_PER_COMMIT = 30;

interface Loads {
  begun: number;
  ended: number;
  atOnce: number;
  rows: number;
}

async function openSlow(options: { maxRows?: number; loadMs?: number } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-questions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const loads: Loads = { begun: 0, ended: 0, atOnce: 0, rows: 0 };
  const open = () =>
    GroupCommitLog.open({
      folder,
      ...options,
      onProblem: () => undefined,
      load: async (segments) => {
        loads.begun += 1;
        loads.atOnce = Math.max(loads.atOnce, loads.begun - loads.ended);
        await delay(options.loadMs ?? LOAD_MS);
        loads.ended += 1;
        for (const { rows } of segments) loads.rows += rows.calls;
      },
    });
  const { log } = await open();
  return { log, loads, folder, open };
}

const append = (log: GroupCommitLog, rows = RECORDS_PER_COMMIT): Promise<number> =>
  log.append(({ calls }) => {
    for (let row = 0; row < rows; row += 1) calls.uint32(row);
    calls.rows += rows;
  });

it.each([10, 25])('%i questions a second beside 3,000 records a second', async (perSecond) => {
  const { log, loads } = await openSlow();
  const until = performance.now() + 3_000;
  let newest = await append(log);
  let written = 1;
  let waiting = 0;
  const write = async (): Promise<void> => {
    for (; performance.now() < until; await delay(10)) {
      newest = await append(log);
      written += 1;
      waiting = Math.max(waiting, log.state.waitingSegments);
    }
  };
  /** How many loads ended while it waited; infinite if it timed out. */
  const ask = async (): Promise<number> => {
    const before = loads.ended;
    const late = () => new Error('The question is refused.');
    return withTimeout(6 * LOAD_MS, log.loaded(newest), late).then(
      () => loads.ended - before,
      () => Infinity,
    );
  };
  const questions: Promise<number>[] = [];
  const asking = (async () => {
    for (; performance.now() < until; await delay(1_000 / perSecond)) questions.push(ask());
  })();
  await Promise.all([write(), asking]);
  const waits = await Promise.all(questions);
  await log.close(60_000);
  expect(waits.length).toBeGreaterThan(perSecond);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2);
  expect(waiting).toBeLessThanOrEqual(2);
  expect(loads.atOnce).toBe(1);
  expect(loads.rows).toBe(written * RECORDS_PER_COMMIT);
  // The engine was busy all the time, so no wait was needless.
  expect(loads.begun).toBeGreaterThan(10);
});

it('a question right after its acknowledgement does not wait until the segment is old', async () => {
  const { log } = await openSlow({ loadMs: 1 });
  const from = performance.now();
  await log.loaded(await append(log));
  // A segment is old after a second.
  expect(performance.now() - from).toBeLessThan(800);
  await log.close();
});

it('loads segments that accumulated meanwhile together, and keeps none of their files open', async () => {
  // The first load takes longer than all the writes, also on a busy machine.
  const { log, loads, folder } = await openSlow({ maxRows: 1, loadMs: 1_000 });
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let segment = 0; segment < 12; segment += 1) await append(log, 1);
  await delay(20);
  expect(log.state.waitingSegments).toBe(12);
  // At most the files that are being written or read are open, out of 48.
  expect(open() - before).toBeLessThan(8);
  await log.loaded(12);
  expect([loads.begun, loads.rows]).toEqual([2, 12]);
  await log.checkpoint();
  expect(readdirSync(folder)).toEqual(['checkpoint']);
  await log.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('closes without loading everything that waits, and the next start continues with it', async () => {
  const { log, loads, open } = await openSlow({ maxRows: 60_000, loadMs: 300 });
  // Each is too large to be loaded together with another.
  for (let segment = 0; segment < 12; segment += 1) await append(log, 60_000);
  const from = performance.now();
  await log.close(500);
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(loads.rows).toBeLessThan(12 * 60_000);
  await expect(log.loaded(12)).rejects.toMatchObject({ status: 503, reason: 'stopping' });
  const again = await open();
  expect(again.log.state).toMatchObject({ recovering: true, waitingSegments: again.waiting.length });
  await again.log.loaded(12);
  expect(again.log.state).toMatchObject({ recovering: false, waitingBytes: 0, waitingMs: 0 });
  expect(loads.rows).toBe(12 * 60_000);
  await again.log.close();
});
