import { expect, it } from 'vitest';
import type { Schemas } from '@tracewell/sdk';
import { outlineLines } from './outline.ts';

type Line = Schemas['OutlineLine'];

const line = (label: string, depth: number, more: Partial<Line['span']> = {}): Line => ({
  depth,
  span: {
    id: `t-${label}`,
    label,
    type: 'chain',
    name: label,
    durationMs: 10.4,
    error: null,
    model: null,
    totalTokens: null,
    costUsd: null,
    ...more,
  },
  hidden: null,
});

const hidden = (depth: number, of: Partial<Line['hidden']> = {}): Line => ({
  depth,
  span: null,
  hidden: { spans: 1, failed: 0, totalTokens: 0, costUsd: 0, ...of },
});

it('one line per span, indented, with its facts and its label; the others are counted', () => {
  const call = { type: 'llm', name: 'chat', model: 'gpt-5', totalTokens: 1_100, costUsd: 0.00021 };
  const lines = [
    line('root', 0),
    line('call', 1, call),
    line('tool', 1, { error: 'no\nrows' }),
    hidden(2),
    hidden(1, { spans: 97, failed: 2, totalTokens: 97, costUsd: 48.5 }),
  ];
  expect(outlineLines(lines, (id) => (id === 't-call' ? 'Hi => Hello' : null))).toEqual([
    'chain root (10 ms) [root]',
    '  llm chat (10 ms, gpt-5, 1100 tok, $0.00021) | Hi => Hello [call]',
    '  chain tool (10 ms) ERROR no rows [tool]',
    '    … 1 more span',
    '  … 97 more spans (2 failed, 97 tok, $48.5)',
  ]);
});

it('spans below level 24 are not indented further', () => {
  expect(outlineLines([line('deep', 9_000)])[0]).toMatch(/^ {48}chain/);
});
