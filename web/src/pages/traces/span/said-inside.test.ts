import { expect, it } from 'vitest';
import { call, lay, span } from '../trace/nested-spans.fixture.ts';
import { callsInside, saidBy } from './said-inside.ts';

const text = (role: string, said: string) => ({ role, parts: [{ kind: 'text' as const, text: said }] });
const step = (id: string, input: ReturnType<typeof text>[], output: ReturnType<typeof text>[] = []) => ({
  id,
  kind: 'llm' as const,
  stored: true,
  omitted: false,
  input: [
    { at: 0, count: 3, messages: null },
    { at: 3, count: input.length, messages: input },
  ],
  output,
});

it('an agent without content shows the question of its first call and the answer of its last', () => {
  const tree = lay(
    span('agent', 0, 100, {
      children: [span('step', 40, 100, { children: [call('late', 50, 90)] }), call('early', 0, 30)],
    }),
    call('beside', 0, 500),
  );
  const placeOf = (sought: string) => tree.nodes.findIndex(({ name }) => name === sought);
  expect(callsInside(tree, placeOf('agent'))).toEqual({ first: 'early', last: 'late' });
  expect(callsInside(tree, placeOf('late'))).toBeNull();
  expect(
    saidBy(
      step(
        'early',
        [text('system', 'Be kind.'), text('user', 'Where is it?')],
        [text('assistant', 'I look.')],
      ),
      step('late', [text('user', 'Sum up')], [text('assistant', 'In Osaka.')]),
    ),
  ).toEqual({ input: [text('user', 'Where is it?')], output: [text('assistant', 'In Osaka.')] });
  expect(saidBy(step('a', []), undefined)).toBeNull();
});
