import { describe, expect, test } from 'vitest';
import type { CallRecord, Json, ObservationRecord } from '#records';
import { isContentAttribute } from '#semconv';
import { mapTraces } from './index.ts';
import type { Span } from './span.ts';

const TRACE = '5b8efff798038103d269b633813fc60c';
let next = 1;

function span(attributes: Record<string, Json>, given: Partial<Span> = {}): Span {
  next += 1;
  return {
    traceId: TRACE,
    spanId: next.toString(16).padStart(16, '0'),
    parentSpanId: '',
    name: 'chat gpt-4o',
    kind: 3,
    startMs: 1_794_700_000_000,
    endMs: 1_794_700_001_000,
    durationMs: 1_000,
    events: [],
    statusCode: 0,
    statusMessage: '',
    resource: new Map([['service.name', 'weather-agent']]),
    scope: { name: 'test', version: '' },
    ...given,
    attributes: new Map(Object.entries(attributes)),
  };
}

const map = (...spans: Span[]) =>
  mapTraces(spans, { providers: ['openai', 'anthropic', 'google', 'mistral'], nowMs: 42 });

function call(attributes: Record<string, Json>, given: Partial<Span> = {}): CallRecord {
  const record = map(
    span({ 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-4o', ...attributes }, given),
  ).records[0];
  if (record?.kind !== 'call') throw new Error('not a call');
  return record;
}

function observation(attributes: Record<string, Json>, given: Partial<Span> = {}): ObservationRecord {
  const record = map(span(attributes, given)).records[0];
  if (record?.kind !== 'observation') throw new Error('not an observation');
  return record;
}

describe('what a span becomes', () => {
  const kindOf = (attributes: Record<string, Json>) => {
    const { records, rejected } = map(span(attributes));
    return records[0]?.kind ?? rejected[0]?.reason;
  };

  test.for([
    [
      'call',
      { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-4o' },
    ],
    [
      'call',
      {
        'gen_ai.operation.name': 'Embeddings',
        'gen_ai.system': 'openai',
        'gen_ai.response.model': 'text-embedding-3-small',
      },
    ],
    ['call', { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai' }],
    ['call', { 'gen_ai.system': 'openai', 'gen_ai.usage.input_tokens': 3 }],
    ['call', { 'gen_ai.request.model': 'gpt-4o' }],
    [
      'call',
      {
        'gen_ai.operation.name': 'image_generation',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-image-1',
      },
    ],
    [
      'unknown_provider',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'cohere',
        'gen_ai.request.model': 'command-r',
      },
    ],
    ['missing_provider', { 'gen_ai.usage.input_tokens': 3 }],
    ['missing_provider', { 'gen_ai.operation.name': 'chat' }],
    ['observation', { 'gen_ai.provider.name': 'anthropic', 'http.request.method': 'GET' }],
    ['observation', { 'gen_ai.agent.name': 'weather' }],
    [
      'observation',
      {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 9,
      },
    ],
    ['observation', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'weather-service' }],
    ['observation', { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.provider.name': 'cohere' }],
    [
      'observation',
      {
        'gen_ai.operation.name': 'create_memory',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
      },
    ],
    [
      'observation',
      {
        'gen_ai.operation.name': 'embeddings',
        'langsmith.span.kind': 'retriever',
        'gen_ai.system': 'openai',
      },
    ],
    [
      'observation',
      { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'gpt-4o', 'openinference.span.kind': 'AGENT' },
    ],
    [
      'observation',
      { 'llm.model_name': 'gpt-4o', 'llm.token_count.prompt': 3, 'openinference.span.kind': 'LLM' },
    ],
    ['observation', { 'ai.model.id': 'gpt-4o', 'ai.usage.inputTokens': 3 }],
  ] as [string, Record<string, Json>][])('%s: %j', ([expected, attributes]) => {
    expect(kindOf(attributes)).toBe(expected);
  });

  test('an agent’s usage is in its attributes and nowhere else', () => {
    const agent = observation({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 2368 });
    expect(agent).toMatchObject({ type: 'agent', attributes: { 'gen_ai.usage.input_tokens': 2368 } });
    expect(agent).not.toHaveProperty('totalTokens');
  });
});

test.for([
  ['node.execute', { 'n8n.node.name': 'Look up' }, 'Look up'],
  ['workflow.execute', { 'n8n.workflow.name': 'Support' }, 'Support'],
  ['node.execute', { 'n8n.node.name': '' }, 'node.execute'],
  ['step', { 'n8n.node.name': 'Look up' }, 'step'],
] as [string, Record<string, Json>, string][])('%s of %o is named %s', ([name, attributes, named]) => {
  expect(observation(attributes, { name }).name).toBe(named);
});

describe('a call', () => {
  test('the first present attribute wins, and synonyms are never added', () => {
    const record = call({
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.response.model': 'gpt-4o-2024-08-06',
      'gen_ai.usage.prompt_tokens': 99,
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.completion_tokens': '98',
      'gen_ai.usage.output_tokens': '3',
      'llm.token_count.prompt': 12,
      'ai.usage.inputTokens': 12,
      'gen_ai.usage.cost_usd': 5,
      'gen_ai.usage.cost': 0,
    });
    expect(record).toMatchObject({
      provider: 'anthropic',
      model: 'gpt-4o',
      promptTokens: 12,
      completionTokens: 3,
      totalTokens: 15,
      costUsd: 0,
      requestMeta: { responseModel: 'gpt-4o-2024-08-06', costSource: 'span' },
    });
  });

  test('a value that is not a number counts as absent', () => {
    expect(call({ 'gen_ai.usage.input_tokens': 'many', 'gen_ai.usage.prompt_tokens': 7 }).promptTokens).toBe(
      7,
    );
    expect(call({ 'gen_ai.usage.cost': -1, 'gen_ai.usage.cost_usd': '0.5' }).costUsd).toBe(0.5);
    expect(call({}).costUsd).toBeNull();
  });

  test('without a time, it gets the time of arrival', () => {
    expect(call({}, { startMs: 0, endMs: 0 }).timestampMs).toBe(42);
    expect(call({}, { startMs: 0 }).timestampMs).toBe(1_794_700_001_000);
  });

  test('session, user, agent, prompt, tags', () => {
    const record = call(
      {
        'session.id': 'sess-42',
        'gen_ai.conversation.id': 'conv-42',
        'enduser.id': 'user-7',
        'gen_ai.agent.name': 'weather',
        'tracewell.prompt.name': 'greeting',
        'tracewell.prompt.version': '3',
        'tracewell.tag.team': 'search',
        'ai.telemetry.metadata.tier': 'pro',
        'ai.telemetry.metadata.sessionId': 'other',
      },
      {
        resource: new Map([
          ['service.name', 'api'],
          ['deployment.environment.name', 'production'],
        ]),
      },
    );
    expect(record).toMatchObject({
      sessionId: 'conv-42',
      tags: { 'service.name': 'api', 'deployment.environment': 'production', team: 'search', tier: 'pro' },
      requestMeta: { userId: 'user-7', agentName: 'weather', promptName: 'greeting', promptVersion: '3' },
    });
    // A value that lost to a better key is kept among the attributes.
    expect(record.requestMeta?.['attributes']).toEqual({
      'session.id': 'sess-42',
      'ai.telemetry.metadata.sessionId': 'other',
    });
  });

  test.for([
    [{ 'gen_ai.response.time_to_first_chunk': 0.094 }, 94],
    [{ 'gen_ai.server.time_to_first_token': '0.5' }, 500],
    [{ 'ai.response.msToFirstChunk': 93.62422200000015 }, 93.624],
    [{ 'mastra.completion_start_time': '2026-11-14T23:46:40.250Z' }, 250],
    [{ 'langfuse.observation.completion_start_time': '"2026-11-14T23:46:40.250Z"' }, 250],
  ] as [Record<string, Json>, number][])('time to the first token: %j', ([attributes, ttftMs]) => {
    expect(call(attributes).requestMeta).toMatchObject({ ttftMs, stream: true });
  });

  test('the tier that served the call, not the requested one', () => {
    const asked = { 'openai.request.service_tier': 'auto' };
    expect(call(asked).requestMeta).toMatchObject({ serviceTier: 'auto' });
    for (const key of ['openai.response.service_tier', 'gen_ai.openai.response.service_tier']) {
      expect(call({ ...asked, [key]: 'batch' }).requestMeta).toMatchObject({ serviceTier: 'batch' });
    }
    expect(call({}).requestMeta).not.toHaveProperty('serviceTier');
  });

  test.for([
    [
      ['stop', 'length'],
      ['stop', 'length'],
    ],
    ['stop', ['stop']],
    ['["tool-calls"]', ['tool-calls']],
    [7, undefined],
  ] as [Json, Json][])('finish reasons %j', ([given, expected]) => {
    expect(call({ 'gen_ai.response.finish_reasons': given }).requestMeta?.['finishReasons']).toEqual(
      expected,
    );
  });

  test('token details as JSON in a string (LangSmith)', () => {
    const record = call({
      'gen_ai.usage.input_tokens': 1184,
      'gen_ai.usage.output_tokens': 145,
      'gen_ai.usage.input_token_details': '{"cache_read":1024,"audio":36}',
      'gen_ai.usage.output_token_details': '{"reasoning":128,"audio":4}',
    });
    expect(record.usage).toEqual({
      uncachedInput: 160,
      cacheRead: 1024,
      cacheWrite: 0,
      outputText: 17,
      reasoning: 128,
      audio: 40,
    });
    expect(record.requestMeta).toMatchObject({
      cachedTokens: 1024,
      reasoningTokens: 128,
      audioTokens: 40,
      audioOutputTokens: 4,
    });
  });

  test('short keys belong to Claude Code only in its scope', () => {
    const bare = { input_tokens: 5000, cache_read_tokens: 1024, output_tokens: 3 };
    expect(call(bare).totalTokens).toBe(0);
    expect(call(bare, { scope: { name: 'com.anthropic.claude_code.tracing', version: '' } })).toMatchObject({
      promptTokens: 6024,
      totalTokens: 6027,
    });
  });
});

describe('messages and tool calls', () => {
  const tool = {
    id: 'call_1',
    name: 'get_weather',
    arguments: { city: 'Paris' },
    result: null,
    durationMs: null,
    error: null,
  };
  const json = JSON.stringify;

  test.for([
    [
      'the convention',
      {
        'gen_ai.output.messages': json([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: { city: 'Paris' } }],
          },
        ]),
      },
    ],
    [
      'a structure',
      {
        'gen_ai.output.messages': [
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' }],
          },
        ],
      },
    ],
    [
      'Traceloop before 0.20',
      {
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.id': 'call_1',
        'gen_ai.completion.0.tool_calls.0.name': 'get_weather',
        'gen_ai.completion.0.tool_calls.0.arguments': '{"city":"Paris"}',
      },
    ],
    [
      'OpenInference',
      {
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_1',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'get_weather',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"city":"Paris"}',
      },
    ],
    [
      'the AI SDK',
      {
        'ai.response.text': '',
        'ai.response.toolCalls': json([
          { toolCallId: 'call_1', toolName: 'get_weather', input: '{"city":"Paris"}' },
        ]),
      },
    ],
    [
      'LangSmith',
      {
        'gen_ai.completion': json({
          role: 'assistant',
          tool_calls: [{ id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
        }),
      },
    ],
    [
      'Anthropic’s own',
      {
        'gen_ai.output.messages': json([
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Paris' } }],
          },
        ]),
      },
    ],
  ] as [string, Record<string, Json>][])('tool calls of %s', ([, attributes]) => {
    expect(call(attributes).toolCalls).toEqual([tool]);
  });

  test('as events of the span (Strands, conventions 1.28 to 1.36)', () => {
    const event = (name: string, attributes: Record<string, Json>) => ({
      name,
      timeMs: 0,
      attributes: new Map(Object.entries(attributes)),
    });
    const record = call(
      {},
      {
        events: [
          event('gen_ai.system.message', { content: 'Be brief.' }),
          event('gen_ai.user.message', { content: '[{"text":"Weather?"}]' }),
          event('gen_ai.choice', {
            index: 0,
            finish_reason: 'tool_use',
            message: json({
              content: 'Let me see.',
              tool_calls: [
                { id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
              ],
            }),
          }),
        ],
      },
    );
    expect(record.requestMeta?.['input']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ text: 'Weather?' }] },
    ]);
    expect(record.requestMeta?.['output']).toMatchObject([{ role: 'assistant', content: 'Let me see.' }]);
    expect(record.toolCalls).toEqual([tool]);
  });

  test('content is in its own members, not among the attributes', () => {
    const record = call({
      'gen_ai.input.messages': '[{"role":"user","parts":[]}]',
      'input.value': 'the same once more',
      'llm.invocation_parameters': '{"messages":[]}',
      'llm.input_messages.0.message.content': 'and once more',
      'server.port': 443,
    });
    expect(record.requestMeta).toMatchObject({
      input: [{ role: 'user', parts: [] }],
      attributes: { 'server.port': 443 },
    });
    expect(Object.keys(record.requestMeta?.['attributes'] as object)).toEqual(['server.port']);
  });

  test('content of an observation is recognised by its key', () => {
    const tool = observation({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'x',
      'gen_ai.tool.call.arguments': '{}',
      'ai.toolCall.result': '1',
    });
    expect(Object.keys(tool.attributes)).toEqual([
      'service.name',
      'gen_ai.operation.name',
      'gen_ai.tool.name',
      'gen_ai.tool.call.arguments',
      'ai.toolCall.result',
    ]);
    expect(Object.keys(tool.attributes).filter(isContentAttribute)).toEqual([
      'gen_ai.tool.call.arguments',
      'ai.toolCall.result',
    ]);
  });
});

describe('errors', () => {
  const exception = (attributes: Record<string, Json>) => [
    { name: 'exception', timeMs: 0, attributes: new Map(Object.entries(attributes)) },
  ];

  test('status with and without a message, error.type, exception', () => {
    expect(call({}, { statusCode: 2, statusMessage: 'boom' }).error).toBe('boom');
    expect(
      call({ 'error.type': 'rate_limit_error', 'http.response.status_code': 429 }, { statusCode: 2 }),
    ).toMatchObject({
      error: 'rate_limit_error',
      errorDetails: {
        type: 'rate_limit_error',
        code: null,
        status: 429,
        message: 'rate_limit_error',
        stack: null,
      },
    });
    const thrown = exception({
      'exception.type': 'E',
      'exception.message': 'no',
      'exception.stacktrace': 'at x',
    });
    expect(call({}, { statusCode: 2, events: thrown })).toMatchObject({
      error: 'no',
      errorDetails: { type: 'E', stack: 'at x' },
    });
    expect(call({ 'error.type': 'Timeout' }).error).toBe('Timeout');
    expect(call({ 'gen_ai.response.finish_reasons': ['error'] }).error).toBe('error');
    expect(call({}, { statusCode: 2 }).error).toBe('error');
    expect(call({ 'gen_ai.response.finish_reasons': ['stop'] }).error).toBeNull();
  });

  test('an exception event alone fails a call without output, and nothing else', () => {
    const events = exception({ 'exception.message': 'no' });
    expect(call({}, { events, statusCode: 1 }).error).toBe('no');
    expect(call({ 'gen_ai.completion': 'fine' }, { events }).error).toBeNull();
    expect(observation({}, { events }).error).toBeNull();
  });

  test('in the words of Langfuse and Genkit', () => {
    expect(
      observation({
        'langfuse.observation.level': 'ERROR',
        'langfuse.observation.status_message': 'rate limited',
      }).error,
    ).toBe('rate limited');
    expect(observation({ 'genkit:state': 'error' }).error).toBe('error');
    expect(observation({ 'genkit:state': 'success', success: false }).error).toBeNull();
  });
});

describe('bounds', () => {
  test('10,000 attributes', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 'x'.repeat(50)]));
    const record = call(many);
    expect(Object.keys(record.requestMeta?.['attributes'] as object)).toHaveLength(256);
    expect(record.requestMeta?.['droppedAttributes']).toBe(9_744);
    expect(observation(many).attributes['tracewell.dropped_attributes']).toBe(9_745);
  });

  test.for(['x', '"', 'é', '語', '😀'])('a megabyte of %s everywhere is kept whole', (char) => {
    const long = char.repeat(1_000_000);
    const messages = [{ role: 'user', parts: [{ type: 'tool_call', id: '1', name: 'f', arguments: long }] }];
    const record = call({
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.output.messages': JSON.stringify(messages),
      'gen_ai.system_instructions': long,
      'gen_ai.tool.definitions': long,
      'error.type': long,
      'user.id': long,
      'session.id': long,
    });
    const { requestMeta } = record;
    // Compared by themselves: a difference of megabytes would be shown.
    const kept = { ...requestMeta, ...(requestMeta?.['attributes'] as object), toolCalls: record.toolCalls };
    const expected: [string, unknown][] = [
      ['input', messages],
      ['output', messages],
      ['systemInstructions', long],
      ['gen_ai.tool.definitions', long],
      ['truncated', undefined],
    ];
    for (const [member, value] of expected) {
      const same = JSON.stringify((kept as Record<string, unknown>)[member]) === JSON.stringify(value);
      expect([member, same]).toEqual([member, true]);
    }
    const [toolCall] = record.toolCalls as { arguments: string }[];
    expect(toolCall?.arguments === long).toBe(true);
    expect(requestMeta?.['userId']).toHaveLength(256);
    const { attributes } = observation({ 'input.value': long, 'output.value': long, other: long });
    const names = ['input.value', 'output.value', 'other'];
    expect(names.filter((name) => attributes[name] !== long)).toEqual([]);
  });

  test('keys such as __proto__', () => {
    const record = call({
      constructor: 'x',
      ['__proto__']: 'y',
      toString: 'z',
      'tracewell.tag.__proto__': 't',
    });
    expect(JSON.stringify(record.requestMeta?.['attributes'])).toBe(
      '{"constructor":"x","__proto__":"y","toString":"z"}',
    );
    expect(record.tags['__proto__']).toBe('t');
    expect(({} as Record<string, unknown>)['t']).toBeUndefined();
  });

  test('JSON too deep to write again stays text', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(call({ 'gen_ai.input.messages': deep }).requestMeta?.['input']).toBe(deep);
  });
});

test('spans without ids are rejected one by one, repeated ones are dropped', () => {
  const good = span({});
  const result = map(good, good, span({}, { traceId: '' }), span({}, { spanId: '', name: 'x' }));
  expect(result).toMatchObject({
    records: [{ id: `${TRACE}-${good.spanId}` }],
    rejected: [
      { reason: 'invalid_trace_id', count: 1 },
      { reason: 'invalid_span_id', count: 1, example: 'x' },
    ],
    spanCount: 4,
  });
});
