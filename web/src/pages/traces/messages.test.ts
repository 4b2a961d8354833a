import { describe, expect, it } from 'vitest';
import { messagesOf } from './messages.ts';

describe('what was said', () => {
  it('is read from texts and from the messages of vendors', () => {
    expect(messagesOf('Hello', 'user')).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }]);
    expect(
      messagesOf(
        [
          { role: 'user', content: [{ type: 'text', text: 'Where is it?' }, { type: 'image_url' }] },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ function: { name: 'track', arguments: '{"id":1}' } }],
          },
          { role: 'tool', content: 'On its way' },
        ],
        'user',
      ),
    ).toEqual([
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'Where is it?' },
          { kind: 'other', text: '{\n  "type": "image_url"\n}' },
        ],
      },
      { role: 'assistant', parts: [{ kind: 'tool-call', name: 'track', text: '{"id":1}' }] },
      { role: 'tool', parts: [{ kind: 'tool-result', text: 'On its way' }] },
    ]);
  });

  it('is read from the parts of OpenTelemetry, also as JSON in a text', () => {
    const sent = [
      { role: 'assistant', parts: [{ type: 'tool_call', name: 'add', arguments: { a: 1 } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', response: 3 }] },
    ];
    expect(messagesOf(JSON.stringify(sent), 'user')).toEqual([
      { role: 'assistant', parts: [{ kind: 'tool-call', name: 'add', text: '{\n  "a": 1\n}' }] },
      { role: 'tool', parts: [{ kind: 'tool-result', text: '3' }] },
    ]);
    expect(messagesOf({ messages: [{ role: 'user', content: 'Hi' }] }, 'user')?.[0]?.parts[0]?.text).toBe(
      'Hi',
    );
  });

  it('is nothing where there is nothing, and never breaks', () => {
    for (const nothing of [null, undefined, '', []]) expect(messagesOf(nothing, 'user')).toBeNull();
    for (const odd of [7, true, {}, [null], [[]], '[broken', { role: 5 }, [{ content: 7 }]])
      expect(messagesOf(odd, 'user')).toHaveLength(1);
  });
});
