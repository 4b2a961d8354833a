import { describe, expect, test } from 'vitest';
import { between, link, RESPONSE } from '#test/support/call-links';
import { type CallLink, undatedModel, isTelling } from './call-link.ts';
import { findDuplicates } from './find-duplicates.ts';
import { NO_LINES, type SpanLines } from './span-key.ts';

const among = (lines: SpanLines, ...links: CallLink[]) =>
  [
    ...findDuplicates(
      links.map((each) => link(each.spanId, each)),
      lines,
    ).values(),
  ].map(({ link: { id }, kept, why }) => `${id} ${why} ${kept}`);
const duplicates = (...links: CallLink[]) => among(NO_LINES, ...links);

describe('one span around another', () => {
  const outer = link('a');
  const inner = link('b', { parentSpanId: 'a', startMs: 10, endMs: 90 });

  test('the outer one is the duplicate, whichever comes first', () => {
    expect(duplicates(outer, inner)).toEqual(['t-a around_call t-b']);
    expect(duplicates(inner, outer)).toEqual(['t-a around_call t-b']);
  });

  test('with other spans between, in any order', () => {
    const far = { ...inner, parentSpanId: 'y' };
    expect(among(between(['y', 'x'], ['x', 'a']), outer, far)).toEqual(['t-a around_call t-b']);
    expect(among(between(['y', 'x']), outer, far)).toEqual([]);
  });

  test('three deep: the innermost is the call', () => {
    expect(
      duplicates(outer, inner, link('c', { parentSpanId: 'b', startMs: 20, endMs: 80 })).toSorted(),
    ).toEqual(['t-a around_call t-c', 't-b around_call t-c']);
  });

  test('not if it began after the other, or ended before it', () => {
    expect(duplicates(outer, { ...inner, startMs: 101, endMs: 200 })).toEqual([]);
    expect(duplicates(outer, { ...inner, endMs: 160 })).toEqual([]);
    expect(duplicates(outer, { ...inner, startMs: -5, endMs: 105 })).toHaveLength(1);
  });

  test('not beside each other, whatever the times', () => {
    expect(duplicates(outer, { ...inner, parentSpanId: 'r' })).toEqual([]);
    expect(among(between(['x', 'r'], ['a', 'r']), outer, { ...inner, parentSpanId: 'x' })).toEqual([]);
  });

  test('another model, vendor, trace or other counts: two calls', () => {
    for (const other of [
      { model: 'gpt-5-mini' },
      { provider: 'acme', model: 'house-model' },
      { traceId: 'u' },
      { input: 999 },
      { output: 99 },
    ])
      expect(duplicates(outer, { ...inner, ...other })).toEqual([]);
    const own = { model: 'house-model', provider: 'acme' };
    expect(duplicates({ ...outer, ...own, provider: 'openai' }, { ...inner, ...own })).toEqual([]);
    expect(duplicates({ ...outer, ...own }, { ...inner, ...own })).toHaveLength(1);
  });

  test('no counts outside: the inner ones are the calls, however many', () => {
    const none = link('a', { input: 0, output: 0, endMs: 400 });
    const second = link('c', { parentSpanId: 'a', startMs: 200, endMs: 300, input: 7 });
    expect(duplicates(none, inner, second)).toEqual(['t-a around_call t-b']);
  });

  test('no counts inside: the outer one is the call; a failed attempt inside stays', () => {
    const none = { ...inner, input: 0, output: 0 };
    expect(duplicates(outer, none)).toEqual(['t-b inside_call t-a']);
    expect(duplicates(outer, { ...none, failed: true })).toEqual([]);
  });

  test('the sum of those inside, else it is a call of its own', () => {
    const calls = [
      link('b', { parentSpanId: 'a', startMs: 10, endMs: 40, input: 600, output: 60 }),
      link('c', { parentSpanId: 'a', startMs: 50, endMs: 90, input: 400, output: 40 }),
    ];
    expect(duplicates(outer, ...calls)).toEqual(['t-a around_calls t-b']);
    const third = link('d', { parentSpanId: 'a', startMs: 91, endMs: 99, input: 1, output: 1 });
    expect(duplicates(outer, ...calls, third)).toEqual([]);
    // It has the counts of one of two.
    const equal = calls.map((call) => ({ ...call, input: 1_000, output: 100 }));
    expect(duplicates(outer, ...equal)).toEqual([]);
    // The other call may have another model.
    const [first, other] = calls as [CallLink, CallLink];
    expect(duplicates(outer, first, { ...other, model: 'gpt-5-mini' })).toEqual(['t-a around_calls t-b']);
  });

  test('sums of sums', () => {
    const of = (id: string, parent: string, startMs: number, input: number) =>
      link(id, { parentSpanId: parent, startMs, endMs: startMs + 10, input, output: 1 });
    const spans = [
      link('a', { input: 30, output: 3 }),
      { ...of('b', 'a', 10, 20), endMs: 60, output: 2 },
      of('c', 'b', 11, 5),
      of('d', 'b', 30, 15),
      of('e', 'a', 70, 10),
    ];
    expect(duplicates(...spans).toSorted()).toEqual(['t-a around_calls t-c', 't-b around_calls t-c']);
    expect(duplicates(...spans.toReversed())).toHaveLength(2);
  });

  test('an emitter that counts the cache or the reasoning apart, or not at all', () => {
    const whole = { ...inner, input: 1_422, cache: 1_280, output: 81, reasoning: 64 };
    for (const other of [
      { input: 142, cache: 1_280, output: 17, reasoning: 64 },
      { input: 142, output: 17 },
      { input: 1_422, output: 81 },
      { input: 0, output: 17 },
    ])
      expect(duplicates({ ...outer, ...other }, whole)).toHaveLength(1);
    expect(duplicates({ ...outer, input: 142, cache: 900, output: 81 }, whole)).toEqual([]);
  });

  test('spans that name each other as parents leave one call; one that names itself is a call', () => {
    expect(duplicates(link('a', { parentSpanId: 'b' }), link('b', { parentSpanId: 'a' }))).toHaveLength(1);
    expect(duplicates(link('a', { parentSpanId: 'a' }), link('z'))).toEqual([]);
  });

  test('a very wide and a very deep trace take no time, and nothing of them is lost', () => {
    const wide = Array.from({ length: 5_000 }, (_, n) => link(`s${n}`, { parentSpanId: 'a' }));
    expect(duplicates(link('a'), ...wide)).toEqual([]);
    const deep = Array.from({ length: 5_000 }, (_, n) =>
      link(`s${n}`, { parentSpanId: `s${n - 1}`, input: n + 1 }),
    );
    expect(duplicates(...deep)).toEqual([]);
  });
});

describe('equal response ids', () => {
  const a = link('a', { responseId: RESPONSE });
  const b = link('b', { responseId: RESPONSE, startMs: 50, endMs: 150, traceId: 'u' });

  test('at the same time, in one trace or two: the later one is closer to the vendor', () => {
    expect(duplicates(a, b)).toEqual(['t-a same_response u-b']);
    expect(duplicates(b, a)).toEqual(['t-a same_response u-b']);
    expect(duplicates(a, { ...b, traceId: 't', id: 't-b' })).toEqual(['t-a same_response t-b']);
    expect(duplicates(a, b, link('c', { responseId: RESPONSE, startMs: 60 }))).toHaveLength(2);
  });

  test('the one with counts is kept', () => {
    expect(duplicates(a, { ...b, input: 0, output: 0 })).toEqual(['u-b same_response t-a']);
  });

  test('one after the other, another model, vendor or other counts: two calls', () => {
    for (const other of [
      { startMs: 101, endMs: 200 },
      { startMs: 101, endMs: 200, traceId: 't', id: 't-b' },
      { model: 'claude-sonnet-5', provider: 'anthropic' },
      { input: 999 },
      { output: 777_777 },
      { responseId: 'chatcmpl-BxQ2m7rT1kLw8' },
    ])
      expect(duplicates(a, { ...b, ...other })).toEqual([]);
  });

  test('an id that servers count or mocks repeat says nothing', () => {
    for (const responseId of [
      'chatcmpl-998',
      'chatcmpl-123',
      'chatcmpl-1731578400',
      'chatcmpl-mock-response',
      'x',
    ])
      expect(duplicates({ ...a, responseId }, { ...b, responseId })).toEqual([]);
  });
});

test.for([
  ['chatcmpl-998', false],
  ['chatcmpl-1', false],
  ['resp_1234567', false],
  ['1731578400123', false],
  ['msg_test_response', false],
  ['gen-1731578400-AbCdEfGhIjKl', true],
  ['chatcmpl-BxQ2m7rT1kLw9', true],
  ['msg_01XFDUDYJgAACzvnptvVoYEL', true],
  ['resp_68b0a1f4', true],
  ['9d1c7b52-aaaa-4bbb-8ccc-ddddeeeeffff', true],
  ['req_mwh423vg00woxxxxxxxxxxxx', true],
] as const)('%s tells one response from another: %s', ([id, expected]) => {
  expect(isTelling(id)).toBe(expected);
});

test.for([
  ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
  ['azure/gpt-4o', 'gpt-4o'],
  ['llama3.2:3b', 'llama3-2:3b'],
  ['gpt-4o-mini-audio', 'gpt-4o-mini-audio'],
])('the model %s is %s', ([model, expected]) => {
  expect(undatedModel(model!)).toBe(expected);
});

describe('a log event and a span of one call', () => {
  const span = link('a', { responseId: 'req_011CVabcdefgh' });
  const log = link('log-b', { parentSpanId: 'p', responseId: 'req_011CVabcdefgh', startMs: 10, endMs: 90 });

  test('the log is the call, whichever comes first', () => {
    expect(duplicates(span, log)).toEqual(['t-a same_response t-log-b']);
    expect(duplicates(log, span)).toEqual(['t-a same_response t-log-b']);
    const late = { ...log, startMs: 4_000, endMs: 5_050 };
    expect(duplicates(span, late)).toHaveLength(1);
    expect(duplicates(span, { ...late, startMs: 5_200, endMs: 5_300 })).toEqual([]);
  });

  test('equal counts are the same call only for a log and a span, and each log takes one span', () => {
    const of = (spanId: string, more: Partial<CallLink> = {}) =>
      link(spanId, { responseId: 'usage:codex.//10/5/0/0', traceId: spanId, ...more });
    expect(duplicates(of('a'), of('log-b'))).toEqual(['a-a same_response log-b-log-b']);
    expect(duplicates(of('a'), of('c'))).toEqual([]);
    expect(duplicates(of('log-a'), of('log-b'))).toEqual([]);
    expect(duplicates(of('a'), of('log-b', { startMs: 600_000, endMs: 600_100 }))).toEqual([]);
    expect(duplicates(of('a'), of('c'), of('log-b'))).toHaveLength(1);
    expect(duplicates(of('a'), of('c'), of('log-b'), of('log-d'))).toHaveLength(2);
  });
});
