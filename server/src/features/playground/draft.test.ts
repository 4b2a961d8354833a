import { describe, expect, it } from 'vitest';
import { playgroundDraft } from './draft.ts';
import { playgroundOrder } from './prepare.ts';
import { playedCall, type PlayedRun } from '#services/model-runs';
import type { PlaygroundRun } from './schemas.ts';

const tool = { name: 'get_weather', description: 'The weather', parameters: { type: 'object' } };
const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

const draftOf = (requestMeta: Record<string, unknown>, toolCalls: unknown = null) =>
  playgroundDraft({
    id: 'call-1',
    provider: 'openai',
    model: 'gpt-4o',
    requestMeta: requestMeta as never,
    toolCalls: toolCalls as never,
  });

describe('a call as a draft', () => {
  it('has its messages, tools and settings, and can be run', () => {
    const draft = draftOf({
      systemInstructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Weather?' },
            { type: 'image_url', image_url: { url: IMAGE } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Bern"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '21 degrees' },
      ],
      output: 'Warm.',
      tools: [{ type: 'function', function: tool }],
      attributes: { 'gen_ai.request.temperature': 0.2, 'gen_ai.request.max_tokens': 50 },
      promptId: 7,
    });
    expect(draft).toEqual({
      callId: 'call-1',
      provider: 'openai',
      model: 'gpt-4o',
      hasContent: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Weather?' },
            { type: 'image', image: IMAGE },
          ],
        },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Bern' } }],
        },
        { role: 'tool', content: '21 degrees', toolCallId: 'c1' },
      ],
      tools: [tool],
      settings: { temperature: 0.2, maxOutputTokens: 50 },
      outputSchema: null,
      promptId: 7,
    });
    expect(() => playgroundOrder({ connectionId: 'x', ...draft } as never)).not.toThrow();
  });

  it('leaves out settings that no vendor accepts', () => {
    expect(draftOf({ temperature: 9, seed: 1.5, top_p: 'x', max_tokens: 1e9 }).settings).toEqual({});
  });

  it('without stored content has no messages', () => {
    expect(draftOf({ temperature: 0 })).toMatchObject({
      hasContent: false,
      messages: [],
      settings: { temperature: 0 },
    });
  });

  it('without ids pairs calls and results in order; a result without a call becomes a message of the user', () => {
    const { messages } = draftOf({
      input: [
        { role: 'model', parts: [{ functionCall: { name: 'a.b', args: { x: 1 } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'a.b', response: { ok: true } } }] },
        { role: 'tool', tool_call_id: 'unknown', content: 'lost' },
      ],
    });
    expect(messages).toEqual([
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'a_b', arguments: { x: 1 } }] },
      { role: 'tool', content: '{"ok":true}', toolCallId: 'call_1' },
      { role: 'user', content: 'lost' },
    ]);
  });
});

const played = (run: Partial<PlaygroundRun>, changes: Partial<PlayedRun> = {}) =>
  playedCall({
    runId: 'pgr_1',
    tags: { 'tracewell.playground': 'pgr_1' },
    startedAt: 0,
    provider: 'openai',
    model: 'gpt-4o',
    gateway: undefined,
    promptId: null,
    order: playgroundOrder({ connectionId: 'x', messages: [{ role: 'user', content: 'Hi' }], ...run }),
    text: 'Hello',
    toolCalls: [],
    tokens: null,
    costMicros: 0,
    priceKnown: true,
    latencyMs: 1,
    ttftMs: null,
    finish: 'stop',
    fault: null,
    ...changes,
  });

describe('the call of a run', () => {
  it('gives the same draft again', () => {
    const run = {
      messages: [
        { role: 'system' as const, content: 'Greet {{name}}.' },
        {
          role: 'user' as const,
          content: [
            { type: 'text' as const, text: 'Now' },
            { type: 'image' as const, image: IMAGE },
          ],
        },
        {
          role: 'assistant' as const,
          content: '',
          toolCalls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Bern' } }],
        },
        { role: 'tool' as const, content: '21', toolCallId: 'c1' },
      ],
      variables: { name: 'Ann' },
      tools: [tool],
      outputSchema: { type: 'object' },
      settings: { temperature: 0.5, maxOutputTokens: 9, topP: 1, seed: 3 },
    };
    const { messages, tools, settings, outputSchema } = playgroundDraft(played(run));
    expect(messages).toEqual([{ role: 'system', content: 'Greet Ann.' }, ...run.messages.slice(1)]);
    expect({ tools, settings, outputSchema }).toEqual({
      tools: run.tools,
      settings: run.settings,
      outputSchema: run.outputSchema,
    });
  });

  it('has a bounded size', () => {
    const content = 'あ'.repeat(400_000);
    const { requestMeta } = played(
      {
        messages: [
          { role: 'system', content },
          { role: 'user', content: 'short' },
        ],
      },
      { text: content },
    );
    expect(Buffer.byteLength(JSON.stringify(requestMeta))).toBeLessThan(1_048_576);
    expect(requestMeta).toMatchObject({ contentTruncated: true });
    expect(JSON.stringify(requestMeta)).toContain('characters left out');
    expect(JSON.stringify(requestMeta)).toContain('short');
  });
});
