// Exports that are requested but hardly read, to keep others from exporting.
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EXPORTS_AT_ONCE } from '#records';
import { openTestApp, type TestAccount } from '#test/support/app';
import { expectToTake } from '#test/support/wall-time';
import { CallSource } from '../support/export-source.ts';
import { freshFolder } from '../support/metadata.ts';

const PATH = '/v1/query/export?format=csv';
const MIB = 1_048_576;
/** The real function, also while the timers of the service are faked. */
const realSetTimeout = globalThis.setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void realSetTimeout(resolve, ms));

/**
 * Over TCP, like all clients, or through a Unix socket for readers whose speed matters: on loopback, the
 * operating system buffers megabytes for a TCP reader and accepts more from the service only after a third of
 * them is read.
 */
async function serve(through: 'tcp' | 'file' = 'tcp') {
  const lines: { msg: string; err?: { message: string } }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const sources: CallSource[] = [];
  const ended: CallSource[] = [];
  const app = await openTestApp({
    log,
    records: {
      streamCalls: async () => {
        const source = new CallSource(1_000_000, 100);
        sources.push(source);
        void source.ended.then(() => ended.push(source));
        return source.read();
      },
    },
  });
  const socketPath = path.join(freshFolder(), 'http.sock');
  await app.http.listen(through === 'tcp' ? { host: '127.0.0.1', port: 0 } : { path: socketPath });
  const at = app.http.server.address() as AddressInfo | string;
  const place = typeof at === 'string' ? { socketPath } : { host: '127.0.0.1', port: at.port };
  const open = (account: TestAccount): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const sent = request({ ...place, method: 'POST', path: PATH, headers }, (reply) => {
        reply.on('error', () => undefined).on('readable', () => undefined);
        resolve(reply);
      });
      sent.on('error', reject).end();
      onTestFinished(() => void sent.destroy());
    });
  const accounts = (count: number): Promise<TestAccount[]> =>
    Promise.all(Array.from({ length: count }, () => app.account()));
  const fetched = (): number => sources.reduce((sum, source) => sum + source.fetched, 0);
  /** Waits until the operating system buffers no more for the readers. */
  const settled = async (): Promise<void> => {
    for (let before = -1; before !== fetched(); await pause(20)) before = fetched();
  };
  const brokenOff = (): (string | undefined)[] =>
    lines.filter(({ msg }) => msg === 'export aborted').map(({ err }) => err?.message);
  return { open, accounts, sources, ended, fetched, settled, brokenOff };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** Reads this many bytes and leaves the rest; fewer if no more arrive for a moment. */
async function take(reply: IncomingMessage, bytes: number): Promise<void> {
  for (let left = bytes, waits = 0; left > 0 && waits < 50 && !reply.destroyed;) {
    const part = reply.read(Math.min(left, reply.readableLength)) as Buffer | null;
    left -= part?.length ?? 0;
    waits = part ? 0 : waits + 1;
    if (left > 0) await pause(1);
  }
}

/** Slow readers take every slot, so that a victim gets none. */
async function takeAllPlaces({ open, accounts, settled }: Served) {
  const before = process.memoryUsage.rss();
  const replies: IncomingMessage[] = [];
  for (const account of await accounts(EXPORTS_AT_ONCE)) replies.push(await open(account));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  await settled();
  return { replies, grown: () => (process.memoryUsage.rss() - before) / MIB };
}

/** The status of an export, and whether it continues as long as it is read. */
async function exported({ open, sources }: Served, account: TestAccount): Promise<[number, boolean]> {
  const reply = await open(account);
  const source = sources.at(-1);
  // More than the operating system buffers for a reader that has stopped reading.
  const goesOn = (): boolean => (source?.fetched ?? 0) >= 500;
  for (let at = 0; at < 200 && !goesOn(); at += 1) await take(reply, MIB);
  reply.destroy();
  return [reply.statusCode ?? 0, goesOn()];
}

/** Fakes the timers of exports and the clock that measures them. Sockets stay real. */
const fakeTime = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
};

it('two accounts that read slowly leave slots for others', async () => {
  const served = await serve();
  const [first, second, ...others] = await served.accounts(5);
  for (const account of [first, second]) if (account) await served.open(account);
  for (const account of others) expect(await exported(served, account)).toEqual([200, true]);
});

it('readers of a few bytes per second are cut off, and a waiting victim gets a slot', async () => {
  const served = await serve();
  const [victim] = await served.accounts(1);
  if (!victim) throw new Error('There is no victim.');
  fakeTime();
  const { replies, grown } = await takeAllPlaces(served);
  const timers = vi.getTimerCount();
  const refused = served.open(victim);
  // Until it waits for a slot.
  while (vi.getTimerCount() === timers) await pause(5);
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await refused).statusCode).toBe(503);

  let seconds = 3;
  const readOn = async (until: () => boolean): Promise<void> => {
    for (; !until() && seconds < 120; seconds += 1) {
      await Promise.all(replies.map((reply) => take(reply, 5)));
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  // A legitimate reader has some time to resume.
  await readOn(() => seconds === 15);
  expect(served.ended).toEqual([]);
  await readOn(() => served.ended.length === EXPORTS_AT_ONCE);
  expect(served.ended).toHaveLength(EXPORTS_AT_ONCE);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(served.brokenOff()).toHaveLength(EXPORTS_AT_ONCE);
  // The fetched data went into the buffers of the sockets, and no further.
  expect(grown()).toBeLessThan(150);
  expect(await exported(served, victim)).toEqual([200, true]);
});

it('a reader just below the minimum speed is cut off although it never stops; one at twice the speed is not', async () => {
  const served = await serve('file');
  const [slow, honest, victim] = await served.accounts(3);
  if (!slow || !honest || !victim) throw new Error('There are too few accounts.');
  fakeTime();
  const [slowReply, honestReply] = [await served.open(slow), await served.open(honest)];
  await served.settled();
  const [slowSource] = served.sources;
  const STEP_MS = 28_000;
  let step = 0;
  for (; served.ended.length === 0 && step < 300; step += 1) {
    // 5.9 and 11.7 kB a second.
    const before = served.sources.map((source) => source.fetched);
    await Promise.all([take(slowReply, 163_840), take(honestReply, 327_680)]);
    // Waits until the service has noticed before time moves on, however busy the machine is.
    for (let at = 0; at < 200 && served.sources.some((source, of) => source.fetched === before[of]); at += 1)
      await pause(5);
    await served.settled();
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  expect(step).toBeGreaterThan(2);
  expect(served.ended).toEqual([slowSource]);
  expect(served.brokenOff()).toHaveLength(1);
  expect(honestReply.destroyed).toBe(false);
  // Its account may start another export.
  expect(await exported(served, slow)).toEqual([200, true]);
  expect(await exported(served, victim)).toEqual([200, true]);
});

it.runIf(process.env['TEST_ALL'] === '1')(
  'with the real clock: slots that are held as long as possible become free',
  { timeout: 180_000 },
  async () => {
    const served = await serve();
    const [victim] = await served.accounts(1);
    if (!victim) throw new Error('There is no victim.');
    await expectToTake(15_000, async () => {
      const { replies, grown } = await takeAllPlaces(served);
      expect((await served.open(victim)).statusCode).toBe(503);
      while (served.ended.length < EXPORTS_AT_ONCE) {
        await Promise.all(replies.map((reply) => take(reply, 5)));
        await pause(1_000);
        expect(grown()).toBeLessThan(150);
      }
    });
    expect(await exported(served, victim)).toEqual([200, true]);
  },
);
