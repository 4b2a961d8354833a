// A service without work: its regular checks cost nothing, and new work is still seen immediately.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { job } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { ChangeFeed, noteChange } from '#core/change/change-feed';
import { SECOND_MS } from '#lib/clock';
import { Worker } from '#jobs';
import { makeTestApp, type TestApp } from '#test/support/app';
import { eventually } from '#test/support/eventually';
import { expectToTake } from '#test/support/wall-time';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ jobs: [] });
});
afterAll(() => app.stop());

const isEmbedded = inject('engine') === 'sqlite';
const happened = (event: () => boolean): Promise<void> =>
  eventually(() => {
    if (!event()) throw new Error('It has not happened.');
  });

it('looks for jobs only if something was written or is due, if it can know', async () => {
  const { metadata, clock } = app.services;
  const ran: unknown[] = [];
  const worker = new Worker([
    job({ name: 'idle-test', run: async (_ctx, payload) => void ran.push(payload) }),
  ]);
  worker.attach(app.services);
  const rounds = vi.spyOn(worker, 'round');
  await worker.start();
  try {
    await expect.poll(() => rounds.mock.calls.length).toBeGreaterThan(0);
    await sleep(SECOND_MS);
    const before = rounds.mock.calls.length;
    const idle = () => rounds.mock.calls.length - before;
    await (isEmbedded ? sleep(3 * SECOND_MS) : happened(() => idle() > 1));
    expect(idle() <= 1).toBe(isEmbedded);
    expect(worker.healthy()).toBe(true);

    const add = (payload: string, runAt?: number) =>
      metadata.transaction((db) =>
        enqueue(db, clock, { name: 'idle-test', payload, ...(runAt !== undefined && { runAt }) }),
      );
    await expectToTake(1.9 * SECOND_MS, async () => {
      await add('now');
      await add('later', clock.now() + 2 * SECOND_MS);
      await expect.poll(() => ran[0]).toBe('now');
      await expect.poll(() => ran).toEqual(['now', 'later']);
    });
  } finally {
    await worker.stop(SECOND_MS);
  }
});

it('sees changes by other processes, and runs no query while there are none', async () => {
  const { metadata, clock } = app.services;
  const feed = new ChangeFeed(metadata, (error) => {
    throw error;
  });
  const looks = vi.spyOn(feed, 'look');
  const heard: (string | null)[] = [];
  feed.on('keys', (key) => heard.push(key));
  await feed.start();
  try {
    await sleep(1.2 * SECOND_MS);
    const before = looks.mock.calls.length;
    const looked = () => looks.mock.calls.length > before;
    await (isEmbedded ? sleep(2.2 * SECOND_MS) : happened(looked));
    expect(looked()).toBe(!isEmbedded);
    // Not announced here, as if another process had made it.
    await metadata.transaction((db) => noteChange(db, clock, { topic: 'keys', key: 'key_of_another' }));
    await expect.poll(() => heard).toEqual(['key_of_another']);
  } finally {
    await feed.stop();
  }
});
