// What the newest conventions of OpenTelemetry and OpenInference add, attribute by attribute.
import { describe, expect, test } from 'vitest';
import type { CallRecord, JsonObject, ObservationRecord, StoredRecord } from '#records';
import { isContent } from '#semconv';
import { mapTraces, priceBook, priceCall, type MapDoor } from './index.ts';
import type { Span } from './span.ts';

const AT = Date.UTC(2026, 10, 15, 12);

const span = (attributes: JsonObject, given: Partial<Span> = {}): Span => ({
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: '00f067aa0ba902b7',
  parentSpanId: '',
  name: 'some work',
  kind: 1,
  startMs: AT,
  endMs: AT + 1_000,
  durationMs: 1_000,
  events: [],
  statusCode: 0,
  statusMessage: '',
  resource: new Map(),
  scope: { name: 'test', version: '' },
  ...given,
  attributes: new Map(Object.entries(attributes)),
});

function read(attributes: JsonObject, given: Partial<Span> = {}, door: MapDoor = 'open'): StoredRecord {
  const { records } = mapTraces([span(attributes, given)], {
    providers: ['openai', 'anthropic', 'google', 'mistral'],
    nowMs: AT,
    door,
  });
  const [record] = records;
  if (!record) throw new Error('no record');
  return record;
}

function observation(attributes: JsonObject, given: Partial<Span> = {}): ObservationRecord {
  const record = read(attributes, given);
  if (record.kind === 'call') throw new Error('a call');
  return record;
}

function call(attributes: JsonObject, given: Partial<Span> = {}, door?: MapDoor): CallRecord {
  const record = read(attributes, given, door);
  if (record.kind !== 'call') throw new Error('no call');
  return record;
}

const CHAT = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
};

describe('a span that is no call', () => {
  test('is the recognition or synthesis of speech, unless it counts tokens', () => {
    for (const operation of ['stt', 'tts']) {
      const speech = {
        ...CHAT,
        'gen_ai.operation.name': operation,
        'gen_ai.request.model': 'gpt-4o-mini-tts',
      };
      expect(observation(speech).type).toBe('span');
      expect(call({ ...speech, 'gen_ai.usage.input_tokens': 14 }).promptTokens).toBe(14);
    }
    expect(observation({ ...CHAT, 'gen_ai.operation.name': 'user_speech' }).type).toBe('span');
  });

  test.for<[name: string, attributes: JsonObject, expected: Partial<ObservationRecord>]>([
    [
      'tools/call get_weather',
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'get_weather' },
      { type: 'tool', tool: 'get_weather' },
    ],
    ['tools/call get_weather', { 'mcp.method.name': 'tools/call' }, { type: 'tool', tool: 'get_weather' }],
    [
      'run it',
      { 'openinference.span.kind': 'TOOL', 'tool.name': 'search' },
      { type: 'tool', tool: 'search' },
    ],
    [
      'load_skill code-review',
      { 'gen_ai.operation.name': 'load_skill', 'gen_ai.skill.name': 'code-review' },
      { type: 'skill', tool: '' },
    ],
    [
      'execute_tool load_skill code-review',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'load_skill',
        'gen_ai.skill.name': 'code-review',
      },
      { type: 'skill' },
    ],
    [
      'execute_tool read_file',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'read_file',
        'gen_ai.skill.name': 'code-review',
        'gen_ai.skill.resource.name': 'rules.md',
      },
      { type: 'tool', tool: 'read_file' },
    ],
    [
      'execute_tool bash ls',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'bash',
        'process.executable.name': 'ls',
      },
      { type: 'tool', tool: 'bash' },
    ],
    ['ls', { 'gen_ai.operation.name': 'execute_command' }, { type: 'command' }],
    ['command_execution ls', {}, { type: 'command' }],
    ['decide', { 'openinference.span.kind': 'DECISION' }, { type: 'decision' }],
    [
      'SendMessage',
      { 'a2a.method.name': 'SendMessage', 'a2a.task.id': 't1', 'a2a.task.state': 'TASK_STATE_COMPLETED' },
      { type: 'task', error: null },
    ],
    [
      'GetTask',
      { 'a2a.method.name': 'GetTask', 'a2a.task.state': 'TASK_STATE_FAILED' },
      { type: 'task', error: 'task failed' },
    ],
    [
      'GetTask',
      { 'a2a.method.name': 'GetTask', 'a2a.task.state': 'rejected' },
      { type: 'task', error: 'task rejected' },
    ],
    [
      'run_guardrail pii',
      {
        'gen_ai.operation.name': 'run_guardrail',
        'gen_ai.guardrail.verdict.type': 'deny',
        'gen_ai.guardrail.action.type': 'block',
        'gen_ai.guardrail.security.risk.category': 'prompt_injection',
      },
      {
        type: 'guardrail',
        tags: {
          'guardrail.verdict': 'deny',
          'guardrail.action': 'block',
          'guardrail.risk': 'prompt_injection',
        },
      },
    ],
  ])('%s %j', ([name, attributes, expected]) => {
    expect(observation(attributes, { name })).toMatchObject(expected);
  });

  test.for<[attributes: JsonObject, agent: string]>([
    [{ 'gen_ai.agent.name': 'support', 'gen_ai.agent.id': 'a1' }, 'support'],
    [{ 'gen_ai.agent.id': 'a1' }, 'a1'],
    [{ 'openinference.span.kind': 'AGENT', 'agent.name': 'planner' }, 'planner'],
    [{ 'a2a.method.name': 'SendMessage', 'a2a.agent.name': 'weather' }, 'weather'],
    [{ 'gen_ai.operation.name': 'invoke_agent' }, 'from the name'],
  ])('the agent of %j is %s', ([attributes, agent]) => {
    expect(observation(attributes, { name: 'invoke_agent from the name' }).labels.agent).toBe(agent);
  });
});

describe('a decision', () => {
  const DECISION = {
    'openinference.span.kind': 'DECISION',
    'decision.provider': 'openai',
    'decision.request.model_name': 'gpt-4o',
    'decision.response.model_name': 'gpt-4o-2024-08-06',
    'decision.token_count.input': 1_000,
    'decision.token_count.output': 10,
  };

  test('with tokens is a call at the open door, and has its cost', () => {
    const decided = call(DECISION);
    expect(decided).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o',
      promptTokens: 1_000,
      completionTokens: 10,
      requestMeta: { operation: 'decision', responseModel: 'gpt-4o-2024-08-06' },
    });
    expect(priceCall(decided, priceBook()).cost.costUsd).toBeCloseTo(0.0026, 12);
  });

  test('is an observation at the strict door, and without tokens', () => {
    expect(read(DECISION, {}, 'strict')).toMatchObject({ kind: 'observation', type: 'decision' });
    const { 'decision.token_count.input': _in, 'decision.token_count.output': _out, ...rest } = DECISION;
    expect(read(rest)).toMatchObject({ kind: 'observation', type: 'decision' });
  });
});

describe('a call', () => {
  test.for<[attributes: JsonObject, expected: JsonObject]>([
    [
      { 'gen_ai.prompt.name': 'refund', 'gen_ai.prompt.version': '7' },
      { promptName: 'refund', promptVersion: '7' },
    ],
    [
      { 'gen_ai.request.reasoning.level': 'high' },
      { attributes: { 'gen_ai.request.reasoning.level': 'high' } },
    ],
    [
      { 'gen_ai.request.previous_response.id': 'resp_1', 'gen_ai.conversation.compacted': true },
      {
        attributes: {
          'gen_ai.request.previous_response.id': 'resp_1',
          'gen_ai.conversation.compacted': true,
        },
      },
    ],
    [
      {
        'gen_ai.tool.definitions': JSON.stringify([
          { type: 'function', name: 'get_weather', description: 'The weather', parameters: {} },
          { type: 'function', function: { name: 'get_time' } },
          { name: 'lookup', input_schema: {} },
          { type: 'web_search' },
        ]),
      },
      { definedTools: ['get_weather', 'get_time', 'lookup', 'web_search'] },
    ],
    [{ 'ai.prompt.tools': ['{"type":"function","name":"get_weather"}'] }, { definedTools: ['get_weather'] }],
    [
      {
        'llm.tools.0.tool.json_schema': '{"type":"function","function":{"name":"get_weather"}}',
        'llm.tools.1.tool.json_schema': '{"name":"get_time","input_schema":{}}',
      },
      { definedTools: ['get_weather', 'get_time'] },
    ],
    [
      { 'gen_ai.usage.input_tokens': 100, 'llm.token_count.prompt_details.cache_input': 40 },
      { cachedTokens: 40 },
    ],
    [
      { 'input.images.0.image.url': 'https://example.com/a.png' },
      { attributes: { 'input.images.0.image.url': 'https://example.com/a.png' } },
    ],
  ])('%j', ([attributes, expected]) => {
    expect(call({ ...CHAT, ...attributes }).requestMeta).toMatchObject(expected);
  });

  test('of a realtime session belongs to it, unless it names a conversation', () => {
    expect(call({ ...CHAT, 'gen_ai.realtime_session.id': 'sess_1' }).sessionId).toBe('sess_1');
    const both = { 'gen_ai.realtime_session.id': 'sess_1', 'gen_ai.conversation.id': 'conv_1' };
    expect(call({ ...CHAT, ...both }).sessionId).toBe('conv_1');
  });

  // $4 a million for text and $32 for audio, $0.40 for both from the cache, $16 for text that it writes.
  test.for<[what: string, attributes: JsonObject, costUsd: number]>([
    [
      'a third of the audio was cached',
      {
        'gen_ai.usage.input_tokens': 200,
        'gen_ai.usage.output_tokens': 50,
        'gen_ai.usage.audio.input_tokens': 150,
        'gen_ai.usage.audio.cache_read.input_tokens': 50,
      },
      (50 * 4 + 100 * 32 + 50 * 0.4 + 50 * 16) / 1e6,
    ],
    [
      'the total of the cache is told too',
      {
        'gen_ai.usage.input_tokens': 200,
        'gen_ai.usage.output_tokens': 50,
        'gen_ai.usage.audio.input_tokens': 150,
        'gen_ai.usage.cache_read.input_tokens': 70,
        'gen_ai.usage.text.cache_read.input_tokens': 20,
        'gen_ai.usage.audio.cache_read.input_tokens': 50,
      },
      (30 * 4 + 100 * 32 + 70 * 0.4 + 50 * 16) / 1e6,
    ],
    [
      'each kind is counted, and no sum',
      {
        'gen_ai.usage.text.input_tokens': 50,
        'gen_ai.usage.audio.input_tokens': 150,
        'gen_ai.usage.audio.cache_read.input_tokens': 50,
        'gen_ai.usage.text.output_tokens': 50,
      },
      (50 * 4 + 100 * 32 + 50 * 0.4 + 50 * 16) / 1e6,
    ],
  ])('with audio: %s', ([, attributes, costUsd]) => {
    const realtime = {
      ...CHAT,
      'gen_ai.operation.name': 'realtime_inference',
      'gen_ai.request.model': 'gpt-realtime',
    };
    const heard = call({ ...realtime, ...attributes });
    expect(heard).toMatchObject({ promptTokens: 200, completionTokens: 50, totalTokens: 250 });
    expect(priceCall(heard, priceBook()).cost.costUsd).toBeCloseTo(costUsd, 12);
  });

  test('of Anthropic tells its speed and its place, in attributes or in its own structure', () => {
    const claude = { ...CHAT, 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-opus-5' };
    const told = { 'anthropic.usage.speed': 'fast', 'anthropic.usage.inference_geo': 'us' };
    const usage = { input_tokens: 10, output_tokens: 5, speed: 'fast', inference_geo: 'us' };
    for (const attributes of [
      { ...told, 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 },
      { 'tracewell.usage': JSON.stringify(usage) },
      {
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 5,
        'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage } }),
      },
    ]) {
      const fast = call({ ...claude, ...attributes });
      expect(fast.requestMeta).toMatchObject({ speed: 'fast', inferenceGeo: 'us' });
      expect(priceCall(fast, priceBook()).cost.costUsd).toBeCloseTo(((10 * 10 + 5 * 50) * 1.1) / 1e6, 12);
    }
  });
});

test.for<[key: string, value: JsonObject[string], isContentOfPeople: boolean]>([
  ['gen_ai.request.reasoning.level', 'high', false],
  ['gen_ai.guardrail.verdict.type', 'deny', false],
  ['gen_ai.guardrail.action.type', 'block', false],
  ['gen_ai.guardrail.security.risk.category', 'prompt_injection', false],
  ['gen_ai.guardrail.security.risk.score', 0.9, false],
  ['gen_ai.guardrail.verdict.reason', 'The user said…', true],
  ['gen_ai.realtime_session.id', 'sess_1', false],
  ['gen_ai.skill.name', 'code-review', false],
  ['gen_ai.tool.definitions', '[]', true],
  ['definedTools', Array.from({ length: 200 }, (_, at) => `mcp__server__tool_number_${at}`), false],
  ['definedTools', Array.from({ length: 300 }, () => 'x'), true],
  ['a2a.task.state', 'TASK_STATE_FAILED', false],
  ['input.images.0.image.url', 'https://example.com/a.png', true],
])('%s is content: %s', ([key, value, expected]) => {
  expect(isContent(key, value)).toBe(expected);
});
