import { describe, expect, it } from 'vitest';
import { conversationOf } from './conversation.ts';
import { plainMessages } from './langchain.ts';

const wrapped = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
});

const human = wrapped('HumanMessage', {
  content: 'Where is it?',
  additional_kwargs: {},
  response_metadata: {},
});
const calls = [{ name: 'track', args: { id: 1 }, id: 'c1', type: 'tool_call' }];
const asked = wrapped('AIMessageChunk', { content: '', tool_calls: calls, tool_call_chunks: [] });
const answered = wrapped('ToolMessage', { content: 'On its way', tool_call_id: 'c1', name: 'track' });

const plain = [
  { role: 'user', content: 'Where is it?' },
  { role: 'assistant', content: '', tool_calls: calls },
  { role: 'tool', content: 'On its way', name: 'track', tool_call_id: 'c1' },
];

describe('messages of LangChain', () => {
  it('become messages with a role, in a list, in a batch of lists and in the state of a graph', () => {
    expect(plainMessages([human, asked, answered])).toEqual(plain);
    expect(plainMessages({ messages: [[human, asked, answered]] })).toEqual({ messages: plain });
    expect(plainMessages({ messages: [human], step: 3 })).toEqual({ messages: plain.slice(0, 1), step: 3 });
    expect(plainMessages(wrapped('ChatPromptValue', { messages: [human] }))).toEqual(plain.slice(0, 1));
    expect(plainMessages({ output: asked })).toEqual(plain.slice(1, 2));
  });

  it('are read in the short forms of Python, also beside plain ones', () => {
    const system = { role: 'system', content: 'Be kind.' };
    const short = { type: 'human', content: 'Hi', additional_kwargs: {}, id: null };
    const older = { type: 'ai', data: { content: 'Hello', type: 'ai' } };
    expect(plainMessages([system, short, older])).toEqual([
      system,
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ]);
  });

  it('are read from generations, prompts and the items of Responses', () => {
    const generations = [[{ text: '', generationInfo: {}, message: asked }]];
    expect(plainMessages({ generations, llmOutput: { tokenUsage: {} } })).toEqual(plain.slice(1, 2));
    expect(plainMessages({ generations: [[{ text: 'Paris' }]] })).toEqual([
      { role: 'assistant', content: 'Paris' },
    ]);
    expect(plainMessages({ prompts: ['Say hi'] })).toEqual([{ role: 'user', content: 'Say hi' }]);
    const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };
    const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Short.' }] };
    expect(plainMessages({ id: 'resp_1', output: [reasoning, message] })).toEqual([
      { type: 'reasoning', text: 'Short.' },
      message,
    ]);
  });

  it('have their tool calls once, although Anthropic has them in the content too', () => {
    const content = [{ type: 'tool_use', id: 'c1', name: 'track', input: { id: 1 } }];
    const [message] = plainMessages([wrapped('AIMessage', { content, tool_calls: calls })]) as [object];
    expect(message).toEqual({ role: 'assistant', content });
    const kwargs = { content: '', tool_calls: [], additional_kwargs: { tool_calls: calls } };
    expect(plainMessages([wrapped('AIMessage', kwargs)])).toEqual(plain.slice(1, 2));
  });

  it('leaves every other form as it is', () => {
    let deep: unknown = human;
    for (let depth = 0; depth < 100; depth += 1) deep = [deep];
    const others = [
      null,
      'text',
      [],
      {},
      [{ role: 'user', content: 'x' }],
      { model: 'm', messages: [{ role: 'user', content: 'x' }] },
      { lc: 1, id: ['langchain', 'ChatOpenAI'], kwargs: { model: 'x' } },
      { type: 'human' },
      { type: 'invoice', content: 'x' },
      { generations: 3, messages: 'x', prompts: [1], output: [] },
      { output: [{ value: 1 }] },
      [human, 3],
      deep,
    ];
    for (const value of others) expect(plainMessages(value)).toBe(value);
  });

  it('are shown as a conversation', () => {
    const { input, output } = conversationOf({
      requestMeta: {
        input: JSON.stringify({ messages: [[human]] }),
        output: { generations: [[{ message: asked }]] },
      },
      toolCalls: null,
    });
    expect(input).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'Where is it?' }] }]);
    expect(output).toEqual([
      { role: 'assistant', parts: [{ kind: 'toolCall', id: 'c1', name: 'track', input: { id: 1 } }] },
    ]);
  });
});
