// Which counts include the cache and the reasoning, per emitter: the cost must equal the vendor's bill,
// however large the cache.
import { describe, expect, test } from 'vitest';
import type { CallRecord, Json } from '#records';
import { deriveCost, mapTraces, priceBook } from './index.ts';
import type { Span } from './span.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
let next = 1;

function callOf(scope: string, attributes: Record<string, Json>, given: Partial<Span> = {}): CallRecord {
  const [name = '', version = ''] = scope.split(/@(?=\d)/);
  next += 1;
  const span: Span = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: next.toString(16).padStart(16, '0'),
    parentSpanId: '',
    name: 'chat',
    kind: 3,
    startMs: Date.UTC(2026, 10, 15),
    endMs: Date.UTC(2026, 10, 15) + 1_000,
    durationMs: 1_000,
    events: [],
    statusCode: 0,
    statusMessage: '',
    resource: new Map(),
    scope: { name, version },
    ...given,
    attributes: new Map(Object.entries({ 'gen_ai.operation.name': 'chat', ...attributes })),
  };
  const { records, rejected } = mapTraces([span], { providers: PROVIDERS, nowMs: 0 });
  const record = records[0];
  if (record?.kind !== 'call') throw new Error(JSON.stringify(rejected));
  return record;
}

function costOf({ provider, model, timestampMs, usage, requestMeta }: CallRecord): number {
  const gateway = requestMeta?.['gateway'];
  return deriveCost(
    { provider, model, atMs: timestampMs, usage, gateway: typeof gateway === 'string' ? gateway : null },
    priceBook(),
  ).costUsd;
}

const ANTHROPIC = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-sonnet-4-5' };
const CACHE = {
  'gen_ai.usage.cache_read.input_tokens': 4_000,
  'gen_ai.usage.cache_creation.input_tokens': 500,
  'gen_ai.usage.output_tokens': 100,
};
/** 5,000 uncached, 4,000 read, 500 written, 100 out: 0.015 + 0.0012 + 0.001875 + 0.0015. */
const BILL = 0.019575;

describe('Anthropic: 5,000 uncached, 4,000 read, 500 written, 100 out', () => {
  test.for([
    ['@traceloop/instrumentation-anthropic@0.27.0'],
    ['@traceloop/instrumentation-anthropic@0.14.1'],
    ['@traceloop/instrumentation-anthropic'],
    ['@openlit/instrumentation-anthropic@1.0.0'],
    ['openlit.instrumentation.anthropic'],
  ])('%s omits the cache from its input', ([scope]) => {
    const call = callOf(scope!, { ...ANTHROPIC, ...CACHE, 'gen_ai.usage.input_tokens': 5_000 });
    expect(call.usage).toMatchObject({ uncachedInput: 5_000, cacheRead: 4_000, cacheWrite: 500 });
    expect(call).toMatchObject({ promptTokens: 9_500, completionTokens: 100, totalTokens: 9_600 });
    expect(costOf(call)).toBeCloseTo(BILL, 12);
  });

  test.for([
    ['com.anthropic.sdk.typescript@1.8.0'],
    ['opentelemetry.instrumentation.anthropic@0.60.0'],
    ['@traceloop/instrumentation-anthropic@0.28.0'],
    ['@traceloop/instrumentation-anthropic@1.0.0'],
    ['@traceloop/instrumentation-anthropic-vertex@0.1.0'],
    ['gen_ai'],
    ['somebody-else'],
  ])('%s includes it', ([scope]) => {
    const call = callOf(scope!, { ...ANTHROPIC, ...CACHE, 'gen_ai.usage.input_tokens': 9_500 });
    expect(call.totalTokens).toBe(9_600);
    expect(costOf(call)).toBeCloseTo(BILL, 12);
  });

  test.for([
    ['opentelemetry.instrumentation.bedrock@0.60.0'],
    ['@openlit/instrumentation-bedrock@1.0.0'],
    ['openlit.instrumentation.bedrock'],
    ['@traceloop/instrumentation-bedrock@0.27.0'],
  ])('%s, on Bedrock, omits it', ([scope]) => {
    const call = callOf(scope!, {
      ...CACHE,
      'gen_ai.provider.name': 'aws.bedrock',
      'gen_ai.request.model': 'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'gen_ai.usage.input_tokens': 5_000,
    });
    expect(call).toMatchObject({ provider: 'anthropic', requestMeta: { gateway: 'bedrock' } });
    expect(costOf(call)).toBeCloseTo(BILL, 12);
  });

  test('the total decides for an unknown emitter', () => {
    const usage = { ...ANTHROPIC, ...CACHE };
    const apart = { ...usage, 'gen_ai.usage.input_tokens': 5_000, 'gen_ai.usage.total_tokens': 9_600 };
    expect(costOf(callOf('x', apart))).toBeCloseTo(BILL, 12);
    const inside = { ...usage, 'gen_ai.usage.input_tokens': 9_500, 'gen_ai.usage.total_tokens': 9_600 };
    expect(costOf(callOf('x', inside))).toBeCloseTo(BILL, 12);
  });

  test('Claude Code', () => {
    const call = callOf('com.anthropic.claude_code.tracing@1.0.0', {
      ...ANTHROPIC,
      input_tokens: 5_000,
      output_tokens: 100,
      cache_read_tokens: 4_000,
      cache_creation_tokens: 500,
    });
    expect(costOf(call)).toBeCloseTo(BILL, 12);
  });
});

describe('Strands reports the figures of the model’s client', () => {
  const usage = {
    'gen_ai.usage.input_tokens': 5_000,
    'gen_ai.usage.prompt_tokens': 5_000,
    'gen_ai.usage.output_tokens': 100,
    'gen_ai.usage.cache_read_input_tokens': 4_000,
    'gen_ai.usage.cache_write_input_tokens': 500,
  };
  const strands = (model: string) =>
    callOf(
      'weather-agent',
      { ...usage, 'gen_ai.system': 'weather-agent', 'gen_ai.request.model': model },
      { resource: new Map([['service.name', 'weather-agent']]) },
    );

  test.for([
    ['claude-sonnet-4-5', 9_600],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 9_600],
    ['arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0', 9_600],
    // LiteLLM and OpenAI count the cache into the input.
    ['anthropic/claude-sonnet-4-5', 5_100],
    ['gpt-4o', 5_100],
  ] as const)('%s: %d tokens', ([model, total]) => {
    expect(strands(model).totalTokens).toBe(total);
  });

  test('the bill of Sonnet 4.5', () => {
    expect(costOf(strands('claude-sonnet-4-5'))).toBeCloseTo(BILL, 12);
    const written = { ...usage, 'gen_ai.usage.cache_creation.input_tokens': 500 };
    expect(costOf(callOf('strands', { ...ANTHROPIC, ...written }))).toBeCloseTo(BILL, 12);
  });
});

describe('the AI SDK', () => {
  test('5 has the part of the cache that is kept for an hour in its metadata', () => {
    const usage = { cache_creation_input_tokens: 500, cache_creation: { ephemeral_1h_input_tokens: 300 } };
    const call = callOf('ai', {
      ...ANTHROPIC,
      'gen_ai.usage.input_tokens': 5_000,
      'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage } }),
    });
    expect(call.requestMeta).toMatchObject({ cacheWriteTokens: 500, cacheWrite1hTokens: 300 });
  });

  const doGenerate = { ...ANTHROPIC, 'gen_ai.usage.output_tokens': 100 };
  const metadata = (input: number) => ({
    'ai.response.providerMetadata': JSON.stringify({
      anthropic: {
        usage: { input_tokens: input, cache_read_input_tokens: 4_000, cache_creation_input_tokens: 500 },
      },
    }),
  });

  test.for([
    ['5, which has the cache in its metadata only', 5_000, metadata(5_000)],
    ['5, which also has what was read', 5_000, { ...metadata(5_000), 'ai.usage.cachedInputTokens': 4_000 }],
    ['6, whose input differs from that of the metadata', 9_500, metadata(5_000)],
    [
      '6 and 7, which say what was not cached',
      9_500,
      {
        'ai.usage.inputTokenDetails.noCacheTokens': 5_000,
        'ai.usage.inputTokenDetails.cacheReadTokens': 4_000,
        'ai.usage.inputTokenDetails.cacheWriteTokens': 500,
      },
    ],
    [
      'where the input is what was not cached',
      5_000,
      {
        'ai.usage.inputTokenDetails.noCacheTokens': 5_000,
        'ai.usage.inputTokenDetails.cacheReadTokens': 4_000,
        'ai.usage.inputTokenDetails.cacheWriteTokens': 500,
      },
    ],
  ] as const)('%s', ([, input, more]) => {
    const call = callOf('ai', { ...doGenerate, ...more, 'gen_ai.usage.input_tokens': input });
    expect(call.totalTokens).toBe(9_600);
    expect(costOf(call)).toBeCloseTo(BILL, 12);
  });
});

describe('Gemini: 1,000 in, 500 out, 300 thoughts', () => {
  const GEMINI = { 'gen_ai.provider.name': 'gcp.gen_ai', 'gen_ai.request.model': 'gemini-2.5-flash' };
  const IN = { ...GEMINI, 'gen_ai.usage.input_tokens': 1_000 };
  const thoughts = { 'gen_ai.usage.reasoning_tokens': 300 };
  const bill = (1_000 * 0.3 + 800 * 2.5) / 1e6;

  test.for([
    ['@traceloop/instrumentation-google-generativeai@0.27.0', {}],
    ['@traceloop/instrumentation-google-generativeai@0.27.0', { 'gen_ai.usage.total_tokens': 1_800 }],
    ['@openlit/instrumentation-google-ai@1.0.0', {}],
    ['openlit.instrumentation.google_ai_studio', {}],
    ['gemini-cli@0.61.0', {}],
  ] as const)('%s omits them from the output: %j', ([scope, more]) => {
    const call = callOf(scope, { ...IN, ...thoughts, ...more, 'gen_ai.usage.output_tokens': 500 });
    expect(call.usage).toMatchObject({ outputText: 500, reasoning: 300 });
    expect(costOf(call)).toBeCloseTo(bill, 12);
  });

  test.for([
    ['gen_ai', {}],
    ['opentelemetry.instrumentation.google_genai', {}],
    ['@traceloop/instrumentation-google-generativeai@9.0.0', { 'gen_ai.usage.total_tokens': 1_800 }],
  ] as const)('%s includes them: %j', ([scope, more]) => {
    const call = callOf(scope, { ...IN, ...thoughts, ...more, 'gen_ai.usage.output_tokens': 800 });
    expect(call.usage).toMatchObject({ outputText: 500, reasoning: 300 });
    expect(costOf(call)).toBeCloseTo(bill, 12);
  });

  test('OpenLLMetry for Python has them in the total only', () => {
    const call = callOf('opentelemetry.instrumentation.google_generativeai', {
      ...IN,
      'gen_ai.usage.output_tokens': 500,
      'gen_ai.usage.total_tokens': 1_800,
    });
    expect(call.usage).toMatchObject({ outputText: 500, reasoning: 300 });
    expect(call.requestMeta).toMatchObject({ reasoningTokens: 300 });
  });

  test('the ADK, before and after it followed the convention', () => {
    const before = { 'gen_ai.usage.output_tokens': 500, 'gen_ai.usage.experimental.reasoning_tokens': 300 };
    expect(costOf(callOf('gcp.vertex.agent', { ...IN, ...before }))).toBeCloseTo(bill, 12);
    const after = { 'gen_ai.usage.output_tokens': 800, 'gen_ai.usage.reasoning.output_tokens': 300 };
    expect(costOf(callOf('gcp.vertex.agent', { ...IN, ...after }))).toBeCloseTo(bill, 12);
  });
});

describe('a cost of 0', () => {
  const tokens = { ...ANTHROPIC, 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 10 };

  test('from OpenLIT counts as absent', () => {
    for (const scope of [
      '@openlit/instrumentation-anthropic@1.0.0',
      'openlit.instrumentation.anthropic',
      'openlit',
    ]) {
      const call = callOf(scope, { ...tokens, 'gen_ai.usage.cost': 0 });
      expect(call.costUsd).toBeNull();
      expect(call.requestMeta).not.toHaveProperty('costSource');
    }
  });

  test('from other emitters is kept, as is any other cost of OpenLIT', () => {
    expect(callOf('openlitter', { ...tokens, 'gen_ai.usage.cost': 0 }).costUsd).toBe(0);
    const said = callOf('@openlit/instrumentation-anthropic', { ...tokens, 'gen_ai.usage.cost': 0.000237 });
    expect(said).toMatchObject({ costUsd: 0.000237, requestMeta: { costSource: 'span' } });
  });
});

describe('Codex', () => {
  const usage = { 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 40 };

  test.for([
    ['by its attributes', 'x', { 'codex.usage.reasoning_output_tokens': 12 }, {}],
    ['by its scope', 'codex_otel', {}, {}],
    ['by its service', 'x', {}, { resource: new Map([['service.name', 'codex_cli_rs']]) }],
  ] as const)('a span with usage, known %s, is a call of OpenAI', ([, scope, more, given]) => {
    const call = callOf(scope, { ...usage, ...more }, { name: 'handle_responses', ...given });
    expect(call).toMatchObject({ provider: 'openai', model: 'unknown', promptTokens: 900, totalTokens: 940 });
    expect(deriveCost({ ...call, atMs: 0 }, priceBook()).pricing).toBeNull();
  });

  test('any other span without provider and model is still rejected', () => {
    expect(() => callOf('x', usage)).toThrow('missing_provider');
  });
});

describe('the gateway and the image tokens of a span', () => {
  const oss = { 'gen_ai.provider.name': 'groq', 'gen_ai.request.model': 'openai/gpt-oss-120b' };

  test('the gateway is kept', () => {
    expect(callOf('x', oss)).toMatchObject({ provider: 'openai', requestMeta: { gateway: 'groq' } });
    expect(callOf('x', ANTHROPIC).requestMeta).not.toHaveProperty('gateway');
    const address = { ...oss, 'gen_ai.provider.name': 'openai', 'server.address': '192.168.0.4' };
    expect(callOf('x', address)).toMatchObject({ requestMeta: { gateway: 'local' } });
  });

  test('image tokens, in and out', () => {
    const image = { 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'gemini-2.5-flash-image' };
    const counted = callOf('x', {
      ...image,
      'gen_ai.usage.input_tokens': 300,
      'gen_ai.usage.output_tokens': 1_290,
      'gen_ai.usage.image.input_tokens': 258,
      'gen_ai.usage.image.output_tokens': 1_290,
    });
    expect(counted.requestMeta).toMatchObject({ imageTokens: 1_548, imageOutputTokens: 1_290 });
    const details = callOf('x', { ...image, 'gen_ai.usage.output_token_details': '{"image":0}' });
    expect(details.requestMeta).toMatchObject({ imageTokens: 0, imageOutputTokens: 0 });
    expect(callOf('x', image).requestMeta).not.toHaveProperty('imageTokens');
  });
});
