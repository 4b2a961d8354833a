// Questions about records that are being written, over an engine with slow loads. The questions only make
// loads follow each other without a pause, and a question waits for the running load and for its own.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { GroupCommitLog } from './log.ts';

const LOAD_MS = 150;
const RECORDS_PER_COMMIT = 30;

interface Loads {
  begun: number;
  ended: number;
  atOnce: number;
  rows: number;
}

interface Slowness {
  maxRows?: number;
  loadMs?: number;
  /** The first load does not end before this. */
  first?: Promise<void>;
}

async function openSlow({ loadMs = LOAD_MS, first, ...options }: Slowness = {}) {
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
        if (loads.begun === 1) await first;
        if (loadMs > 0) await delay(loadMs);
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
  // Everything is counted in loads, because other work of the machine makes them slower.
  const goesOn = () => loads.ended < 15;
  let newest = await append(log);
  let written = 1;
  let waiting = 0;
  const write = async (): Promise<void> => {
    for (; goesOn(); await delay(10)) {
      newest = await append(log);
      written += 1;
      waiting = Math.max(waiting, log.state.waitingSegments);
    }
  };
  /** How many loads ended while it waited. */
  const ask = async (): Promise<number> => {
    const before = loads.ended;
    await log.loaded(newest);
    return loads.ended - before;
  };
  const questions: Promise<number>[] = [];
  const asking = (async () => {
    for (; goesOn(); await delay(1_000 / perSecond)) questions.push(ask());
  })();
  await Promise.all([write(), asking]);
  const waits = await Promise.all(questions);
  await log.close(60_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2);
  expect(waiting).toBeLessThanOrEqual(2);
  expect(loads.atOnce).toBe(1);
  expect(loads.rows).toBe(written * RECORDS_PER_COMMIT);
  // The loads followed each other without a pause, so no wait was needless: a load lasts for 15 writes, and a
  // segment is old only after 400.
  expect(written).toBeLessThan(60 * loads.begun);
});

it('a question right after its acknowledgement does not wait until the segment is old', async () => {
  // No time passes, so nothing grows old.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, loads } = await openSlow({ loadMs: 0 });
  await log.loaded(await append(log));
  expect(loads.rows).toBe(RECORDS_PER_COMMIT);
  vi.useRealTimers();
  await log.close();
});

it('loads segments that accumulated meanwhile together, and keeps none of their files open', async () => {
  // The first load takes longer than all the writes.
  const { promise: first, resolve: release } = Promise.withResolvers<void>();
  const { log, loads, folder } = await openSlow({ maxRows: 1, first });
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let segment = 0; segment < 12; segment += 1) await append(log, 1);
  expect(log.state.waitingSegments).toBe(12);
  // At most the files that are being written or read are open, out of 48.
  await expect.poll(() => open() - before).toBeLessThan(8);
  release();
  await log.loaded(12);
  expect([loads.begun, loads.rows]).toEqual([2, 12]);
  await log.checkpoint();
  expect(readdirSync(folder)).toEqual(['checkpoint']);
  await log.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('closes without loading everything that waits, and the next start continues with it', async () => {
  const { promise: first, resolve: release } = Promise.withResolvers<void>();
  const { log, loads, open } = await openSlow({ maxRows: 60_000, loadMs: 300, first });
  // Each is too large to be loaded together with another.
  for (let segment = 0; segment < 12; segment += 1) await append(log, 60_000);
  const closing = log.close(500);
  release();
  await closing;
  // Four loads of 0.3 seconds do not begin within half a second.
  expect(loads.begun).toBeLessThan(4);
  await expect(log.loaded(12)).rejects.toMatchObject({ status: 503, reason: 'stopping' });
  const again = await open();
  expect(again.log.state).toMatchObject({ recovering: true, waitingSegments: again.waiting.length });
  await again.log.loaded(12);
  expect(again.log.state).toMatchObject({ recovering: false, waitingBytes: 0, waitingMs: 0 });
  expect(loads.rows).toBe(12 * 60_000);
  await again.log.close();
});
