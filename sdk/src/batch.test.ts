import { describe, expect, it } from 'vitest';
import { BatchSender, type BatchOptions, type IncomingCall, type Rejection } from './batch.ts';
import { tracewell } from './client.ts';
import type { TracewellError } from './errors.ts';

const record = (id: string, more: object = {}): IncomingCall => ({
  id,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: '2026-01-31T12:00:00Z',
  promptTokens: 1,
  completionTokens: 1,
  totalTokens: 2,
  costUsd: 0,
  latencyMs: 5,
  ...more,
});

interface Answer {
  status?: number;
  body?: unknown;
}

/** A service that answers a request by its ids, and waits for `open` before it does. */
function service(answer: (ids: string[]) => Answer, options: Partial<BatchOptions> = {}) {
  const requests: string[][] = [];
  const rejected: Rejection[] = [];
  const errors: TracewellError[] = [];
  let open = Promise.resolve();
  const client = tracewell({
    url: 'http://service.example',
    apiKey: 'twl_x',
    retry: false,
    fetch: async (request) => {
      const { records } = JSON.parse(await request.text()) as { records: IncomingCall[] };
      const ids = records.map(({ id }) => id);
      requests.push(ids);
      await open;
      const { status = 200, body = { accepted: ids.length, rejected: [] } } = answer(ids);
      return Response.json(body, { status });
    },
  });
  const sender = new BatchSender(client, {
    onRejected: (more) => rejected.push(...more),
    onError: (error) => errors.push(error),
    time: { now: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    ...options,
  });
  const hold = () => {
    let release = () => {};
    open = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  return { sender, requests, rejected, errors, hold };
}

const fine = (): Answer => ({});

describe('the batch sender', () => {
  it('sends at most a hundred records in a request, in order', async () => {
    const { sender, requests } = service(fine);
    const ids = Array.from({ length: 250 }, (_, at) => `call-${at}`);
    for (const id of ids) await sender.add(record(id));
    await sender.flush();
    expect(requests.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect([requests.flat(), sender.queued]).toEqual([ids, 0]);
  });

  it('sends at most a megabyte in a request', async () => {
    const { sender, requests } = service(fine);
    for (const id of ['a', 'b', 'c']) await sender.add(record(id, { error: 'é'.repeat(240_000) }));
    await sender.flush();
    expect(requests).toEqual([['a', 'b'], ['c']]);
  });

  it('sends a few records after a while', async () => {
    const { sender, requests } = service(fine, { delayMs: 5 });
    await sender.add(record('a'));
    await expect.poll(() => requests).toEqual([['a']]);
  });

  it('sends the record as it was added', async () => {
    const { sender, requests } = service(fine);
    const changing = record('before');
    await sender.add(changing);
    changing.id = 'after';
    await sender.flush();
    expect(requests).toEqual([['before']]);
  });

  it('waits while the queue is full, and goes on when the service has answered', async () => {
    const { sender, requests, hold } = service(fine, { maxQueued: 2, delayMs: 0 });
    const release = hold();
    await sender.add(record('a'));
    await sender.add(record('b'));
    expect(sender.tryAdd(record('dropped'))).toBe(false);
    let added = false;
    const third = (async () => {
      await sender.add(record('c'));
      added = true;
    })();
    await expect.poll(() => requests.length).toBe(1);
    expect([added, sender.queued]).toEqual([false, 2]);
    release();
    await third;
    await sender.flush();
    expect(requests.flat()).toEqual(['a', 'b', 'c']);
  });

  it('counts bytes as well', async () => {
    const { sender } = service(fine, { maxQueuedBytes: 1_000, delayMs: 60_000 });
    expect(sender.tryAdd(record('a', { error: 'x'.repeat(2_000) }))).toBe(true);
    expect(sender.tryAdd(record('b'))).toBe(false);
    await sender.close();
  });

  it('counts only the bytes that still wait', async () => {
    const { sender, requests } = service(fine, { maxQueuedBytes: 1_000, delayMs: 60_000 });
    for (let at = 0; at < 60; at += 3) {
      for (let more = 0; more < 3; more += 1) expect(sender.tryAdd(record(`call-${at + more}`))).toBe(true);
      await sender.flush();
    }
    expect(requests.flat()).toHaveLength(60);
    await sender.close();
  });

  it('keeps what was not answered, and sends it again', async () => {
    const answers: Answer[] = [
      { status: 503, body: { error: 'Busy.', reason: 'unavailable' } },
      { body: { hello: 'I am a proxy' } },
    ];
    const { sender, requests, errors } = service(() => answers.shift() ?? {});
    await sender.add(record('a'));
    const flushed = sender.flush();
    await expect(flushed).rejects.toMatchObject({ reason: 'unexpected_answer' });
    await sender.flush();
    expect(requests).toEqual([['a'], ['a'], ['a']]);
    expect(errors.map(({ reason }) => reason)).toEqual(['unavailable', 'unexpected_answer']);
  });

  it('hands over what the service rejects, with the reasons, also where ids repeat or are missing', async () => {
    const { sender, rejected } = service(() => ({
      body: {
        accepted: 2,
        rejected: [
          { id: 'twice', reason: 'first', code: 'field_rule', field: 'model' },
          { id: null, reason: 'no id' },
          { id: 'twice', reason: 'second' },
        ],
      },
    }));
    await sender.add(record('twice', { latencyMs: 1 }));
    await sender.add(record('fine'));
    await sender.add({ ...record(''), id: 7 as never });
    await sender.add(record('twice', { latencyMs: 2 }));
    await sender.add(record('fine too'));
    await sender.flush();
    expect(rejected).toMatchObject([
      { record: { id: 'twice', latencyMs: 1 }, reason: 'first', code: 'field_rule', field: 'model' },
      { record: { id: 7, latencyMs: 5 }, reason: 'no id', code: null, field: null },
      { record: { id: 'twice', latencyMs: 2 }, reason: 'second', code: null, field: null },
    ]);
  });

  it('isolates a record that makes the service refuse the request', async () => {
    const { sender, requests, rejected } = service((ids) =>
      ids.includes('bad') ? { status: 413, body: { error: 'Too large.', reason: 'too_large' } } : {},
    );
    for (const id of ['a', 'b', 'bad', 'c', 'd']) await sender.add(record(id));
    await sender.flush();
    expect(rejected).toEqual([
      { record: record('bad'), reason: 'Too large.', code: 'too_large', field: null },
    ]);
    const stored = requests.filter((ids) => !ids.includes('bad')).flat();
    expect(stored).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects a record that no request can carry, at once', async () => {
    const { sender, requests, rejected } = service(fine);
    await sender.add(record('huge', { error: 'x'.repeat(1024 * 1024) }));
    expect(rejected).toMatchObject([{ record: { id: 'huge' }, reason: expect.stringContaining('1048576') }]);
    await sender.flush();
    expect(requests).toEqual([]);
  });

  it('rejects a flush if the key is refused, and keeps the record', async () => {
    const refused = { status: 401, body: { error: 'The key is not valid.', reason: 'invalid_key' } };
    const { sender } = service(() => refused, {
      time: {
        now: () => 0,
        sleep: (_ms, signal) => new Promise((_, stop) => signal?.addEventListener('abort', stop)),
      },
    });
    await sender.add(record('a'));
    await expect(sender.flush()).rejects.toMatchObject({ reason: 'invalid_key' });
    expect(sender.queued).toBe(1);
  });

  it('closes with what is left, and takes no more', async () => {
    const { sender, requests } = service(() => ({ status: 503 }), {
      time: undefined as never,
      delayMs: 60_000,
    });
    await sender.add(record('a'));
    await sender.add(record('b'));
    const waiting = sender.close({ timeoutMs: 30 });
    await expect(sender.add(record('late'))).rejects.toThrow('closed');
    expect(await waiting).toEqual({ unsent: [record('a'), record('b')] });
    expect(requests).toEqual([['a', 'b']]);
  });

  it('ends an add that waits when it is closed', async () => {
    const { sender, hold } = service(fine, { maxQueued: 1 });
    hold();
    await sender.add(record('a'));
    const waiting = sender.add(record('b'));
    const closed = sender.close({ timeoutMs: 1 });
    await expect(waiting).rejects.toThrow('closed');
    expect((await closed).unsent.map(({ id }) => id)).toEqual(['a']);
  });
});
