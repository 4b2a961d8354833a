import { describe, expect, it } from 'vitest';
import { playgroundDraft, spanDraft } from './draft.ts';
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
      attributes: {
        'gen_ai.request.temperature': 0.2,
        'gen_ai.request.max_tokens': 50,
        'gen_ai.request.stop_sequences': ['END'],
      },
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
      settings: { temperature: 0.2, maxOutputTokens: 50, stopSequences: ['END'] },
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

describe('a span as a draft', () => {
  it('of an agent has its messages with its instructions, its model and its tools', () => {
    const draft = spanDraft({
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.request.temperature': 0.3,
        'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] },
        ]),
        'gen_ai.tool.definitions': JSON.stringify([tool]),
      },
    });
    expect(draft).toEqual({
      callId: null,
      provider: 'openai',
      model: 'gpt-4o',
      hasContent: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
      ],
      tools: [tool],
      settings: { temperature: 0.3 },
      outputSchema: null,
      promptId: null,
    });
  });

  it.each([
    [{ 'gen_ai.tool.call.arguments': '{"city":"Bern"}' }, '{"city":"Bern"}'],
    [{ 'gen_ai.retrieval.query.text': 'Opening hours' }, 'Opening hours'],
    [{ 'input.value': '[1,2]' }, '[1,2]'],
  ])('without messages has its input as the message of the user: %j', (attributes, content) => {
    const { messages, hasContent } = spanDraft({ attributes });
    expect([hasContent, messages]).toEqual([true, [{ role: 'user', content }]]);
  });

  it('without an input has no messages', () => {
    expect(spanDraft({ attributes: { 'gen_ai.request.model': 'gpt-4o' } })).toMatchObject({
      hasContent: false,
      messages: [],
    });
  });
});

describe('placeholders', () => {
  const history = [
    { role: 'user' as const, content: 'I am {{name}}' },
    { role: 'assistant' as const, content: 'Hello' },
  ];
  const messages: PlaygroundRun['messages'] = [
    { role: 'system', content: 'Greet {{name}}.' },
    { type: 'placeholder', name: 'history' },
    { role: 'user', content: 'Now' },
  ];
  const run = (changes: Partial<PlaygroundRun> = {}) =>
    playgroundOrder({ connectionId: 'x', messages, variables: { name: 'Ann' }, ...changes }).messages;

  it('give way to their messages, which are not templates', () => {
    expect(run({ placeholders: { history, other: history } })).toEqual([
      { role: 'system', content: 'Greet Ann.' },
      ...history,
      { role: 'user', content: 'Now' },
    ]);
    expect(run()).toHaveLength(2);
  });

  it.each<[Partial<PlaygroundRun>, string]>([
    [{ messages: [{ type: 'placeholder', name: 'history' }] }, 'messages'],
    [{ messages: [...messages, { type: 'placeholder', name: 'history' }] }, 'messages.3.name'],
    [
      { placeholders: { history: [{ role: 'tool', content: '21', toolCallId: 'none' }] } },
      'placeholders.history.0.toolCallId',
    ],
    [
      { placeholders: { history: [{ role: 'assistant', content: [{ type: 'image', image: IMAGE }] }] } },
      'placeholders.history.0.content',
    ],
  ])('refused: %j', (changes, path) => {
    expect(() => run(changes)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path })] }),
    );
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
