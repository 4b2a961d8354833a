import { describe, expect, it } from 'vitest';
import { conversationOfCall } from './conversation-of-call.ts';

const asked = (args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'search', arguments: JSON.stringify(args) } }],
});
const call = (result: string, more: object = {}) => ({
  requestMeta: {
    systemInstructions: 'Be brief.',
    input: [
      { role: 'user', content: 'Find it.' },
      asked({ query: 'it' }),
      { role: 'tool', tool_call_id: 'c', content: result },
    ],
    output: 'Found.',
    ...more,
  },
  toolCalls: null,
});
const OFFERED = {
  name: 'search',
  description: 'Searches.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
};

describe('a call as a conversation', () => {
  it('has all messages but instructions, and the tools that were offered', () => {
    expect(conversationOfCall(call('nothing', { tools: [OFFERED] }), 4_000)).toEqual({
      item: {
        messages: [
          { role: 'user', content: 'Find it.' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [{ id: 'c', name: 'search', arguments: { query: 'it' } }],
          },
          { role: 'tool', content: 'nothing', toolCallId: 'c' },
        ],
        tools: [OFFERED],
      },
      cutFrom: null,
    });
  });

  it('has the tools that were called if none is recorded', () => {
    expect(conversationOfCall(call('nothing'), 4_000)?.item.tools).toEqual([
      { name: 'search', parameters: { type: 'object' } },
    ]);
  });

  it('keeps all messages of a long one, with texts cut in the middle, and says how long it was', () => {
    const long = conversationOfCall(call('x'.repeat(9_000), { tools: [OFFERED] }), 4_000);
    expect(JSON.stringify(long?.item).length).toBeLessThanOrEqual(4_000);
    expect(long?.cutFrom).toBeGreaterThan(9_000);
    expect(long?.item.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(long?.item.messages[2]?.content).toMatch(/^x+\n\[… [\d,]+ characters left out …\]\nx+$/);
    expect(long?.item.tools).toEqual([OFFERED]);
  });

  it('is none without messages, or with too many of them', () => {
    expect(
      conversationOfCall({ requestMeta: { systemInstructions: 'x' }, toolCalls: null }, 4_000),
    ).toBeNull();
    const input = Array.from({ length: 100 }, () => ({ role: 'user', content: 'y'.repeat(200) }));
    expect(conversationOfCall({ requestMeta: { input }, toolCalls: null }, 4_000)).toBeNull();
  });
});
