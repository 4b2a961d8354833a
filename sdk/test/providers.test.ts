// The wrappers on the real clients of the vendors, against the fake model server, by the spans that they send.
import Anthropic, { InternalServerError } from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { BadRequestError } from 'openai';
import { trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startModelServer, type ModelServer } from '../../clients/model-server/server.ts';
import { wrapAnthropic } from '../src/providers/anthropic.ts';
import { wrapGoogle } from '../src/providers/google.ts';
import { wrapOpenAI } from '../src/providers/openai.ts';
import { spanService } from './span-service.ts';

const ANSWER = 'Paris is the capital of France.';
let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(() => models.close());

const messages = [{ role: 'user' as const, content: 'What is the capital of France?' }];
const question = [{ role: 'user', parts: [{ type: 'text', content: 'What is the capital of France?' }] }];
const said = (text: string, finish_reason: unknown) => [
  { role: 'assistant', parts: [{ type: 'text', content: text }], finish_reason },
];
const chatTools = [
  {
    type: 'function' as const,
    function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
  },
];

/** The one span that the work made, with its messages parsed. */
async function spanOf(work: (service: ReturnType<typeof spanService>) => Promise<unknown>) {
  const service = spanService();
  await work(service);
  await service.tw.flush();
  expect(service.errors).toEqual([]);
  expect(service.spans).toHaveLength(1);
  const [span] = service.spans;
  const parsed = (key: string) => {
    const text = span!.attributes[key];
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  };
  return { ...span!, input: parsed('gen_ai.input.messages'), output: parsed('gen_ai.output.messages') };
}

const openai = (options = {}) =>
  wrapOpenAI(new OpenAI({ apiKey: 'x', baseURL: `${models.url}/v1`, maxRetries: 0 }), options);

describe('wrapOpenAI', () => {
  it('chat: messages, counts with cache and reasoning, model and id', async () => {
    const { name, kind, attributes, input, output } = await spanOf(async () => {
      const { choices } = await openai().chat.completions.create({ model: 'gpt-5-mini', messages });
      expect(choices[0]?.message.content).toBe(ANSWER);
    });
    expect([name, kind]).toEqual(['chat gpt-5-mini', 3]);
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5-mini',
      'gen_ai.response.model': 'gpt-5-mini',
      'gen_ai.response.id': expect.stringContaining('resp_fake'),
      'gen_ai.usage.input_tokens': 1184,
      'gen_ai.usage.output_tokens': 145,
      'gen_ai.usage.cache_read.input_tokens': 1024,
      'gen_ai.usage.reasoning.output_tokens': 128,
      'openai.response.service_tier': 'default',
      'server.address': '127.0.0.1',
    });
    expect([input, output]).toEqual([question, said(ANSWER, 'stop')]);
  });

  it('chat: tools, asked for and answered', async () => {
    const { output, attributes } = await spanOf(() =>
      openai().chat.completions.create({ model: 'gpt-4.1', messages, tools: chatTools }),
    );
    const call = {
      type: 'tool_call',
      id: 'call_weather_1',
      name: 'get_weather',
      arguments: { city: 'Paris' },
    };
    expect(output).toEqual([{ role: 'assistant', parts: [call], finish_reason: 'tool_calls' }]);
    expect(attributes['gen_ai.tool.definitions']).toContain('get_weather');
    const { input } = await spanOf(() =>
      openai().chat.completions.create({
        model: 'gpt-4.1',
        messages: [...messages, { role: 'tool', tool_call_id: 'call_weather_1', content: 'sunny' }],
      }),
    );
    expect(input).toContainEqual({
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: 'call_weather_1', response: 'sunny' }],
    });
  });

  it('chat stream: joined, with counts that the program did not ask for and does not see', async () => {
    const { attributes, output } = await spanOf(async () => {
      const stream = await openai({ streamUsage: true }).chat.completions.create({
        model: 'gpt-4o',
        messages,
        stream: true,
      });
      let text = '';
      for await (const { choices } of stream) text += choices[0]!.delta.content ?? '';
      expect(text).toBe(ANSWER);
    });
    expect(output).toEqual(said(ANSWER, 'stop'));
    expect(attributes).toMatchObject({
      'gen_ai.request.stream': true,
      'gen_ai.usage.output_tokens': 17,
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
    });
    expect(attributes).not.toHaveProperty('tracewell.stream_incomplete');
  });

  it('chat stream: left early or cancelled, with what had come', async () => {
    const start = () => openai().chat.completions.create({ model: 'gpt-4o', messages, stream: true });
    const left = await spanOf(async () => {
      for await (const part of await start()) if (part.choices.length > 0) break;
    });
    expect(left.attributes['tracewell.stream_incomplete']).toBe(true);
    expect(JSON.stringify(left.output)).toContain('Paris is the ca');
    expect(left.status.code).toBe(0);
    const cancelled = await spanOf(async () => (await start()).controller.abort());
    expect(cancelled.attributes['tracewell.stream_incomplete']).toBe(true);
  });

  it('helpers work and make one span: parse, stream, withResponse', async () => {
    await spanOf(async () => {
      const { choices } = await openai().chat.completions.parse({ model: 'gpt-4o', messages });
      expect(choices[0]?.message.content).toBe(ANSWER);
    });
    const streamed = await spanOf(async () => {
      const final = await openai().chat.completions.stream({ model: 'gpt-4o', messages }).finalContent();
      expect(final).toBe(ANSWER);
    });
    expect(streamed.output).toEqual(said(ANSWER, 'stop'));
    await spanOf(async () => {
      const asked = openai().chat.completions.create({ model: 'gpt-4o', messages });
      const { data, response } = await asked.withResponse();
      expect([data.model, response.status]).toEqual(['gpt-4o', 200]);
    });
  });

  it('errors reach the program as they are', async () => {
    const { attributes, status } = await spanOf(async () => {
      const asked = openai().chat.completions.create({ model: 'gpt-4.1-nano', messages });
      await expect(asked).rejects.toBeInstanceOf(BadRequestError);
    });
    expect(status).toMatchObject({ code: 2, message: expect.stringContaining('rejects this request') });
    expect(attributes).toMatchObject({
      'error.type': 'BadRequestError',
      'http.response.status_code': 400,
      'gen_ai.request.model': 'gpt-4.1-nano',
    });
  });

  it('responses: whole and as a stream', async () => {
    const { attributes, input, output } = await spanOf(async () => {
      const { output_text } = await openai().responses.create({
        model: 'gpt-5-mini',
        input: 'What is the capital of France?',
        instructions: 'Be brief.',
      });
      expect(output_text).toBe(ANSWER);
    });
    expect(attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 1184,
      'gen_ai.usage.output_tokens': 145,
      'gen_ai.usage.reasoning.output_tokens': 128,
      'gen_ai.system_instructions': '[{"type":"text","content":"Be brief."}]',
      'gen_ai.response.finish_reasons': expect.anything(),
    });
    expect([input, output]).toEqual([
      question,
      [{ role: 'assistant', parts: [{ type: 'text', content: ANSWER }] }],
    ]);
    const streamed = await spanOf(async () => {
      const stream = await openai().responses.create({ model: 'gpt-4o', input: 'Hi', stream: true });
      for await (const _event of stream);
    });
    expect(streamed.output).toEqual(output);
    expect(streamed.attributes['gen_ai.usage.output_tokens']).toBe(17);
  });

  it('embeddings: counts, and no vectors', async () => {
    const { attributes } = await spanOf(() =>
      openai().embeddings.create({ model: 'text-embedding-3-small', input: 'cats' }),
    );
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.usage.input_tokens': 8,
      'gen_ai.embeddings.dimension.count': 4,
    });
    expect(attributes).not.toHaveProperty('gen_ai.output.messages');
  });

  it('is the same client, and wrapping it twice makes one span', async () => {
    const client = new OpenAI({ apiKey: 'x', baseURL: `${models.url}/v1` });
    expect(wrapOpenAI(wrapOpenAI(client))).toBe(client);
    await spanOf(() => client.chat.completions.create({ model: 'gpt-4o', messages }));
  });

  it('a call is a child of the span around it, with its session', async () => {
    const { tw, named } = spanService();
    await tw.with({ session: 's1', prompt: { id: 7, name: 'greeting' } }, () =>
      tw.span('agent', () => openai().chat.completions.create({ model: 'gpt-4o', messages })),
    );
    await tw.flush();
    expect(named('chat gpt-4o')).toMatchObject({
      parentSpanId: named('agent').spanId,
      attributes: { 'session.id': 's1', 'tracewell.prompt.id': 7 },
    });
  });
});

const anthropic = () => wrapAnthropic(new Anthropic({ apiKey: 'x', baseURL: models.url, maxRetries: 0 }));
const claude = { model: 'claude-sonnet-5', max_tokens: 100, messages };
const claudeTools = [{ name: 'get_weather', input_schema: { type: 'object' as const } }];

describe('wrapAnthropic', () => {
  it('message: all input as one count, with the cache read and written', async () => {
    const { attributes, input, output } = await spanOf(() =>
      anthropic().messages.create({ ...claude, system: 'Be brief.' }),
    );
    expect(attributes).toMatchObject({
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.usage.input_tokens': 1422,
      'gen_ai.usage.output_tokens': 19,
      'gen_ai.usage.cache_read.input_tokens': 1024,
      'gen_ai.usage.cache_creation.input_tokens': 256,
      'gen_ai.request.max_tokens': 100,
      'gen_ai.system_instructions': '[{"type":"text","content":"Be brief."}]',
    });
    expect([input, output]).toEqual([question, said(ANSWER, 'end_turn')]);
  });

  it('stream: the same as whole, by events and by its helper', async () => {
    const byEvents = await spanOf(async () => {
      const stream = await anthropic().messages.create({ ...claude, stream: true });
      for await (const _event of stream);
    });
    const byHelper = await spanOf(async () => {
      const { content } = await anthropic().messages.stream(claude).finalMessage();
      expect(content).toMatchObject([{ type: 'text', text: ANSWER }]);
    });
    for (const { attributes, output } of [byEvents, byHelper]) {
      expect(output).toEqual(said(ANSWER, 'end_turn'));
      expect(attributes).toMatchObject({
        'gen_ai.usage.input_tokens': 1422,
        'gen_ai.usage.output_tokens': 19,
      });
    }
  });

  it('tools, also in a stream', async () => {
    const call = {
      type: 'tool_call',
      id: 'toolu_weather_1',
      name: 'get_weather',
      arguments: { city: 'Paris' },
    };
    const expected = [{ role: 'assistant', parts: [call], finish_reason: 'tool_use' }];
    const whole = await spanOf(() => anthropic().messages.create({ ...claude, tools: claudeTools }));
    const streamed = await spanOf(() =>
      anthropic()
        .messages.stream({ ...claude, tools: claudeTools })
        .finalMessage(),
    );
    expect([whole.output, streamed.output]).toEqual([expected, expected]);
  });

  it('counts once beside the spans that the client makes itself with the global provider', async () => {
    const { tw, spans } = spanService();
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [tw.spanProcessor()] }));
    onTestFinished(() => trace.disable());
    await anthropic().messages.create(claude);
    await tw.flush();
    expect(spans.map(({ name }) => name)).toEqual(['chat claude-sonnet-5']);
  });

  it('errors reach the program as they are', async () => {
    const { status, attributes } = await spanOf(async () => {
      const asked = anthropic().messages.create({ ...claude, model: 'gpt-4' });
      await expect(asked).rejects.toBeInstanceOf(InternalServerError);
    });
    expect([status.code, attributes['http.response.status_code']]).toEqual([2, 500]);
  });
});

const google = () => wrapGoogle(new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: models.url } }));
const gemini = { model: 'gemini-2.5-flash', contents: 'What is the capital of France?' };

describe('wrapGoogle', () => {
  it('content: thoughts are part of the output', async () => {
    const { attributes, input, output } = await spanOf(async () => {
      const { text } = await google().models.generateContent(gemini);
      expect(text).toBe(ANSWER);
    });
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.usage.input_tokens': 1184,
      'gen_ai.usage.output_tokens': 81,
      'gen_ai.usage.reasoning.output_tokens': 64,
      'gen_ai.response.model': 'gemini-2.5-flash',
    });
    expect([input, output]).toEqual([question, said(ANSWER, 'STOP')]);
  });

  it('stream, tools and chats', async () => {
    const streamed = await spanOf(async () => {
      for await (const _chunk of await google().models.generateContentStream(gemini));
    });
    expect(streamed.output).toEqual(said(ANSWER, 'STOP'));
    expect(streamed.attributes['gen_ai.request.stream']).toBe(true);
    const asked = await spanOf(() =>
      google().models.generateContent({
        ...gemini,
        config: { tools: [{ functionDeclarations: [{ name: 'get_weather' }] }] },
      }),
    );
    expect(JSON.stringify(asked.output)).toContain('{"type":"tool_call","name":"get_weather"');
    const chatted = await spanOf(() =>
      google().chats.create({ model: 'gemini-2.5-flash' }).sendMessage({ message: 'Hi' }),
    );
    expect(chatted.output).toEqual(said(ANSWER, 'STOP'));
  });

  it('automatic calls of functions: one span for each request to the model', async () => {
    const { tw, spans } = spanService();
    const tool = {
      tool: async () => ({ functionDeclarations: [{ name: 'get_weather' }] }),
      callTool: async () => [{ functionResponse: { name: 'get_weather', response: { sky: 'sunny' } } }],
    };
    const { text } = await google().models.generateContent({ ...gemini, config: { tools: [tool] } });
    await tw.flush();
    expect(text).toBe(ANSWER);
    expect(spans.map(({ attributes }) => attributes['gen_ai.usage.output_tokens'])).toEqual([81, 81]);
    expect(spans[1]?.attributes['gen_ai.input.messages']).toContain('tool_call_response');
  });
});
