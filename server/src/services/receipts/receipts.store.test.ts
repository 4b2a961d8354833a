import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MetadataConfig } from '#config';
import { HOUR_MS } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { KEEP_RECEIPTS_MS, Receipts } from './receipts.ts';
import { OTHER, type ReceiptOutcome, type TallySource } from './tally.ts';
import { clearExamples, forgetReceipts } from './store.ts';

let config: MetadataConfig;
let metadata: Metadata;
let elsewhere: Metadata;
beforeAll(async () => {
  config = await freshMetadata(freshFolder());
  metadata = await Metadata.open(config);
  elsewhere = await Metadata.open(config);
});
afterAll(async () => {
  await elsewhere.close();
  await metadata.close();
});

const silent = pino({ level: 'silent' });
let accounts = 0;
const newAccount = () => `acc_${(accounts += 1)}`;
const source = (changes: Partial<TallySource> = {}): TallySource => ({
  keyId: 'key_1',
  client: 'sdk/1.0',
  scope: '',
  endpoint: 'ingest',
  ...changes,
});
const outcome = (changes: Partial<ReceiptOutcome> = {}): ReceiptOutcome => ({
  accepted: 0,
  duplicates: 0,
  observations: 0,
  unpriced: 0,
  rejections: [],
  ...changes,
});
const rejection = (reason: string, count = 1, example = 'an example') => ({ reason, count, example });

const sum = (rows: readonly { reason: string; requests: number; accepted: number }[]) =>
  rows
    .filter((row) => row.reason === '')
    .reduce(
      (total, row) => ({ requests: total.requests + row.requests, accepted: total.accepted + row.accepted }),
      {
        requests: 0,
        accepted: 0,
      },
    );

describe('receipts', () => {
  it('are read before and after they are written, and counted once', async () => {
    const clock = new FakeClock();
    const receipts = new Receipts(metadata, clock, silent);
    const account = newAccount();
    receipts.note(account, source(), outcome({ accepted: 3, rejections: [rejection('bad', 2)] }));
    receipts.note(newAccount(), source(), outcome({ accepted: 100 }));
    const before = await receipts.read(account, 0);
    expect(sum(before)).toEqual({ requests: 1, accepted: 3 });
    await receipts.flush();
    expect(await receipts.read(account, 0)).toHaveLength(2);
    receipts.note(account, source(), outcome({ accepted: 4 }));
    expect(sum(await receipts.read(account, 0))).toEqual({ requests: 2, accepted: 7 });
    await receipts.flush();
    await receipts.flush();
    const rows = await receipts.read(account, 0);
    expect(sum(rows)).toEqual({ requests: 2, accepted: 7 });
    expect(rows.find((row) => row.reason === 'bad')).toMatchObject({ rejected: 2, example: 'an example' });
    expect(await receipts.read(account, clock.now() + HOUR_MS)).toEqual([]);
  });

  it('keep the code and the field of a sentence, without personal data', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const account = newAccount();
    const coded = { ...rejection('tags.ann@example.com must be a string'), code: 'field_rule' as const };
    receipts.note(
      account,
      source(),
      outcome({ rejections: [{ ...coded, field: 'tags.ann@example.com' }, rejection('bad')] }),
    );
    for (const when of ['waiting', 'stored', 'added to']) {
      const rows = await receipts.read(account, 0);
      const codes = rows.filter(({ reason }) => reason !== '').map(({ code }) => code);
      expect([when, codes.toSorted()]).toEqual([when, ['', 'field_rule']]);
      const field = rows.find(({ code }) => code === 'field_rule')?.field;
      expect(field).toContain('[email]');
      expect(field).not.toContain('ann@');
      if (when === 'stored') receipts.note(account, source(), outcome({ rejections: [rejection('bad')] }));
      await receipts.flush();
    }
  });

  it('lose examples and values when an account erases records', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const [account, other] = [newAccount(), newAccount()];
    const rejections = [{ ...rejection('bad'), value: 'acme' }, rejection('worse')];
    for (const id of [account, other]) receipts.note(id, source(), outcome({ rejections }));
    await receipts.flush();
    receipts.note(account, source(), outcome({ rejections: [rejection('bad', 1, '')] }));
    await receipts.flush();
    const kept = async (id: string) =>
      (await receipts.read(id, 0))
        .flatMap(({ example, value }) => [example, value])
        .filter(Boolean)
        .toSorted();
    expect(await kept(account)).toEqual(['acme', 'an example', 'an example']);
    await metadata.transaction((db) => clearExamples(db, account));
    expect([await kept(account), await kept(other)]).toEqual([[], ['acme', 'an example', 'an example']]);
  });

  it('of several processes add up, even while all of them write at once', async () => {
    const clock = new FakeClock();
    // Two connections of one process to SQLite would wait for each other forever. Two processes never share
    // it.
    const other = metadata.kind === 'sqlite' ? metadata : elsewhere;
    const [here, there] = [new Receipts(metadata, clock, silent), new Receipts(other, clock, silent)];
    const account = newAccount();
    for (let round = 0; round < 5; round += 1) {
      for (const receipts of [here, there]) {
        for (let at = 0; at < 20; at += 1) {
          receipts.note(account, source({ client: `c${at}` }), outcome({ accepted: 1 }));
          receipts.refused(account, source({ client: `c${at}` }), {
            reason: 'overloaded',
            message: 'Later.',
          });
        }
      }
      await Promise.all([here.flush(), there.flush(), here.read(account, 0)]);
    }
    const rows = await there.read(account, 0);
    expect(rows).toHaveLength(40);
    expect(sum(rows)).toEqual({ requests: 400, accepted: 200 });
    expect(rows.find((row) => row.reason !== '')).toMatchObject({
      requests: 0,
      refused: 10,
      example: 'Later.',
    });
  });

  it('are read correctly while they are being written', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const account = newAccount();
    const reads: Promise<number>[] = [];
    for (let at = 1; at <= 30; at += 1) {
      receipts.note(account, source(), outcome({ accepted: 1 }));
      void receipts.flush();
      reads.push(receipts.read(account, 0).then((rows) => sum(rows).accepted));
      if (at % 7 === 0) await reads.at(-1);
    }
    const seen = await Promise.all(reads);
    expect(seen.every((count, at) => count >= at + 1 && count <= 30)).toBe(true);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('are kept when they cannot be written, with one warning, and are written later', async () => {
    const clock = new FakeClock();
    const log = pino({ level: 'silent' });
    const [warn, info] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')];
    let away = true;
    const shaky = {
      reader: metadata.reader,
      countingTransaction: (work: never) =>
        away ? Promise.reject(new Error('away')) : metadata.countingTransaction(work),
    } as unknown as Metadata;
    const receipts = new Receipts(shaky, clock, log);
    const account = newAccount();
    for (let round = 0; round < 3; round += 1) {
      receipts.note(account, source(), outcome({ accepted: 1, rejections: [rejection('bad')] }));
      await receipts.flush();
    }
    expect(sum(await receipts.read(account, 0))).toEqual({ requests: 3, accepted: 3 });
    expect(warn).toHaveBeenCalledTimes(1);
    away = false;
    await receipts.close();
    expect(info).toHaveBeenCalledTimes(1);
    const stored = await new Receipts(metadata, clock, silent).read(account, 0);
    expect(sum(stored)).toEqual({ requests: 3, accepted: 3 });
    expect(stored.find((row) => row.reason === 'bad')?.rejected).toBe(3);
  });

  it('are dropped unwritten once no one can query them', async () => {
    const clock = new FakeClock();
    const away = { reader: metadata.reader, countingTransaction: () => Promise.reject(new Error('away')) };
    const receipts = new Receipts(away as unknown as Metadata, clock, silent);
    const account = newAccount();
    receipts.note(account, source(), outcome({ accepted: 1 }));
    await receipts.flush();
    clock.advance(KEEP_RECEIPTS_MS + HOUR_MS);
    receipts.note(account, source(), outcome({ accepted: 1 }));
    await receipts.flush();
    expect(sum(await receipts.read(account, 0)).accepted).toBe(1);
  });

  it('are written by the timer, and the rest at close', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const clock = new FakeClock();
      const receipts = new Receipts(metadata, clock, silent);
      const account = newAccount();
      receipts.start();
      receipts.note(account, source(), outcome({ accepted: 1 }));
      vi.advanceTimersByTime(5_000);
      await receipts.read(account, 0);
      const reader = new Receipts(elsewhere, clock, silent);
      expect(sum(await reader.read(account, 0)).accepted).toBe(1);
      receipts.note(account, source(), outcome({ accepted: 1 }));
      await receipts.close();
      expect(sum(await reader.read(account, 0)).accepted).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are counted by hour, and forgotten after a day and an hour', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1, 12, 30));
    const receipts = new Receipts(metadata, clock, silent);
    const account = newAccount();
    receipts.note(account, source(), outcome({ accepted: 1 }));
    clock.advance(HOUR_MS);
    receipts.note(account, source(), outcome({ accepted: 1 }));
    await receipts.flush();
    const hours = (await receipts.read(account, 0)).map((row) => row.hour);
    expect(hours).toEqual([Date.UTC(2026, 0, 1, 13), Date.UTC(2026, 0, 1, 12)]);
    await metadata.transaction((db) => forgetReceipts(db, Date.UTC(2026, 0, 1, 13)));
    expect(await receipts.read(account, 0)).toHaveLength(1);
  });

  it('are bounded: further senders and reasons share one row, and the sums stay complete', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const account = newAccount();
    for (let at = 0; at < 1_000; at += 1) {
      receipts.note(account, source({ client: `made-up/${at}` }), outcome({ accepted: 1 }));
      receipts.note(account, source(), outcome({ rejections: [rejection(`reason ${at}`)] }));
      if (at % 400 === 0) await receipts.flush();
    }
    await receipts.flush();
    const rows = await receipts.read(account, 0);
    expect(sum(rows)).toEqual({ requests: 2_000, accepted: 1_000 });
    const senders = rows.filter((row) => row.reason === '');
    expect(senders).toHaveLength(201);
    expect(senders.find((row) => row.client === OTHER)).toMatchObject({ key_id: '', accepted: 801 });
    const reasons = rows.filter((row) => row.reason !== '');
    expect(reasons).toHaveLength(31);
    expect(reasons.find((row) => row.reason === OTHER)).toMatchObject({ rejected: 970 });
  });

  it('are bounded over all senders of an account', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const account = newAccount();
    for (let at = 0; at < 150; at += 1) {
      const rejections = Array.from({ length: 30 }, (_, reason) => rejection(`reason ${reason}`));
      receipts.note(account, source({ scope: `scope ${at}` }), outcome({ rejections }));
    }
    await receipts.flush();
    const rows = await receipts.read(account, 0);
    expect(rows.length).toBeLessThanOrEqual(200 + 600 + 200);
    expect(rows.reduce((count, row) => count + (row.reason === '' ? 0 : row.rejected), 0)).toBe(4_500);
  });

  it('take any text: cut, without NUL and half characters, and with secrets replaced', async () => {
    const receipts = new Receipts(metadata, new FakeClock(), silent);
    const account = newAccount();
    const secret = `sk-proj-${'aB3dE6gH9jK2'.repeat(4)}`;
    const odd = source({ client: `x\u0000${'y'.repeat(118)}🚀`, scope: '\ud83d'.repeat(100) });
    for (const example of [`got "${secret}"`, `${'z'.repeat(180)} ${secret}`, 'a\u0000b\udc00', '']) {
      const rejections = [rejection(`bad ${example.length}`, 1, example)];
      receipts.note(account, odd, outcome({ accepted: 1, rejections }));
      receipts.note(account, { ...odd, scope: '\ud83c'.repeat(80) }, outcome({ accepted: 1 }));
    }
    receipts.note(
      account,
      odd,
      outcome({ rejections: [rejection('tags.ann@example.com must be a string')] }),
    );
    const waiting = await receipts.read(account, 0);
    await receipts.flush();
    const stored = await receipts.read(account, 0);
    for (const rows of [waiting, stored]) {
      const text = JSON.stringify(rows);
      expect(text).not.toContain('aB3dE6');
      expect(text).not.toContain('ann@example.com');
      expect(text).not.toContain('\\u0000');
      for (const row of rows) {
        expect(row.client).toBe(`x${'y'.repeat(118)}`);
        expect(row.scope).toBe('\ufffd'.repeat(80));
        expect(row.example.length).toBeLessThanOrEqual(200);
      }
      expect(rows.map((row) => row.example)).toContain('ab\ufffd');
    }
    expect(sum(stored)).toEqual({ requests: 9, accepted: 8 });
    expect(stored.filter((row) => row.reason === '')).toHaveLength(1);
  });
});
