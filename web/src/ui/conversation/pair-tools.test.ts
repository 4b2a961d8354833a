import type { Message, MessagePart } from '@tracewell/sdk/reading';
import { describe, expect, it } from 'vitest';
import { pairTools } from './pair-tools.ts';

const call = (id: string | null, name: string): MessagePart => ({ kind: 'toolCall', id, name, input: {} });
const result = (id: string | null, name: string | null, said: unknown): MessagePart => ({
  kind: 'toolResult',
  id,
  name,
  result: said,
});
const text = (said: string): MessagePart => ({ kind: 'text', text: said });
const message = (role: string, ...parts: MessagePart[]): Message => ({ role, parts });

const answered = (part: MessagePart, said: unknown) =>
  Object.assign({}, part, { result: said }) as MessagePart;

describe('tool calls', () => {
  it('have their results, whatever the order, and the messages of the results are removed', () => {
    const messages = [
      message('user', text('Go')),
      message('assistant', call('a', 'find'), call('b', 'find')),
      message('tool', result('b', null, 2)),
      message('tool', result('a', null, 1)),
      message('assistant', text('Done')),
    ];
    const before = structuredClone(messages);
    // Also where they are in the input of the next call.
    expect(pairTools([messages.slice(0, 3), messages.slice(3)])).toEqual([
      [
        message('user', text('Go')),
        message('assistant', answered(call('a', 'find'), 1), answered(call('b', 'find'), 2)),
      ],
      [message('assistant', text('Done'))],
    ]);
    expect(messages).toEqual(before);
  });

  it('are paired by name where there are no ids, each with one result', () => {
    const asked = message('assistant', call(null, 'add'), call(null, 'add'));
    const results = message('tool', result(null, 'add', 1), result(null, 'add', 2));
    expect(pairTools([[asked, results]])).toEqual([
      [message('assistant', answered(call(null, 'add'), 1), answered(call(null, 'add'), 2))],
    ]);
  });

  it('leave results of other calls where they are, and what else is in the message', () => {
    const asked = message('assistant', call('a', 'find'));
    const results = message('user', result('a', null, 1), text('And?'), result('z', null, 9));
    expect(pairTools([[asked], [results]])[1]).toEqual([message('user', text('And?'), result('z', null, 9))]);
    // An empty message is shown as one.
    expect(pairTools([[message('assistant')]])).toEqual([[message('assistant')]]);
  });

  it('keep the result that the record of the call has', () => {
    const known = answered(call('a', 'find'), 'of the record');
    const results = message('tool', result('a', null, 'other'));
    expect(pairTools([[message('assistant', known), results]])).toEqual([[message('assistant', known)]]);
  });
});
