import { describe, expect, it } from 'vitest';
import { callAsCurl, requestOf } from './as-request.ts';
import type { CallData } from './types.ts';

const call = (requestMeta: object, more: Partial<CallData> = {}): CallData =>
  ({ provider: 'openai', model: 'gpt-4o', toolCalls: null, requestMeta, ...more }) as CallData;

describe('the request of a call', () => {
  it('has its messages, calls of tools with their results, and parameters; not what the model thought', () => {
    const asked = requestOf(
      call({
        systemInstructions: 'Be brief.',
        temperature: 0.2,
        input: [
          { role: 'user', content: 'Where is 7?' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm.' },
              { type: 'tool_use', id: 't1', name: 'find', input: { id: 7 } },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Osaka' }] },
        ],
        output: 'It is in Osaka.',
      }),
    );
    expect(asked).toEqual({
      model: 'gpt-4o',
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where is 7?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: 'Osaka' },
      ],
    });
  });

  it('has images and audio as parts', () => {
    const { messages } = requestOf(
      call({
        input: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is it?' },
              { type: 'image', source: { media_type: 'image/png', data: 'AAAA' } },
              { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
            ],
          },
        ],
      }),
    );
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
        ],
      },
    ]);
  });

  it('is a command that can be pasted into a shell', () => {
    const line = callAsCurl(call({ input: "It's $5; `rm`" }));
    expect(line).toMatch(/^curl "https:\/\/api\.openai\.com\/v1\/chat\/completions" \\\n/);
    expect(line).toContain('-H "Authorization: Bearer $OPENAI_API_KEY"');
    expect(line).toContain(String.raw`It'\''s $5; ` + '`rm`');
    expect(callAsCurl(call({ input: 'x' }, { provider: 'constructor' }))).toContain(
      '"$BASE_URL/chat/completions"',
    );
  });
});
