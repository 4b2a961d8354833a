import { describe, expect, it } from 'vitest';
import type { MessagePart } from '@tracewell/sdk/reading';
import { call, lay, span } from '../trace/nested-spans.fixture.ts';
import type { TraceNode } from '../trace/spans.ts';
import { logOf } from './trace-log.ts';

const chat = (name: string, from: number, input: unknown, output: unknown, toolCalls: unknown = null) =>
  call(name, from, from + 10, { call: { requestMeta: { input, output }, toolCalls } as TraceNode['call'] });
const tool = (name: string, from: number, to: number, args: string, result: string) =>
  span(`execute_tool ${name}`, from, to, {
    type: 'tool',
    attributes: { 'gen_ai.tool.call.arguments': args, 'gen_ai.tool.call.result': result },
  });
const says = (role: string, content: string) => ({ role, content });
const asks = (name: string, args: string) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c1', function: { name, arguments: args } }],
});

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const partText = (part: MessagePart): string => {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'toolResult') return `= ${shown(part.result)}`;
  if (part.kind !== 'toolCall') return part.kind;
  return `${part.name}(${shown(part.input)})${part.result === undefined ? '' : ` = ${shown(part.result)}`}`;
};
const read = (...children: TraceNode[]) =>
  logOf(lay(span('agent', 0, 1_000, { type: 'agent', children }))).flatMap(({ input, output }) =>
    [...input, ...output].map(({ role, parts }) => `${role}: ${parts.map(partText).join(' ')}`),
  );

describe('the log of a trace', () => {
  it('has each message once, although every call sends the history again', () => {
    const history = [says('system', 'Be kind.'), says('user', 'Where is it?')];
    const answer = asks('track', '{"id":7}');
    const later = [...history, answer, { role: 'tool', tool_call_id: 'c1', content: 'In Osaka' }];
    expect(
      read(
        chat('first', 0, history, [answer]),
        tool('track', 20, 40, '{"id":7}', 'In Osaka'),
        chat('second', 50, later, 'It is in Osaka.'),
        chat('third', 70, [...later, says('assistant', 'It is in Osaka.'), says('user', 'Thanks')], 'Bye'),
      ),
    ).toEqual([
      'system: Be kind.',
      'user: Where is it?',
      'assistant: track({"id":7})',
      'tool: = In Osaka',
      'assistant: It is in Osaka.',
      'user: Thanks',
      'assistant: Bye',
    ]);
  });

  it('keeps what was said twice', () => {
    const twice = [says('user', 'yes'), says('assistant', 'Sure?'), says('user', 'yes')];
    expect(read(chat('first', 0, twice.slice(0, 1), 'Sure?'), chat('second', 20, twice, 'Done'))).toEqual([
      'user: yes',
      'assistant: Sure?',
      'user: yes',
      'assistant: Done',
    ]);
  });

  it('puts a tool where it ended, and leaves out a result that the call already has', () => {
    const inner = span('execute_tool ask', 5, 100, {
      type: 'tool',
      attributes: { 'gen_ai.tool.call.arguments': 'why', 'gen_ai.tool.call.result': 'because' },
      children: [chat('inside', 10, 'Explain', 'So')],
    });
    expect(read(inner)).toEqual(['user: Explain', 'assistant: So', 'tool: ask(why) = because']);
    const tracked = [{ name: 'track', arguments: '{"id":7}', result: 'In Osaka' }];
    expect(
      read(chat('first', 0, 'Where?', 'Looking', tracked), tool('track', 20, 40, '{"id":7}', 'In Osaka')),
    ).toEqual(['user: Where?', 'assistant: Looking', 'assistant: track({"id":7}) = In Osaka']);
  });

  it('uses the messages of agents if nothing else has any', () => {
    const said = { 'input.value': 'Plan a trip', 'output.value': 'Go to Nara' };
    expect(read(span('chain', 0, 10, { type: 'chain', attributes: said }))).toEqual([
      'user: Plan a trip',
      'assistant: Go to Nara',
    ]);
    expect(read(span('chain', 0, 10))).toEqual([]);
  });
});
