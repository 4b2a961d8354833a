import { describe, expect, test } from 'vitest';
import { type CallLink, findDuplicates, NO_LINES, type SpanLines } from '#otlp';
import { between, link, RESPONSE } from '#test/support/call-links';
import { RecentCalls } from './recent-calls.ts';

const MINUTE = 60_000;

const outer = link('a');
const inner = link('b', { parentSpanId: 'a' });

/** Does what a request does, and returns how its calls were stored. */
function receive(
  recent: RecentCalls,
  account: number,
  links: CallLink[],
  nowMs = 0,
  lines: SpanLines = NO_LINES,
) {
  const inRequest = findDuplicates(links, lines);
  const sure = links.filter(({ id }) => !inRequest.has(id));
  const request = { duplicates: [...inRequest.values()], lines };
  const { found, refuted } = recent.matchStored(account, sure, nowMs, request);
  const own = [...inRequest.values()].filter(({ link: { id } }) => !refuted.has(id));
  const duplicates = [...own, ...found.values()];
  const stored = links.filter(({ id }) => !duplicates.some(({ link: other }) => other.id === id));
  const late = recent.recordStored(account, { calls: stored, duplicates, lines }, nowMs);
  return {
    calls: stored.map(({ id }) => id),
    observations: duplicates.map(({ link: { id } }) => id),
    demoted: late.map(({ link: { id } }) => id),
    late,
  };
}

const recordAlone = (recent: RecentCalls, one: CallLink) =>
  recent.recordStored(1, { calls: [one], duplicates: [] }, 0).map(({ link: { id } }) => id);

const none = { input: 0, output: 0 };

describe('two requests', () => {
  test('inner first: an outer span without counts becomes an observation before it is stored', () => {
    const recent = new RecentCalls(0);
    expect(receive(recent, 1, [inner])).toMatchObject({ calls: ['t-b'], observations: [], demoted: [] });
    expect(receive(recent, 1, [link('a', none)], MINUTE)).toMatchObject({
      calls: [],
      observations: ['t-a'],
      demoted: [],
    });
  });

  test('an outer span with counts is a call until it is clear that nothing else is inside', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner]);
    const { calls, late } = receive(recent, 1, [outer], MINUTE);
    expect([calls, late.map(({ link: { id } }) => id)]).toEqual([['t-a'], ['t-a']]);
    receive(recent, 1, [link('c', { parentSpanId: 'a' })], MINUTE);
    expect(late.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true]);
  });

  test('once a call is moved, it stays', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner]);
    const { late } = receive(recent, 1, [outer]);
    for (const one of late) one.mayChange = false;
    receive(recent, 1, [link('c', { parentSpanId: 'a' })]);
    expect(late.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false]);
  });

  test('outer first: the inner span is stored as a call, and the outer one is demoted, once', () => {
    const recent = new RecentCalls(0);
    expect(receive(recent, 1, [outer]).calls).toEqual(['t-a']);
    expect(receive(recent, 1, [inner], MINUTE)).toMatchObject({
      calls: ['t-b'],
      observations: [],
      demoted: ['t-a'],
    });
    expect(receive(recent, 1, [inner], MINUTE).demoted).toEqual([]);
    expect(receive(recent, 1, [outer], MINUTE).demoted).toEqual([]);
  });

  test('concurrent requests that cannot see each other: the outer span is demoted, whichever ends first', () => {
    for (const order of [
      [inner, outer],
      [outer, inner],
    ]) {
      const recent = new RecentCalls(0);
      for (const one of order) expect(recent.matchStored(1, [one], 0).found.size).toBe(0);
      expect(order.flatMap((one) => recordAlone(recent, one))).toEqual(['t-a']);
    }
  });

  test('three deep, the middle one an observation already', () => {
    const middle = link('b', { parentSpanId: 'a' });
    const innermost = link('c', { parentSpanId: 'b' });
    const after = new RecentCalls(0);
    receive(after, 1, [middle, innermost]);
    expect(receive(after, 1, [outer]).demoted).toEqual(['t-a']);
    const before = new RecentCalls(0);
    receive(before, 1, [outer]);
    expect(receive(before, 1, [middle, innermost]).demoted).toEqual(['t-a']);
  });

  test('the span between arrives last, in a request of its own', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [link('b', { parentSpanId: 'y' })]);
    expect(receive(recent, 1, [outer], 0, between(['x', 'a'])).demoted).toEqual([]);
    expect(receive(recent, 1, [], MINUTE, between(['y', 'x'])).demoted).toEqual(['t-a']);
  });

  test('another account, trace, vendor, model, time or other counts: two calls', () => {
    for (const other of [
      link('a', { traceId: 'u' }),
      link('a', { model: 'gpt-5-mini' }),
      link('a', { startMs: 200, endMs: 300 }),
      link('a', { input: 999 }),
    ]) {
      const recent = new RecentCalls(0);
      receive(recent, 1, [inner]);
      expect(receive(recent, 1, [other])).toMatchObject({ calls: [other.id], demoted: [] });
    }
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner]);
    expect(receive(recent, 2, [outer])).toMatchObject({ calls: ['t-a'], observations: [], demoted: [] });
  });

  test('a failed write is not remembered', () => {
    const recent = new RecentCalls(0);
    recent.matchStored(1, [inner], 0);
    expect([recent.size, recent.takeTouched()]).toEqual([0, false]);
    expect(receive(recent, 1, [outer]).demoted).toEqual([]);
    expect([recent.size, recent.takeTouched(), recent.takeTouched()]).toEqual([1, true, false]);
  });

  test('spans that name each other as parents leave one call', () => {
    const recent = new RecentCalls(0);
    const other = link('a', { parentSpanId: 'b' });
    expect(receive(recent, 1, [inner]).calls).toEqual(['t-b']);
    expect(receive(recent, 1, [other]).demoted).toHaveLength(1);
  });
});

describe('equal response ids', () => {
  const first = link('a', { responseId: RESPONSE, startMs: 20 });

  test('elsewhere in the trace: the one closest to the vendor is the call, in both orders', () => {
    const other = link('x', { responseId: RESPONSE, startMs: 10 });
    const after = new RecentCalls(0);
    receive(after, 1, [first]);
    expect(receive(after, 1, [other]).observations).toEqual(['t-x']);
    const before = new RecentCalls(0);
    receive(before, 1, [other]);
    expect(receive(before, 1, [first])).toMatchObject({ calls: ['t-a'], demoted: ['t-x'] });
    expect(receive(before, 1, [link('y', { responseId: 'chatcmpl-BxQ2m7rT1kLw8' })]).demoted).toEqual([]);
  });

  test('the one with counts is kept, whichever comes first', () => {
    const empty = link('x', { ...none, responseId: RESPONSE, startMs: 50 });
    const after = new RecentCalls(0);
    receive(after, 1, [first]);
    expect(receive(after, 1, [empty]).observations).toEqual(['t-x']);
    const before = new RecentCalls(0);
    receive(before, 1, [empty]);
    expect(receive(before, 1, [first])).toMatchObject({ calls: ['t-a'], demoted: ['t-x'] });
  });

  test('a made-up id: calls of other traces at other times are calls, and lookups stay cheap', () => {
    const recent = new RecentCalls(0);
    let compared = 0;
    for (let at = 0; at < 5_000; at += 1) {
      const made = link('a', { traceId: `u${at}`, startMs: at * 200, endMs: at * 200 + 100 });
      Object.defineProperty(made, 'responseId', {
        get: () => {
          compared += 1;
          return 'chatcmpl-1';
        },
      });
      expect(receive(recent, 1, [made]).calls).toHaveLength(1);
    }
    // At most sixteen others are looked at before the write, and as many after it.
    expect(compared).toBeLessThan(5_000 * 200);
  });
});

describe('log events of coding agents', () => {
  const counts = { responseId: 'usage:codex.//10/5/0/0' };
  const span = (id: string) => link(id, { ...counts, traceId: id });
  const log = (id: string) => link(`log-${id}`, { ...counts, traceId: `log-${id}` });

  test('the log is the call, in both orders', () => {
    const spanFirst = new RecentCalls(0);
    receive(spanFirst, 1, [span('a')]);
    expect(receive(spanFirst, 1, [log('a')])).toMatchObject({
      calls: ['log-a-log-a'],
      observations: [],
      demoted: ['a-a'],
    });
    const logFirst = new RecentCalls(0);
    receive(logFirst, 1, [log('a')]);
    expect(receive(logFirst, 1, [span('a')])).toMatchObject({
      calls: [],
      observations: ['a-a'],
      demoted: [],
    });
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

  test('a log event takes one span, and a span whose event is lost stays a call', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [log('a')]);
    expect(receive(recent, 1, [span('a'), span('b')])).toMatchObject({
      calls: ['b-b'],
      observations: ['a-a'],
    });
    expect(receive(recent, 1, [span('c')]).calls).toEqual(['c-c']);
  });
});

describe('memory', () => {
  const bare = link('a', none);

  test('calls are remembered for ten to twenty minutes, also while nothing arrives', () => {
    const recent = new RecentCalls(0);
    receive(recent, 1, [inner], 9 * MINUTE);
    expect(receive(recent, 1, [link('z', { traceId: 'u' })], 18 * MINUTE).calls).toEqual(['u-z']);
    expect([...recent.matchStored(1, [bare], 19 * MINUTE).found.keys()]).toEqual(['t-a']);
    recent.forget(30 * MINUTE);
    expect(recent.matchStored(1, [bare], 30 * MINUTE).found.size).toBe(0);
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
    expect(receive(recent, 4_999 % 7, [link('a', { ...none, traceId: 'u4999' })]).observations).toEqual([
      'u4999-a',
    ]);
    expect(receive(recent, 0, [link('a', { ...none, traceId: 'u0' })]).calls).toEqual(['u0-a']);
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

/**
 * A trace of calls and other spans that nest, with and without counts, some with the sum of those inside or with a
 * response id.
 */
function traceOf(
  next: (below: number) => number,
  trace: string,
): { links: CallLink[]; lines: [string, string][] } {
  const spans: (CallLink & { isCall: boolean })[] = [];
  const count = 2 + next(7);
  for (let at = 0; at < count; at += 1) {
    const parent = at > 0 && next(6) > 0 ? spans[next(at)] : undefined;
    const [from, to] = parent ? [parent.startMs, parent.endMs] : [0, 1_000];
    const startMs = from + next(Math.max(1, (to - from) >> 1));
    const span = link(`s${at}`, {
      traceId: trace,
      parentSpanId: parent?.spanId ?? null,
      model: next(5) > 0 ? 'gpt-5' : 'gpt-5-mini',
      responseId: next(4) > 0 ? null : `resp_${trace}0a1b2c3d4${next(3)}`,
      startMs,
      endMs: next(8) > 0 ? to - next(Math.max(1, (to - startMs) >> 1)) : to + 500,
      ...(next(3) === 0 ? none : { input: 10 * (1 + next(3)), output: 5 }),
    });
    spans.push({ ...span, isCall: next(3) > 0 });
  }
  for (const span of spans.toReversed()) {
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    if (inside.length === 0 || next(3) > 0) continue;
    span.input = inside.reduce((sum, { input }) => sum + input, 0);
    span.output = inside.reduce((sum, { output }) => sum + output, 0);
  }
  return {
    links: spans.filter(({ isCall }) => isCall),
    lines: spans.flatMap(({ isCall, spanId, parentSpanId }) =>
      isCall || parentSpanId === null ? [] : [[spanId, parentSpanId] as [string, string]],
    ),
  };
}

describe('any traces, in any order, in any requests, concurrent or not', () => {
  function shuffled<T>(next: (below: number) => number, all: readonly T[]): T[] {
    return all
      .map((one) => ({ one, at: next(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  }

  type Item = CallLink | [string, string];
  const isLink = (item: Item): item is CallLink => !Array.isArray(item);

  /** The ids that are calls when everything has arrived, in requests of one to `most` spans. */
  function callsOf(
    next: (below: number) => number,
    items: readonly Item[],
    most: number,
    areConcurrent = false,
  ) {
    const left = [...items];
    const recent = new RecentCalls(0);
    while (left.length > 0) {
      const some = left.splice(0, 1 + next(most));
      const links = some.filter(isLink);
      const lines = between(...some.filter((item): item is [string, string] => !isLink(item)));
      if (areConcurrent) recent.recordStored(1, { calls: links, duplicates: [], lines }, 0);
      else receive(recent, 1, links, 0, lines);
    }
    const duplicates = recent.duplicateIds(1);
    return items
      .filter(isLink)
      .flatMap(({ id }) => (duplicates.includes(id) ? [] : [id]))
      .toSorted();
  }

  test('the calls are those of all spans in one request', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const next = random(seed);
      const { links, lines } = traceOf(next, 't');
      const duplicates = findDuplicates(links, between(...lines));
      const expected = links.flatMap(({ id }) => (duplicates.has(id) ? [] : [id])).toSorted();
      const items = [...links, ...lines];
      expect(callsOf(next, shuffled(next, items), 1), `one by one, seed ${seed}`).toEqual(expected);
      expect(callsOf(next, shuffled(next, items), 1, true), `concurrent, seed ${seed}`).toEqual(expected);
      // As exporters send them: a span ends after those inside of it.
      const ended = [...lines, ...links.toReversed()];
      expect(callsOf(next, ended, 3), `as they end, seed ${seed}`).toEqual(expected);
    }
  });
});

test('many links in pieces, with pauses, end as they do in one go', async () => {
  const links = Array.from({ length: 1_200 }, (_, n) =>
    link(`s${n}`, {
      parentSpanId: n % 3 === 1 ? `s${n - 1}` : null,
      responseId: n % 5 === 0 ? `resp_0a1b2c3d${n % 50}` : null,
      startMs: n * 10,
      endMs: n * 10 + 5_000,
    }),
  );
  const duplicates = [...findDuplicates(links, NO_LINES).values()];
  const calls = links.filter(({ id }) => !duplicates.some(({ link: { id: other } }) => other === id));
  const later = links.map(({ spanId, parentSpanId, responseId, startMs, endMs }) =>
    link(`${spanId}x`, { parentSpanId, responseId, startMs, endMs }),
  );
  const [atOnce, inPieces] = [new RecentCalls(0), new RecentCalls(0)];
  for (const recent of [atOnce, inPieces]) recordAlone(recent, link('s9', { model: 'gpt-4' }));
  const found = await inPieces.recordInPieces(1, { calls, duplicates }, 0);
  expect(found).toEqual(atOnce.recordStored(1, { calls, duplicates }, 0));
  expect(inPieces.matchStored(1, later, 0)).toEqual(atOnce.matchStored(1, later, 0));
  expect([inPieces.size, duplicates.length > 0]).toEqual([atOnce.size, true]);
});

test('a large request whose duplicate is inside of a call that was stored before', async () => {
  const recent = new RecentCalls(0);
  receive(recent, 1, [outer]);
  const middle = link('b', { parentSpanId: 'a' });
  const innermost = link('c', { parentSpanId: 'b' });
  const duplicates = [...findDuplicates([middle, innermost], NO_LINES).values()];
  const found = await recent.recordInPieces(1, { calls: [innermost], duplicates }, 0);
  expect(found.map(({ link: { id }, kept }) => [id, kept])).toEqual([['t-a', 't-c']]);
});
