import { expect, it } from 'vitest';
import type { TraceNode } from '../trace/spans.ts';
import { datasetTextsOf } from './dataset-item.ts';

const said = (more: Partial<TraceNode>) => ({ call: null, attributes: {}, ...more });

it('a call becomes its newest question and its answer, without the reasoning', () => {
  const input = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'What is it?' },
  ];
  const output = [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hmm.' },
        { type: 'text', text: 'A square.' },
      ],
    },
  ];
  const node = said({
    call: { requestMeta: { input, output }, toolCalls: null } as TraceNode['call'],
  });
  expect(datasetTextsOf(node)).toEqual({ input: 'What is it?', output: 'A square.' });
});

it('a tool becomes its arguments and its result', () => {
  const attributes = { 'gen_ai.tool.call.arguments': '{"order":7}', 'gen_ai.tool.call.result': 'found' };
  expect(datasetTextsOf(said({ attributes }))).toEqual({
    input: '{\n  "order": 7\n}',
    output: 'found',
  });
});

it('a span without stored content makes no item', () => {
  expect(datasetTextsOf(said({}))).toBeNull();
  expect(
    datasetTextsOf(said({ call: { requestMeta: null, toolCalls: null } as TraceNode['call'] })),
  ).toBeNull();
});
