import { PLAIN_SPAN } from '#records/record';
import { describe, expect, test } from 'vitest';
import { plainCall } from '#test/support/call-rows';
import type { CallRecord, ObservationRecord } from '#records';
import { callFacts } from './call-facts.ts';
import { madeToolCalls } from './made-tool-calls.ts';
import { answerFacts, traceFacts } from './trace-facts.ts';
import { isWithinChars } from './within-chars.ts';

const call = (id: string, atMs: number, changes: Partial<CallRecord> = {}): CallRecord => ({
  ...plainCall(id, atMs, {}),
  ...changes,
});
const openAi = (name: string, given: object, id = name) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(given) },
});

describe('tool calls of a call', () => {
  const asks = [{ role: 'assistant', content: null, tool_calls: [openAi('search', { q: 'a' })] }];

  test.each<[name: string, record: Partial<CallRecord>, made: object[]]>([
    ['none', { requestMeta: { output: 'Hello' } }, []],
    ['no content', { requestMeta: null }, []],
    ['in the output', { requestMeta: { output: asks } }, [{ name: 'search', arguments: { q: 'a' } }]],
    [
      'parts of the convention',
      {
        requestMeta: {
          output: [
            { role: 'assistant', parts: [{ type: 'tool_call', id: '1', name: 'pay', arguments: {} }] },
          ],
        },
      },
      [{ name: 'pay', arguments: {} }],
    ],
    [
      'only in the list',
      { requestMeta: { output: 'Hi' }, toolCalls: [{ name: 'pay', arguments: '{"n":1}', result: 5 }] },
      [{ name: 'pay', arguments: { n: 1 }, result: 5 }],
    ],
    [
      'in both: the output says what was asked, the list what came of it',
      {
        requestMeta: { output: asks },
        toolCalls: [{ id: 'search', name: 'search', input: {}, error: 'broken' }, { name: 'other' }],
      },
      [{ name: 'search', arguments: { q: 'a' }, error: 'broken' }],
    ],
    ['without arguments', { toolCalls: [{ name: 'now', arguments: '' }] }, [{ name: 'now', arguments: {} }]],
    [
      'arguments that are no JSON',
      { toolCalls: [{ name: 'a', arguments: 'x' }] },
      [{ name: 'a', arguments: 'x' }],
    ],
    ['a text that looks like a call', { requestMeta: { output: JSON.stringify(asks) } }, []],
  ])('%s', (_, record, made) => {
    expect(madeToolCalls({ requestMeta: null, toolCalls: null, ...record })).toEqual(made);
  });
});

test('the facts of a call', () => {
  const facts = callFacts(
    call('a', 1_000, {
      requestMeta: {
        systemInstructions: 'Be brief.',
        input: [
          { role: 'user', content: 'First?' },
          { role: 'assistant', content: null, tool_calls: [openAi('search', { q: 'a' }, '1')] },
          { role: 'tool', tool_call_id: '1', content: 'found' },
          { role: 'user', content: [{ type: 'text', text: 'Second?' }] },
        ],
        output: 'Yes.',
      },
      tags: { env: 'test' },
      costUsd: null,
    }),
  );
  expect(facts).toMatchObject({ input: 'Second?', metadata: { env: 'test' }, costUsd: null, steps: null });
  expect(facts.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'First?' },
    { role: 'assistant', content: '', toolCalls: [{ name: 'search', arguments: { q: 'a' } }] },
    { role: 'tool', content: '', toolResults: ['found'] },
    { role: 'user', content: 'Second?' },
    { role: 'assistant', content: 'Yes.' },
  ]);
});

describe('a trace', () => {
  const tool = (atMs: number, changes: Partial<ObservationRecord> = {}): ObservationRecord => ({
    kind: 'observation',
    ...PLAIN_SPAN,
    id: `o${atMs}`,
    type: 'tool',
    name: 'execute_tool search',
    timestampMs: atMs,
    durationMs: 50,
    error: null,
    traceId: 't',
    spanId: `s${atMs}`,
    parentSpanId: null,
    sessionId: null,
    attributes: { 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.arguments': '{"q":"a"}' },
    ...changes,
  });
  const asks = (id: string, atMs: number) =>
    call(id, atMs, {
      latencyMs: 100,
      costUsd: 0.01,
      requestMeta: { output: [{ role: 'assistant', tool_calls: [openAi('search', { q: 'a' })] }] },
    });
  const answers = (id: string, atMs: number, changes: Partial<CallRecord> = {}) =>
    call(id, atMs, {
      latencyMs: 300,
      costUsd: 0.02,
      requestMeta: { input: 'Q', output: 'Done.' },
      ...changes,
    });

  test('counts its steps in order of time, whatever order they come in', () => {
    const records = [answers('b', 2_000), tool(1_200), tool(1_250, { type: 'http' }), asks('a', 1_000)];
    const found = traceFacts(records);
    expect(found?.facts.steps?.map(({ kind, name }) => [kind, name])).toEqual([
      ['call', 'gpt-5'],
      ['tool', 'search'],
      ['call', 'gpt-5'],
    ]);
    expect(found).toMatchObject({
      output: 'Done.',
      toolCalls: [{ name: 'search', arguments: { q: 'a' } }],
      facts: { input: 'Q', latencyMs: 1_300, costUsd: 0.03 },
      figures: { steps: 3, failedSteps: 0, costUsd: 0.03, durationMs: 1_300, endsWithAnswer: true },
    });
  });

  test('names the tools that ran if no model call names one, and knows equal arguments', () => {
    const twice = { 'gen_ai.tool.name': 'pay', 'gen_ai.tool.call.arguments': '{"a":1,"b":{"c":2,"d":3}}' };
    const same = { ...twice, 'gen_ai.tool.call.arguments': '{"b":{"d":3,"c":2},"a":1}' };
    const found = traceFacts([
      answers('b', 2_000),
      tool(1_000, { attributes: twice }),
      tool(1_100, { attributes: same, error: 'broken' }),
      tool(1_200, { attributes: { ...twice, 'gen_ai.tool.call.arguments': '{"a":2}' } }),
    ]);
    const [one, two, three] = found?.figures.tools ?? [];
    expect([one?.name, one?.key === two?.key, one?.key === three?.key]).toEqual(['pay', true, false]);
    expect(found?.figures.failedSteps).toBe(1);
  });

  test.each<[name: string, last: CallRecord, ends: boolean | null]>([
    ['an answer', answers('z', 9_000), true],
    ['blanks', answers('z', 9_000, { requestMeta: { output: ' \n' } }), false],
    ['a tool call', asks('z', 9_000), false],
    ['a failure', answers('z', 9_000, { error: 'broken', requestMeta: null }), false],
    ['content that was not stored', answers('z', 9_000, { requestMeta: null }), null],
  ])('ends with %s', (_, last, ends) => {
    expect(traceFacts([asks('a', 1_000), last])?.figures.endsWithAnswer).toBe(ends);
  });

  test('without content its tools are not known, and without a model call it is none', () => {
    const bare = answers('a', 1_000, { requestMeta: null, toolCalls: null });
    expect(traceFacts([bare])).toMatchObject({ output: null, figures: { tools: null, steps: 1 } });
    expect(traceFacts([bare, tool(1_500, { attributes: {} })])?.figures.tools).toMatchObject([
      { name: 'execute_tool search' },
    ]);
    expect(traceFacts([tool(1_000)])).toBeNull();
  });
});

test.each([
  [undefined, 10, true],
  ['x'.repeat(7), 10, true],
  ['x'.repeat(8), 10, false],
  [{ a: ['b', { c: 'd' }] }, 30, true],
  [{ a: ['b', { c: 'd' }] }, 12, false],
])('%j within %d characters: %s', (value, most, fits) => {
  expect(isWithinChars(value, most)).toBe(fits);
});

test('an answer without a trace: the tools that it asks for are its steps, otherwise it is the only one', () => {
  const asks = [
    { role: 'assistant', content: null, tool_calls: [openAi('search', { q: 'a' }), openAi('pay', {})] },
  ];
  const asked = answerFacts(call('a', 0, { requestMeta: { output: asks } }));
  expect(asked?.facts.steps).toMatchObject([
    { kind: 'tool', name: 'search', input: { q: 'a' } },
    { kind: 'tool', name: 'pay', input: {} },
  ]);
  expect(asked?.figures).toMatchObject({ steps: 2, failedSteps: 0, endsWithAnswer: false });
  expect(asked?.figures.tools?.map(({ name }) => name)).toEqual(['search', 'pay']);
  const plain = answerFacts(call('b', 0, { requestMeta: { output: 'Hello' } }));
  expect(plain?.facts.steps).toMatchObject([{ kind: 'call', output: 'Hello' }]);
  expect(plain?.figures).toMatchObject({ steps: 1, endsWithAnswer: true, tools: [] });
});
