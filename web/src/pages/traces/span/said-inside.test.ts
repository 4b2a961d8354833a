import { expect, it } from 'vitest';
import { call, lay, span } from '../trace/nested-spans.fixture.ts';
import type { TraceNode } from '../trace/spans.ts';
import { saidInside } from './said-inside.ts';

const chat = (name: string, from: number, to: number, input: unknown, output: unknown) =>
  call(name, from, to, { call: { requestMeta: { input, output }, toolCalls: null } as TraceNode['call'] });

it('an agent without content shows the question of its first call and the answer of its last', () => {
  const asked = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Where is it?' },
  ];
  const tree = lay(
    span('agent', 0, 100, {
      children: [
        span('step', 40, 100, { children: [chat('late', 50, 90, 'Sum up', 'In Osaka.')] }),
        chat('early', 0, 30, asked, 'I look.'),
      ],
    }),
    chat('beside', 0, 500, 'Another', 'one'),
  );
  const at = tree.nodes.findIndex(({ name }) => name === 'agent');
  expect(saidInside(tree, at)).toEqual({
    input: [{ role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] }],
    output: [{ role: 'assistant', parts: [{ kind: 'text', text: 'In Osaka.' }] }],
  });
  expect(
    saidInside(
      tree,
      tree.nodes.findIndex(({ name }) => name === 'late'),
    ),
  ).toBeNull();
  expect(saidInside(lay(span('agent', 0, 1, { children: [call('a', 0, 1)] })), 0)).toBeNull();
});
