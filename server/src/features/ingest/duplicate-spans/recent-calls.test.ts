import { describe, expect, test } from 'vitest';
import { type CallLink, findDuplicateSpans } from '#otlp';
import { RecentCalls } from './recent-calls.ts';

const MINUTE = 60_000;

const link = (spanId: string, given: Partial<CallLink> = {}): CallLink => ({
  id: `${given.traceId ?? 't'}-${spanId}`,
  traceId: 't',
  spanId,
  parentSpanId: null,
  provider: 'openai',
  model: 'gpt-5',
  responseModel: null,
  responseId: null,
  startMs: 0,
  endMs: 100,
  ...given,
});

const outer = link('a');
const inner = link('b', { parentSpanId: 'a' });

/** Does what a request does, and returns how its calls were stored. */
function receive(recent: RecentCalls, account: number, links: CallLink[], nowMs = 0) {
  const inRequest = findDuplicateSpans(links);
  const calls = links.filter(({ id }) => !inRequest.has(id));
  const matched = recent.matchStored(account, calls, nowMs);
  const stored = calls.filter(({ id }) => !matched.has(id));
  const duplicates = links.filter(({ id }) => inRequest.has(id) || matched.has(id));
  const demoted = recent.recordStored(account, stored, duplicates, nowMs).map(({ id }) => id);
  return { calls: stored.map(({ id }) => id), observations: duplicates.map(({ id }) => id), demoted };
}

describe('two requests', () => {
  test('inner first: the outer span becomes an observation before it is stored', () => {
    const recent = new RecentCalls(0);
    expect(receive(recent, 1, [inner])).toEqual({ calls: ['t-b'], observations: [], demoted: [] });
    expect(receive(recent, 1, [outer], MINUTE)).toEqual({ calls: [], observations: ['t-a'], demoted: [] });
  });

  test('outer first: the inner span is stored as a call, and the outer one is demoted, once', () => {
    const recent = new RecentCalls(0);
    expect(receive(recent, 1, [outer]).calls).toEqual(['t-a']);
    expect(receive(recent, 1, [inner], MINUTE)).toEqual({
      calls: ['t-b'],
      observations: [],
      demoted: ['t-a'],
    });
    expect(receive(recent, 1, [link('c', { parentSpanId: 'a' })], MINUTE).demoted).toEqual([]);
    expect(receive(recent, 1, [inner], MINUTE).demoted).toEqual([]);
    expect(receive(recent, 1, [outer], MINUTE).observations).toEqual(['t-a']);
  });

  test('concurrent requests that cannot see each other: the outer span is demoted, whichever ends first', () => {
    for (const order of [
      [inner, outer],
      [outer, inner],
    ]) {
      const recent = new RecentCalls(0);
      for (const one of order) expect(recent.matchStored(1, [one], 0).size).toBe(0);
      const late = order.flatMap((one) => recent.recordStored(1, [one], [], 0));
      expect(late).toEqual([outer]);
    }
  });

  test('three deep, the middle one an observation already', () => {
    const middle = link('b', { parentSpanId: 'a' });
    const innermost = link('c', { parentSpanId: 'b' });
    const after = new RecentCalls(0);
    receive(after, 1, [middle, innermost]);
    expect(receive(after, 1, [outer]).observations).toEqual(['t-a']);
    const before = new RecentCalls(0);
    receive(before, 1, [outer]);
    expect(receive(before, 1, [middle, innermost]).demoted).toEqual(['t-a']);
  });

  test('another account, trace, provider or model: two calls', () => {
    for (const other of [
      link('a', { traceId: 'u' }),
      link('a', { provider: 'google' }),
      link('a', { model: 'gpt-5-mini' }),
    ]) {
      const recent = new RecentCalls(0);
      receive(recent, 1, [inner]);
      expect(receive(recent, 1, [other]).calls).toHaveLength(1);
    }
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner]);
    expect(receive(recent, 2, [outer])).toEqual({ calls: ['t-a'], observations: [], demoted: [] });
  });

  test('a failed write is not remembered', () => {
    const recent = new RecentCalls(0);
    recent.matchStored(1, [inner], 0);
    expect([recent.size, recent.takeTouched()]).toEqual([0, false]);
    expect(receive(recent, 1, [outer]).calls).toEqual(['t-a']);
    expect([recent.size, recent.takeTouched(), recent.takeTouched()]).toEqual([1, true, false]);
  });

  test('spans that name each other as parents leave one call', () => {
    const recent = new RecentCalls(0);
    const other = link('a', { parentSpanId: 'b' });
    expect(receive(recent, 1, [inner]).calls).toEqual(['t-b']);
    expect(receive(recent, 1, [other])).toEqual({ calls: [], observations: ['t-a'], demoted: [] });
    const beside = new RecentCalls(0);
    expect([...beside.recordStored(1, [inner], [], 0), ...beside.recordStored(1, [other], [], 0)]).toEqual(
      [],
    );
  });
});

describe('equal response ids', () => {
  test('elsewhere in the trace: the later one is the observation', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [link('a', { responseId: 'r' })]);
    expect(receive(recent, 1, [link('x', { responseId: 'r', provider: 'google' })]).observations).toEqual([
      't-x',
    ]);
    expect(receive(recent, 1, [link('y', { responseId: 's' })]).calls).toEqual(['t-y']);
  });

  test('parent and child by different names, in both orders', () => {
    const alias = link('a', { model: 'alias', responseId: 'r' });
    const served = link('b', { parentSpanId: 'a', responseId: 'r' });
    const innerFirst = new RecentCalls(0);
    receive(innerFirst, 1, [served]);
    expect(receive(innerFirst, 1, [alias]).observations).toEqual(['t-a']);
    const outerFirst = new RecentCalls(0);
    receive(outerFirst, 1, [alias]);
    expect(receive(outerFirst, 1, [served])).toEqual({ calls: ['t-b'], observations: [], demoted: ['t-a'] });
  });

  test('a made-up id: calls of other traces at other times are calls, and lookups stay cheap', () => {
    const recent = new RecentCalls(0);
    const started = performance.now();
    for (let at = 0; at < 20_000; at += 1) {
      const made = link('a', {
        traceId: `u${at}`,
        responseId: 'chatcmpl-1',
        startMs: at * 200,
        endMs: at * 200 + 100,
      });
      expect(receive(recent, 1, [made]).calls).toHaveLength(1);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('log events of coding agents', () => {
  const counts = { responseId: 'usage:codex.//10/5/0/0' };
  const span = (id: string) => link(id, { ...counts, traceId: id });
  const log = (id: string) => link(`log-${id}`, { ...counts, traceId: `log-${id}` });

  test('the log is the call, in both orders', () => {
    const spanFirst = new RecentCalls(0);
    receive(spanFirst, 1, [span('a')]);
    expect(receive(spanFirst, 1, [log('a')])).toEqual({
      calls: ['log-a-log-a'],
      observations: [],
      demoted: ['a-a'],
    });
    const logFirst = new RecentCalls(0);
    receive(logFirst, 1, [log('a')]);
    expect(receive(logFirst, 1, [span('a')])).toEqual({ calls: [], observations: ['a-a'], demoted: [] });
  });

  test('two requests with the same counts at the same time stay two calls', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [span('a'), span('b')]);
    expect(receive(recent, 1, [log('a')]).demoted).toHaveLength(1);
    expect(receive(recent, 1, [log('b')])).toMatchObject({
      calls: ['log-b-log-b'],
      demoted: [expect.any(String)],
    });
    const apart = new RecentCalls(0);
    expect(receive(apart, 1, [span('a'), span('b')]).calls).toHaveLength(2);
    expect(receive(new RecentCalls(0), 1, [log('a'), log('b')]).calls).toHaveLength(2);
  });
});

describe('memory', () => {
  test('calls are remembered for ten to twenty minutes, also while nothing arrives', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner], 9 * MINUTE);
    expect(receive(recent, 1, [link('z', { traceId: 'u' })], 18 * MINUTE).calls).toEqual(['u-z']);
    expect([...recent.matchStored(1, [outer], 19 * MINUTE)]).toEqual(['t-a']);
    recent.forget(30 * MINUTE);
    expect(recent.matchStored(1, [outer], 30 * MINUTE).size).toBe(0);
    recent.forget(60 * MINUTE);
    expect(recent.size).toBe(0);
  });

  test('the number of calls is limited; the latest are known, and it reports that some are missing', () => {
    const recent = new RecentCalls(-11 * MINUTE, { maxLinks: 1_000 });
    expect(recent.isComplete(0)).toBe(true);
    for (let at = 0; at < 5_000; at += 1) {
      receive(recent, at % 7, [link('b', { traceId: `u${at}`, parentSpanId: 'a' })], 0);
      expect(recent.size).toBeLessThanOrEqual(1_000);
    }
    expect(recent.size).toBeGreaterThanOrEqual(500);
    expect(receive(recent, 4_999 % 7, [link('a', { traceId: 'u4999' })]).observations).toEqual(['u4999-a']);
    expect(receive(recent, 0, [link('a', { traceId: 'u0' })]).calls).toEqual(['u0-a']);
    expect([recent.isComplete(0), recent.isComplete(9 * MINUTE), recent.isComplete(10 * MINUTE)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('after a start, earlier calls are unknown', () => {
    const recent = new RecentCalls(0);
    expect([recent.isComplete(9 * MINUTE), recent.isComplete(10 * MINUTE)]).toEqual([false, true]);
  });
});

/** The same every time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A trace of spans that nest, now and then with another model between, in requests of any size and order. */
function traceOf(next: (below: number) => number, trace: string, shareResponse: boolean): CallLink[] {
  const spans: CallLink[] = [];
  const count = 1 + next(7);
  for (let at = 0; at < count; at += 1) {
    const parent = at > 0 && next(5) > 0 ? spans[next(at)] : undefined;
    spans.push(
      link(`s${at}`, {
        traceId: trace,
        parentSpanId: parent?.spanId ?? null,
        model: shareResponse || next(4) > 0 ? 'gpt-5' : 'gpt-5-mini',
        responseId: shareResponse ? `r-${trace}` : null,
      }),
    );
  }
  return spans;
}

describe('any traces, in any order, in any requests, concurrent or not', () => {
  /** The ids that are calls when everything has arrived. */
  function callsOf(next: (below: number) => number, spans: readonly CallLink[]): string[] {
    const shuffled = spans
      .map((span) => ({ span, at: next(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ span }) => span);
    const recent = new RecentCalls(0);
    const calls = new Set<string>();
    while (shuffled.length > 0) {
      const received = receive(recent, 1, shuffled.splice(0, 1 + next(3)));
      for (const id of received.calls) calls.add(id);
      for (const id of received.demoted) calls.delete(id);
    }
    return [...calls].toSorted();
  }

  test('the calls are those of all spans in one request', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const next = random(seed);
      const spans = [...traceOf(next, 'x', false), ...traceOf(next, 'y', false)];
      const duplicates = findDuplicateSpans(spans);
      const expected = spans.map(({ id }) => id).filter((id) => !duplicates.has(id));
      expect(callsOf(next, spans), `seed ${seed}`).toEqual(expected.toSorted());
    }
  });

  test('one call for each response, however its spans nest', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const next = random(seed);
      const spans = [...traceOf(next, 'x', true), ...traceOf(next, 'y', true)];
      const traces = callsOf(next, spans).map((id) => id[0]);
      expect(traces, `seed ${seed}`).toEqual(['x', 'y']);
    }
  });

  test('requests that all run concurrently', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const spans = traceOf(random(seed), 'x', false);
      const recent = new RecentCalls(0);
      for (const span of spans) recent.matchStored(1, [span], 0);
      const late = new Set(
        spans.flatMap((span) => recent.recordStored(1, [span], [], 0).map(({ id }) => id)),
      );
      expect(late, `seed ${seed}`).toEqual(findDuplicateSpans(spans));
    }
  });
});

test('many links in pieces, with pauses, end as they do in one go', async () => {
  const links = Array.from({ length: 1_200 }, (_, n) =>
    link(`s${n}`, {
      parentSpanId: n % 3 === 1 ? `s${n - 1}` : null,
      responseId: n % 5 === 0 ? `r${n % 50}` : null,
      startMs: n * 10,
      endMs: n * 10 + 5_000,
    }),
  );
  const inRequest = findDuplicateSpans(links);
  const calls = links.filter(({ id }) => !inRequest.has(id));
  const duplicates = links.filter(({ id }) => inRequest.has(id));
  const later = links.map(({ spanId, parentSpanId, responseId, startMs, endMs }) =>
    link(`${spanId}x`, { parentSpanId, responseId, startMs, endMs }),
  );
  const [atOnce, inPieces] = [new RecentCalls(0), new RecentCalls(0)];
  for (const recent of [atOnce, inPieces]) recent.recordStored(1, [link('s9', { model: 'gpt-4' })], [], 0);
  const found = await inPieces.recordInPieces(1, calls, duplicates, 0);
  expect(found).toEqual(atOnce.recordStored(1, calls, duplicates, 0));
  expect(inPieces.matchStored(1, later, 0)).toEqual(atOnce.matchStored(1, later, 0));
  expect([inPieces.size, duplicates.length > 0]).toEqual([atOnce.size, true]);
});
