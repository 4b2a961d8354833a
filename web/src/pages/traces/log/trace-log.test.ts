import { describe, expect, it } from 'vitest';
import type { Message, MessagePart } from '@tracewell/sdk/reading';
import { call, lay, span, type NestedSpan } from '../trace/nested-spans.fixture.ts';
import { logOf } from './trace-log.ts';

type Step = Parameters<typeof logOf>[1][number];

const text = (role: string, said: string): Message => ({ role, parts: [{ kind: 'text', text: said }] });
const asks = (name: string, input: unknown, result?: unknown): Message => ({
  role: 'assistant',
  parts: [{ kind: 'toolCall', id: 'c1', name, input, ...(result === undefined ? {} : { result }) }],
});
const answers = (result: unknown): Message => ({
  role: 'tool',
  parts: [{ kind: 'toolResult', id: 'c1', name: null, result }],
});
const step = (id: string, input: Message[], output: Message[] = []): Step => ({
  id,
  kind: 'llm',
  stored: true,
  omitted: false,
  input: [
    { at: 0, count: 9, messages: null },
    { at: 9, count: input.length, messages: input },
  ],
  output,
});
const tool = (name: string, from: number, to: number, children: NestedSpan[] = []) =>
  span(`execute_tool ${name}`, from, to, { type: 'tool', children });
/** As the service reports the span of a tool. */
const told = (name: string, input: unknown, result: unknown) =>
  step(`execute_tool ${name}`, [asks(`execute_tool ${name}`, input, result)]);

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const partText = (part: MessagePart): string => {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'toolResult') return `= ${shown(part.result)}`;
  if (part.kind !== 'toolCall') return part.kind;
  return `${part.name}(${shown(part.input)})${part.result === undefined ? '' : ` = ${shown(part.result)}`}`;
};
const read = (children: NestedSpan[], steps: Step[]) =>
  logOf(lay(span('agent', 0, 1_000, { type: 'agent', children })), steps).flatMap(({ input, output }) =>
    [...input, ...output].map(({ role, parts }) => `${role}: ${parts.map(partText).join(' ')}`),
  );

describe('the log of a trace', () => {
  it('shows the result of a tool once, though its span and the next call both have it', () => {
    expect(
      read(
        [call('first', 0, 10), tool('track', 20, 40), call('second', 50, 60), call('third', 70, 80)],
        [
          step('first', [text('system', 'Be kind.'), text('user', 'Where?')], [asks('track', '{"id":7}')]),
          told('track', { id: 7 }, 'In Osaka'),
          step('second', [answers('In Osaka')], [text('assistant', 'In Osaka.')]),
          step('third', [text('user', 'Thanks')], [text('assistant', 'Bye')]),
        ],
      ),
    ).toEqual([
      'system: Be kind.',
      'user: Where?',
      'assistant: track({"id":7})',
      'tool: = In Osaka',
      'assistant: In Osaka.',
      'user: Thanks',
      'assistant: Bye',
    ]);
  });

  it('keeps what was said twice', () => {
    expect(
      read(
        [call('first', 0, 10), call('second', 20, 30)],
        [step('first', [text('user', 'yes')]), step('second', [text('user', 'yes')])],
      ),
    ).toEqual(['user: yes', 'user: yes']);
  });

  it('puts a tool where it ended, and leaves out a result that the call already has', () => {
    expect(
      read(
        [tool('ask', 5, 100, [call('inside', 10, 20)])],
        [told('ask', 'why', 'because'), step('inside', [text('user', 'Explain')])],
      ),
    ).toEqual(['user: Explain', 'tool: ask(why) = because']);
    expect(
      read(
        [call('first', 0, 10), tool('track', 20, 40)],
        [step('first', [], [asks('track', '{"id":7}', 'In Osaka')]), told('track', '{"id":7}', 'In Osaka')],
      ),
    ).toEqual(['assistant: track({"id":7}) = In Osaka']);
  });

  it('leaves out steps of spans that the tree does not have', () => {
    expect(read([], [step('unknown', [text('user', 'Hello')])])).toEqual([]);
  });
});
