import { describe, expect, it } from 'vitest';
import { conversationItem, conversationLine } from './conversation-item.ts';

const messages = [
  { role: 'user' as const, content: 'Refund me.' },
  {
    role: 'assistant' as const,
    content: '',
    toolCalls: [{ id: 'c', name: 'refund', arguments: { order: 1 } }],
  },
  { role: 'tool' as const, content: '{"error":"timeout"}', toolCallId: 'c' },
];
const tools = [{ name: 'refund', parameters: { type: 'object' } }];
const input = JSON.stringify({ messages, tools });

describe('an item that is a conversation', () => {
  it('is read with its tool calls and tools; anything else is not one', () => {
    expect(conversationItem(input)).toEqual({ messages, tools });
    expect(conversationItem(JSON.stringify({ messages }))).toEqual({ messages, tools: [] });
    for (const other of [
      'Refund me.',
      '{"question": "Where?"}',
      '{"messages": []}',
      '{"messages": "none"}',
      '{"messages": [{"role": "robot", "content": "x"}]}',
      '{"messages": [{"role": "user"}]}',
      '{"messages": [{"role": "user", "content": "x", "toolCalls": [{"name": "x"}]}]}',
      '{"messages": [{"role": "user", "content": "x"}], "tools": [{"name": "x"}]}',
      JSON.stringify(messages),
      '{"messages',
    ])
      expect([other, conversationItem(other)]).toEqual([other, null]);
  });

  it('is shown in a list by its question and its tool calls', () => {
    const twice = [...messages, ...messages.slice(1)];
    expect(conversationLine({ messages: twice, tools })).toBe('Refund me.\n→ refund × 2');
    expect(conversationLine({ messages: messages.slice(0, 1), tools })).toBe('Refund me.');
  });
});
