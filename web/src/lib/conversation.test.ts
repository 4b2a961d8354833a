import { describe, expect, it } from 'vitest';
import { conversationOf, messagesOf } from './conversation.ts';

const text = (said: string) => ({ kind: 'text', text: said });

describe('what was said', () => {
  it('is read from texts and from the messages of vendors', () => {
    expect(messagesOf('Hello', 'user')).toEqual([{ role: 'user', parts: [text('Hello')] }]);
    expect(
      messagesOf(
        [
          { role: 'user', content: [{ type: 'text', text: 'Where is it?' }, { type: 'image_url' }] },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', function: { name: 'track', arguments: '{"id":1}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'On its way' },
        ],
        'user',
      ),
    ).toEqual([
      { role: 'user', parts: [text('Where is it?'), { kind: 'media', type: 'image_url' }] },
      { role: 'assistant', parts: [{ kind: 'toolCall', id: 'c1', name: 'track', given: { id: 1 } }] },
      { role: 'tool', parts: [{ kind: 'toolResult', id: 'c1', name: null, result: 'On its way' }] },
    ]);
  });

  it('is read from the parts of OpenTelemetry and of Google, also as JSON in a text', () => {
    const sent = [
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'add', arguments: { a: 1 } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 3 }] },
    ];
    expect(messagesOf(JSON.stringify(sent), 'user')).toEqual([
      { role: 'assistant', parts: [{ kind: 'toolCall', id: 'a', name: 'add', given: { a: 1 } }] },
      { role: 'tool', parts: [{ kind: 'toolResult', id: 'a', name: null, result: 3 }] },
    ]);
    expect(messagesOf({ contents: [{ role: 'model', parts: [{ text: 'Hi' }] }] }, 'user')).toEqual([
      { role: 'assistant', parts: [text('Hi')] },
    ]);
  });

  it('is JSON where it is in a form of its own', () => {
    const own = { verdict: 'spam', content: 'x' };
    expect(messagesOf(own, 'assistant')).toEqual([
      { role: 'assistant', parts: [{ kind: 'json', value: own }] },
    ]);
  });

  it('is nothing where there is nothing, and never breaks', () => {
    for (const nothing of [null, undefined, '']) expect(messagesOf(nothing, 'user')).toEqual([]);
    let deep: unknown = 'x';
    for (let depth = 0; depth < 200; depth += 1) deep = { messages: [deep] };
    for (const odd of [7, true, {}, [], [null], [[]], '[broken', { role: 5 }, [{ content: 7 }], deep])
      expect(messagesOf(odd, 'user')).toHaveLength(1);
  });

  it('joins what the record tells of its tools with the calls in the answer', () => {
    const requestMeta = {
      systemInstructions: 'Be kind.',
      input: 'Add 1 and 2.',
      output: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'add', arguments: '{}' } }] }],
    };
    const { given, answered } = conversationOf({
      requestMeta,
      toolCalls: [
        { id: 'a', name: 'add', result: '3', durationMs: 12 },
        { id: 'b', name: 'log', error: 'full' },
      ],
    });
    expect(given.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(answered.flatMap(({ parts }) => parts)).toMatchObject([
      { name: 'add', result: '3', durationMs: 12 },
      { name: 'log', error: 'full' },
    ]);
  });

  it('is empty for a call whose content is missing or has another shape', () => {
    for (const requestMeta of [null, undefined, 'text', ['input']])
      expect(conversationOf({ requestMeta, toolCalls: 7 })).toEqual({ given: [], answered: [] });
  });
});
