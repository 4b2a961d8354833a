import { describe, expect, it } from 'vitest';
import { spanService as service } from '../../test/span-service.ts';
import type { Spool, SpoolKind } from './exporter.ts';

describe('sending', () => {
  it('happens by itself after a while', async () => {
    const { tw, spans } = service({ delayMs: 5 });
    tw.span('work', () => {});
    await expect.poll(() => spans.length).toBe(1);
  });

  it('goes on when the service is back, and loses nothing', async () => {
    const { tw, spans, state, errors } = service({ delayMs: 1 });
    state.status = 0;
    for (let at = 0; at < 700; at += 1) tw.span(`work ${at}`, () => {});
    expect(await tw.flush({ timeoutMs: 20 })).toBe(false);
    state.status = 503;
    expect(await tw.flush({ timeoutMs: 20 })).toBe(false);
    state.status = 200;
    expect(await tw.flush()).toBe(true);
    expect(spans.map(({ name }) => name)).toEqual(Array.from({ length: 700 }, (_, at) => `work ${at}`));
    expect(errors[0]).toContain('cannot be reached');
  });

  it('gives up what the service refuses, and says so', async () => {
    const { tw, state, errors } = service();
    state.status = 401;
    tw.span('work', () => {});
    expect(await tw.flush()).toBe(true);
    expect([errors, state.requests]).toEqual([['1 spans were refused. No.'], 1]);
  });

  it('drops what does not fit, and never waits', async () => {
    const { tw, spans, errors } = service({ maxQueued: 3 });
    for (let at = 0; at < 5; at += 1) tw.span('work', () => {});
    await tw.flush();
    expect([spans.length, errors]).toEqual([
      3,
      ['2 spans or scores were dropped, because the queue was full.'],
    ]);
  });

  it('counts only the characters that still wait, also while the queue is never empty', async () => {
    const text = 'x'.repeat(1_900_000);
    let left = 40;
    const add = () => {
      left -= 1;
      tw.span('work', (span) => span.set({ text }));
    };
    const answered: number[] = [];
    const { tw, errors } = service({
      delayMs: 60_000,
      fetch: async () => {
        answered.push(left);
        if (left > 0) add();
        return Response.json({});
      },
    });
    // Two in the beginning, so one waits while the other is sent.
    for (let at = 0; at < 3; at += 1) add();
    await tw.flush({ timeoutMs: 20_000 });
    expect([errors, left]).toEqual([[], 0]);
    expect(answered.length).toBeGreaterThan(18);
  });

  it('uses the spool while the service is away, and empties it later', async () => {
    const bodies: [body: string, kind: SpoolKind][] = [];
    const spool: Spool = {
      put: async (body, kind) => bodies.push([body, kind]) > 0,
      take: async () => {
        const found = bodies.shift();
        if (found === undefined) return undefined;
        const [body, kind] = found;
        return { body, kind, done: async () => {}, back: async () => void bodies.unshift(found) };
      },
    };
    const { tw, spans, scores, state } = service({ spool });
    state.status = 0;
    tw.span('while away', (span) => void span.score('helpful', 1));
    expect(await tw.flush()).toBe(true);
    expect([bodies.map(([, kind]) => kind), spans.length]).toEqual([['traces', 'scores'], 0]);
    state.status = 200;
    tw.span('when back', () => {});
    await tw.flush();
    expect(spans.map(({ name }) => name)).toEqual(['when back', 'while away']);
    expect(scores).toMatchObject([{ name: 'helpful', value: 1 }]);
    expect(bodies).toEqual([]);
  });

  it('keeps what was refused for its key in the spool, until the key is right', async () => {
    const bodies: string[] = [];
    const spool: Spool = {
      put: async (body) => bodies.push(body) > 0,
      take: async () => {
        const body = bodies.shift();
        if (body === undefined) return undefined;
        return { body, kind: 'traces', done: async () => {}, back: async () => void bodies.unshift(body) };
      },
    };
    const { tw, spans, state, errors } = service({ spool });
    state.status = 401;
    tw.span('work', () => {});
    expect([await tw.flush(), bodies.length, errors]).toEqual([true, 1, ['No.']]);
    expect([await tw.flush(), bodies.length]).toEqual([true, 1]);
    state.status = 200;
    await tw.flush();
    expect([spans.length, bodies.length]).toEqual([1, 0]);
  });

  it('includes what ends while the spool is being emptied', async () => {
    const bodies = ['{"resourceSpans":[]}'];
    const { tw, spans } = service({
      delayMs: 60_000,
      spool: {
        put: async () => false,
        take: async () => {
          const body = bodies.shift();
          if (body === undefined) return undefined;
          const done = async () => tw.span('late', () => {});
          return { body, kind: 'traces', done, back: async () => {} };
        },
      },
    });
    expect([await tw.flush(), spans.map(({ name }) => name)]).toEqual([true, ['late']]);
  });

  it('is what a serverless platform waits for', async () => {
    const { tw, spans } = service({ delayMs: 60_000 });
    tw.span('work', () => {});
    const waited: Promise<unknown>[] = [];
    tw.waitUntil({ waitUntil: (promise) => waited.push(promise) });
    await Promise.all(waited);
    expect([waited.length, spans.length]).toEqual([1, 1]);
  });

  it('does not happen without a key, and the program runs', async () => {
    const { tw, state, errors } = service({ apiKey: '' });
    expect(tw.span('work', () => 1)).toBe(1);
    tw.current()?.score('x', 1);
    expect(await tw.flush()).toBe(true);
    expect([state.requests, errors]).toEqual([0, ['TRACEWELL_API_KEY is missing, so nothing is sent.']]);
  });

  it('survives a handler that throws', async () => {
    const { tw, state } = service({
      onError: () => {
        throw new Error('Handler.');
      },
    });
    state.status = 400;
    expect(tw.span('work', () => 1)).toBe(1);
    expect(await tw.flush()).toBe(true);
  });
});
