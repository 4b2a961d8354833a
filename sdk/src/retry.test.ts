import { describe, expect, it } from 'vitest';
import { tracewell, unwrap } from './client.ts';
import { TracewellError } from './errors.ts';
import { retrying, waitBefore, type RetryOptions } from './retry.ts';

function fakeTime() {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    sleep: (ms: number) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

const busy = (retryAfterMs: number | null = null) =>
  new TracewellError('Busy.', { status: 503, reason: 'unavailable', retryAfterMs });

/** Fails as often as there are errors, then succeeds. */
function failing(errors: unknown[]) {
  const left = [...errors];
  return () => (left.length === 0 ? Promise.resolve('done') : Promise.reject(left.shift()));
}

describe('retrying', () => {
  it('waits longer each time, and goes on until it succeeds', async () => {
    const time = fakeTime();
    const options: RetryOptions = { time, patienceMs: 60_000 };
    expect(await retrying(failing([busy(), new TypeError('fetch failed'), busy()]), options)).toBe('done');
    const [first = 0, second = 0, third = 0] = time.waits;
    expect(first).toBeGreaterThanOrEqual(375);
    expect([first <= 500, second <= 1_000, third <= 2_000]).toEqual([true, true, true]);
    expect([second > first, third > second]).toEqual([true, true]);
  });

  it('waits as long as the service says, and not longer than patience', async () => {
    const time = fakeTime();
    expect(await retrying(failing([busy(7_000)]), { time })).toBe('done');
    expect(time.waits).toEqual([7_000]);
    await expect(retrying(failing([busy(11_000)]), { time })).rejects.toThrow('Busy.');
    expect(await retrying(failing([busy(11_000)]), { time, busyPatienceMs: 12_000 })).toBe('done');
  });

  it('does not repeat what cannot succeed', async () => {
    const time = fakeTime();
    const rejected = new TracewellError('No.', { status: 403, reason: 'insufficient_scope' });
    await expect(retrying(failing([rejected]), { time })).rejects.toBe(rejected);
    expect(time.waits).toEqual([]);
  });

  it('ends with its signal, also while it waits', async () => {
    const stop = new AbortController();
    const ended = retrying(failing([busy(60_000)]), { busyPatienceMs: 90_000, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  });

  it('never waits longer than a timer can', () => {
    expect(waitBefore(1, busy(40 * 86_400_000))).toBe(2 ** 31 - 1);
  });
});

describe('requests of the client', () => {
  const answering = (statuses: (number | 'lost')[]) => {
    const time = fakeTime();
    const sent: string[] = [];
    const client = tracewell({
      url: 'http://service.example/',
      apiKey: 'twl_x',
      retry: { time },
      fetch: async (request) => {
        sent.push(`${request.method} ${await request.text()}`);
        const status = statuses.shift() ?? 200;
        if (status === 'lost') throw new TypeError('fetch failed');
        const body = status === 200 ? { accepted: 1, rejected: [] } : { error: 'No.', reason: 'no' };
        return Response.json(body, { status });
      },
    });
    return { client, sent };
  };
  const body = { records: [] };

  it('are repeated with their body where that is safe', async () => {
    const { client, sent } = answering([503, 'lost', 429]);
    expect(await unwrap(client.POST('/v1/ingest', { body }))).toEqual({ accepted: 1, rejected: [] });
    expect(sent).toEqual(Array.from({ length: 4 }, () => 'POST {"records":[]}'));
  });

  it('are not repeated where the service may have acted', async () => {
    const lost = answering(['lost']);
    const create = { body: { name: 'x' } };
    await expect(unwrap(lost.client.POST('/v1/projects', create))).rejects.toMatchObject({ status: 0 });
    const failed = answering([500]);
    await expect(unwrap(failed.client.POST('/v1/projects', create))).rejects.toMatchObject({ status: 500 });
    const limited = answering([429]);
    await unwrap(limited.client.POST('/v1/projects', create));
    expect([lost.sent.length, failed.sent.length, limited.sent.length]).toEqual([1, 1, 2]);
  });

  it('return the last answer when patience has run out', async () => {
    const { client, sent } = answering(Array.from({ length: 50 }, () => 503));
    const { error, response } = await client.GET('/v1/account');
    expect([response.status, error]).toEqual([503, { error: 'No.', reason: 'no' }]);
    expect(sent.length).toBeGreaterThan(4);
    expect(sent.length).toBeLessThan(9);
  });

  it('end when the answer does not begin in time, and when the caller ends them', async () => {
    const hanging = tracewell({
      url: 'http://service.example',
      timeoutMs: 20,
      retry: false,
      fetch: ({ signal }) =>
        new Promise((_, reject) => {
          const end = () => reject(signal.reason as Error);
          if (signal.aborted) end();
          signal.addEventListener('abort', end);
        }),
    });
    await expect(unwrap(hanging.GET('/v1/account'))).rejects.toMatchObject({ reason: 'timed_out' });
    const asked = unwrap(hanging.GET('/v1/account', { signal: AbortSignal.abort() }));
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});
