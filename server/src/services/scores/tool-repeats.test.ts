import { describe, expect, it } from 'vitest';
import { compile } from './evaluators/index.ts';
import { toolRepeatsOf } from './tool-repeats.ts';

const asked = (name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const FAILED = { role: 'tool', tool_call_id: 'c', content: '{"error": "timeout"}' };
const said = (times: number, args: object = { order: 1, amount: 2 }) => [
  { role: 'user', content: 'Refund me.' },
  ...Array.from({ length: times }, () => [asked('refund', args), FAILED]).flat(),
];

describe('repeated tool calls', () => {
  it.each([
    ['none before', said(0), [{ name: 'refund', arguments: { order: 1, amount: 2 } }], 0],
    ['the same twice before', said(2), [{ name: 'refund', arguments: { order: 1, amount: 2 } }], 2],
    ['members in another order', said(2), [{ name: 'refund', arguments: '{"amount": 2, "order": 1}' }], 2],
    ['other arguments', said(2), [{ name: 'refund', arguments: { order: 2, amount: 2 } }], 0],
    ['another tool', said(2), [{ name: 'lookup', arguments: { order: 1, amount: 2 } }], 0],
    [
      'the most of several',
      said(3),
      [
        { name: 'lookup', arguments: {} },
        { name: 'refund', arguments: { order: 1, amount: 2 } },
      ],
      3,
    ],
    ['an answer in words', said(3), null, 0],
  ])('are counted: %s', (_name, input, toolCalls, repeats) => {
    expect(toolRepeatsOf({ requestMeta: { input, output: '' }, toolCalls })).toBe(repeats);
  });

  it('fail beyond what the rubric allows, which must be a number', () => {
    const passes = (rubric: string, toolRepeats: number) =>
      compile({ type: 'tool_repeats', rubric, scaleMin: 0, scaleMax: 1 })({
        output: '',
        expectedOutput: null,
        toolRepeats,
      }).passed;
    expect([passes('0', 0), passes('0', 1), passes('1', 1), passes('1', 2)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    for (const rubric of ['', 'once', '-1', '101', '1.5'])
      expect(() => passes(rubric, 0)).toThrow('a number from 0 to 100');
  });
});
