import { describe, expect, it } from 'vitest';
import {
  CONVERSATION_MARK,
  conversationItem,
  conversationLine,
  conversationMessages,
} from './conversation-item.ts';

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
const item = { messages, tools };

describe('an item that is a conversation', () => {
  it('is read with its tool calls and tools; anything else is not one', () => {
    expect(conversationItem(input)).toEqual(item);
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

  it('follows the instructions of a prompt as messages', () => {
    const system = { role: 'system' as const, content: 'Be brief.' };
    const chat = [system, { role: 'user', content: CONVERSATION_MARK }];
    expect(conversationMessages(chat, item, input)).toEqual([system, ...messages]);
    expect(conversationMessages(`Be brief.\n\n${CONVERSATION_MARK}`, item, input)).toEqual([
      system,
      ...messages,
    ]);
  });

  it('is a text within a text, and keeps its own instructions without a prompt', () => {
    const within = [{ role: 'user', content: `Sum up: ${CONVERSATION_MARK}!` }];
    expect(conversationMessages(within, item, input)).toEqual([
      { role: 'user', content: `Sum up: ${input}!` },
    ]);
    expect(conversationMessages(`Sum up ${CONVERSATION_MARK}!`, item, input)).toEqual([
      { role: 'user', content: `Sum up ${input}!` },
    ]);
    const own = { messages: [{ role: 'system' as const, content: 'Own.' }, ...messages], tools };
    expect(conversationMessages(CONVERSATION_MARK, own, input)).toEqual(own.messages);
    expect(conversationMessages([{ role: 'user', content: CONVERSATION_MARK }], own, input)).toEqual(
      messages,
    );
  });
});
