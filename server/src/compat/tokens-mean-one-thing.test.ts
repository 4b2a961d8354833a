// The same usage of a model, as every client reports it: the stored call must be the same, whatever a client
// counts as input and output.
import { expect, test } from 'vitest';
import { AgentEventReader, decodeLogsJson, mapTraces, type MapDoor, type Span } from '#otlp';
import type { CallRecord, Json, JsonObject } from '#records';
import { apiRequest, logsOf, namedEvent, type SampleEvent } from '#test/support/agent-events';
import { draftSpan } from './draft-span.ts';
import type { HeliconeRoute } from './helicone/to-spans.ts';
import { heliconeSpans } from './helicone/to-spans.ts';
import { eventPart } from './langfuse/tracing/event-part.ts';
import { langfuseSpans } from './langfuse/tracing/observation-span.ts';
import { runPart } from './langsmith/run-part.ts';
import { runSpan } from './langsmith/run-span.ts';
import { litellmSpan } from './litellm/to-span.ts';
import { partOf } from './open-spans/merge-parts.ts';

const AT = Date.UTC(2026, 10, 15, 12);

function stored(spans: readonly Span[], door: MapDoor = 'open'): CallRecord {
  const { records } = mapTraces(spans, {
    providers: ['openai', 'anthropic', 'google', 'mistral'],
    nowMs: AT,
    door,
  });
  const call = records.find((record) => record.kind === 'call');
  if (!call) throw new Error('no call');
  return call;
}

const span = (scope: string, attributes: Readonly<Record<string, Json>>): Span => {
  const [name = '', version = ''] = scope.split(/@(?=\d)/);
  const drafted = draftSpan({
    traceId: 't',
    spanId: 's',
    name: 'chat',
    startMs: AT,
    endMs: AT + 100,
    attributes,
  });
  return { ...drafted, scope: { name, version } };
};

const traces = (scope: string, attributes: JsonObject, door?: MapDoor) => () =>
  stored([span(scope, { 'gen_ai.operation.name': 'chat', ...attributes })], door);

const log = (event: SampleEvent, scope?: string) => () => {
  const decoded = decodeLogsJson(Buffer.from(JSON.stringify(logsOf([event], scope))));
  if (!decoded.ok) throw new Error(decoded.message);
  const reader = new AgentEventReader();
  for (const record of decoded.records) reader.add(record);
  return stored(reader.finish().spans);
};

const helicone =
  (route: HeliconeRoute, model: string, answer: JsonObject, stream: string | null = null) =>
  () =>
    stored(
      heliconeSpans({
        route,
        body: {
          providerRequest: { json: { model, messages: [] } },
          providerResponse: {
            status: 200,
            ...(stream === null ? { json: answer } : { json: {}, textBody: stream }),
          },
        },
        streamed: null,
        headers: { properties: new Map() } as never,
        nowMs: AT,
      }),
    );

const litellm = (provider: string, model: string, usage: JsonObject) => () => {
  const read = litellmSpan({
    id: 'i',
    trace_id: 't',
    call_type: 'acompletion',
    status: 'success',
    custom_llm_provider: provider,
    model,
    startTime: AT / 1_000,
    endTime: AT / 1_000 + 1,
    metadata: { usage_object: usage },
  });
  if (!read.ok) throw new Error(read.reason);
  return stored([read.span]);
};

const langfuse = (model: string, body: JsonObject) => () => {
  const startTime = new Date(AT).toISOString();
  const part = eventPart({
    id: 'e',
    type: 'generation-create',
    timestamp: startTime,
    body: { id: 'g', traceId: 't', startTime, model, ...body },
    bytes: 0,
  });
  if (!part) throw new Error('no part');
  return stored([langfuseSpans.toSpan(partOf(part), null)]);
};

const langsmith = (provider: string, model: string, outputs: JsonObject) => () => {
  const part = runPart(
    {
      id: '019a8f3e-0000-7000-8000-000000000002',
      trace_id: '019a8f3e-0000-7000-8000-000000000001',
      name: 'llm',
      run_type: 'llm',
      start_time: new Date(AT).toISOString(),
      end_time: AT + 100,
      extra: { metadata: { ls_provider: provider, ls_model_name: model } },
      outputs,
    },
    'post',
  );
  if (!part) throw new Error('no run');
  return stored([runSpan(part)]);
};

interface Stored {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
}

function tokensOf({ promptTokens, completionTokens, totalTokens, requestMeta }: CallRecord): Stored {
  const counts = { promptTokens, completionTokens, totalTokens } as Record<string, unknown>;
  for (const part of ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens']) {
    if (requestMeta?.[part] !== undefined) counts[part] = requestMeta[part];
  }
  return counts as unknown as Stored;
}

const CLAUDE = 'claude-sonnet-4-5';
const ANTHROPIC = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': CLAUDE };
const APART = {
  ...ANTHROPIC,
  'gen_ai.usage.input_tokens': 142,
  'gen_ai.usage.output_tokens': 41,
  'gen_ai.usage.cache_read.input_tokens': 1_024,
  'gen_ai.usage.cache_creation.input_tokens': 256,
};
const INSIDE = { ...APART, 'gen_ai.usage.input_tokens': 1_422 };
const NATIVE = {
  input_tokens: 142,
  cache_read_input_tokens: 1_024,
  cache_creation_input_tokens: 256,
  output_tokens: 41,
};
const ANTHROPIC_BODY = { id: 'msg_1', role: 'assistant', model: CLAUDE, content: [], usage: NATIVE };
const ANTHROPIC_STREAM = [
  { type: 'message_start', message: { ...ANTHROPIC_BODY, usage: { ...NATIVE, output_tokens: 1 } } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 41 } },
]
  .map((event) => `data: ${JSON.stringify(event)}`)
  .join('\n');
const CLAUDE_CODE = {
  input_tokens: 142,
  output_tokens: 41,
  cache_read_tokens: 1_024,
  cache_creation_tokens: 256,
};

test.for<[string, () => CallRecord]>([
  ['the SDK of Anthropic', traces('com.anthropic.sdk.typescript@1.8.0', INSIDE)],
  ['the SDK of Anthropic, /v1/traces', traces('com.anthropic.sdk.typescript@1.8.0', INSIDE, 'strict')],
  ['OpenLLMetry-JS 0.27', traces('@traceloop/instrumentation-anthropic@0.27.0', APART)],
  ['OpenLLMetry-JS 0.27, /v1/traces', traces('@traceloop/instrumentation-anthropic@0.27.0', APART, 'strict')],
  ['OpenLLMetry-JS 0.28', traces('@traceloop/instrumentation-anthropic@0.28.0', INSIDE, 'strict')],
  ['OpenLLMetry for Python', traces('opentelemetry.instrumentation.anthropic@0.60.0', INSIDE, 'strict')],
  ['OpenLIT', traces('openlit.instrumentation.anthropic', APART, 'strict')],
  ['OpenLIT, any provider', traces('openlit.instrumentation.anthropic', APART, 'any-provider')],
  ['Strands', traces('weather', { ...APART, 'gen_ai.usage.cache_write_input_tokens': 256 }, 'strict')],
  [
    'AI SDK 5',
    traces(
      'ai',
      {
        'gen_ai.system': 'anthropic.messages',
        'gen_ai.request.model': CLAUDE,
        'gen_ai.usage.input_tokens': 142,
        'gen_ai.usage.output_tokens': 41,
        'ai.usage.cachedInputTokens': 1_024,
        'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: NATIVE } }),
      },
      'strict',
    ),
  ],
  [
    'AI SDK 6',
    traces(
      'ai',
      {
        'gen_ai.system': 'anthropic.messages',
        'gen_ai.request.model': CLAUDE,
        'gen_ai.usage.input_tokens': 1_422,
        'gen_ai.usage.output_tokens': 41,
        'ai.usage.inputTokenDetails.noCacheTokens': 142,
        'ai.usage.inputTokenDetails.cacheReadTokens': 1_024,
        'ai.usage.inputTokenDetails.cacheWriteTokens': 256,
      },
      'strict',
    ),
  ],
  ['AI SDK 7', traces('gen_ai', INSIDE, 'strict')],
  [
    'OpenInference',
    traces('@arizeai/openinference-instrumentation-anthropic@0.2.8', {
      'gen_ai.operation.name': null,
      'openinference.span.kind': 'LLM',
      'llm.provider': 'anthropic',
      'llm.model_name': CLAUDE,
      'llm.token_count.prompt': 1_422,
      'llm.token_count.completion': 41,
      'llm.token_count.total': 1_463,
      'llm.token_count.prompt_details.cache_read': 1_024,
      'llm.token_count.prompt_details.cache_write': 256,
    }),
  ],
  [
    'Claude Code, spans',
    traces('com.anthropic.claude_code.tracing', { ...ANTHROPIC, ...CLAUDE_CODE }, 'strict'),
  ],
  ['Claude Code, logs', log(apiRequest({}, AT))],
  ['Langfuse, usage of Anthropic', langfuse(CLAUDE, { usageDetails: NATIVE })],
  [
    'Langfuse, separate counts',
    langfuse(CLAUDE, {
      usageDetails: {
        input: 142,
        output: 41,
        input_cached_tokens: 1_024,
        input_cache_creation: 256,
        total: 1_463,
      },
    }),
  ],
  [
    'Langfuse, the cache inside',
    langfuse(CLAUDE, {
      usageDetails: {
        input: 1_422,
        output: 41,
        cache_read_input_tokens: 1_024,
        cache_creation_input_tokens: 256,
        total: 1_463,
      },
    }),
  ],
  [
    'Langfuse by OpenTelemetry',
    traces('langfuse-sdk@5.11.1', {
      'gen_ai.operation.name': null,
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': CLAUDE,
      'langfuse.observation.usage_details': JSON.stringify(NATIVE),
    }),
  ],
  [
    'LangSmith, the usage of LangChain',
    langsmith('anthropic', CLAUDE, {
      usage_metadata: {
        input_tokens: 1_422,
        output_tokens: 41,
        total_tokens: 1_463,
        input_token_details: { cache_read: 1_024, cache_creation: 256 },
      },
    }),
  ],
  ['LangSmith, the answer of Anthropic', langsmith('anthropic', CLAUDE, { usage: NATIVE })],
  [
    'LiteLLM',
    litellm('anthropic', CLAUDE, {
      prompt_tokens: 1_422,
      completion_tokens: 41,
      total_tokens: 1_463,
      cache_read_input_tokens: 1_024,
      cache_creation_input_tokens: 256,
    }),
  ],
  ['LiteLLM, an answer passed through', litellm('anthropic', CLAUDE, NATIVE)],
  ['Helicone', helicone('anthropic', CLAUDE, ANTHROPIC_BODY)],
  ['Helicone, its own path', helicone('custom', CLAUDE, ANTHROPIC_BODY)],
  ['Helicone, a stream', helicone('anthropic', CLAUDE, {}, ANTHROPIC_STREAM)],
  [
    'Bedrock',
    helicone('custom', `anthropic.${CLAUDE}-20250929-v1:0`, {
      output: { message: { role: 'assistant', content: [] } },
      usage: {
        inputTokens: 142,
        outputTokens: 41,
        totalTokens: 1_463,
        cacheReadInputTokens: 1_024,
        cacheWriteInputTokens: 256,
      },
    }),
  ],
])('Claude, 142 + 1,024 read + 256 written, 41 out: %s', ([, call]) => {
  expect(tokensOf(call())).toEqual({
    promptTokens: 1_422,
    completionTokens: 41,
    totalTokens: 1_463,
    cachedTokens: 1_024,
    cacheWriteTokens: 256,
  });
});

const GPT = { 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-5' };
const GPT_USAGE = {
  prompt_tokens: 1_184,
  completion_tokens: 145,
  total_tokens: 1_329,
  prompt_tokens_details: { cached_tokens: 1_024 },
  completion_tokens_details: { reasoning_tokens: 128 },
};
const GPT_SPAN = {
  ...GPT,
  'gen_ai.usage.input_tokens': 1_184,
  'gen_ai.usage.output_tokens': 145,
  'gen_ai.usage.cache_read.input_tokens': 1_024,
  'gen_ai.usage.reasoning.output_tokens': 128,
};

test.for<[string, () => CallRecord]>([
  ['a span of the conventions', traces('opentelemetry.instrumentation.openai_v2', GPT_SPAN, 'strict')],
  ['an unknown instrumentation', traces('acme', GPT_SPAN, 'strict')],
  [
    'OpenInference',
    traces('@arizeai/openinference-instrumentation-openai@4.2.7', {
      'gen_ai.operation.name': null,
      'openinference.span.kind': 'LLM',
      'llm.provider': 'openai',
      'llm.model_name': 'gpt-5',
      'llm.token_count.prompt': 1_184,
      'llm.token_count.completion': 145,
      'llm.token_count.prompt_details.cache_read': 1_024,
      'llm.token_count.completion_details.reasoning': 128,
    }),
  ],
  [
    'Codex, logs',
    log(
      namedEvent(
        'codex.sse_event',
        {
          'conversation.id': 'c',
          model: 'gpt-5',
          'event.kind': 'response.completed',
          input_token_count: 1_184,
          output_token_count: 145,
          cached_token_count: 1_024,
          reasoning_token_count: 128,
          tool_token_count: 1_329,
        },
        AT,
      ),
      'codex_otel',
    ),
  ],
  [
    'Langfuse, separate counts',
    langfuse('gpt-5', {
      usageDetails: {
        input: 160,
        input_cached_tokens: 1_024,
        output: 17,
        output_reasoning_tokens: 128,
        total: 1_329,
      },
    }),
  ],
  ['Langfuse, usage of OpenAI', langfuse('gpt-5', { usageDetails: GPT_USAGE })],
  ['LangSmith', langsmith('openai', 'gpt-5', { usage: GPT_USAGE })],
  ['LiteLLM', litellm('openai', 'gpt-5', GPT_USAGE)],
  ['Helicone', helicone('oai', 'gpt-5', { id: 'c', model: 'gpt-5', choices: [], usage: GPT_USAGE })],
])('GPT, 1,184 in with 1,024 cached, 145 out with 128 thought: %s', ([, call]) => {
  expect(tokensOf(call())).toEqual({
    promptTokens: 1_184,
    completionTokens: 145,
    totalTokens: 1_329,
    cachedTokens: 1_024,
    reasoningTokens: 128,
  });
});

const GEMINI = 'gemini-2.5-pro';
const GEMINI_USAGE = {
  promptTokenCount: 1_184,
  cachedContentTokenCount: 1_024,
  candidatesTokenCount: 17,
  thoughtsTokenCount: 64,
  toolUsePromptTokenCount: 10,
  totalTokenCount: 1_275,
};
const snake = (usage: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(usage).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      value,
    ]),
  );

test.for<[string, () => CallRecord]>([
  [
    'Gemini CLI, logs',
    log(
      namedEvent(
        'gemini_cli.api_response',
        {
          'session.id': 's',
          model: GEMINI,
          input_token_count: 1_184,
          output_token_count: 17,
          cached_content_token_count: 1_024,
          thoughts_token_count: 64,
          tool_token_count: 10,
          total_token_count: 1_275,
        },
        AT,
      ),
      'gemini-cli',
    ),
  ],
  ['Helicone', helicone('googleapis', GEMINI, { candidates: [], usageMetadata: GEMINI_USAGE })],
  [
    'Helicone, from Python',
    helicone('googleapis', GEMINI, { candidates: [], usage_metadata: snake(GEMINI_USAGE) }),
  ],
  ['Langfuse, usage of Gemini', langfuse(GEMINI, { usageDetails: GEMINI_USAGE })],
  ['LangSmith', langsmith('google', GEMINI, { usage: snake(GEMINI_USAGE) })],
  ['LiteLLM, an answer passed through', litellm('gemini', GEMINI, GEMINI_USAGE)],
])('Gemini, 1,184 in with 1,024 cached + 10 of tools, 17 out + 64 thought: %s', ([, call]) => {
  expect(tokensOf(call())).toEqual({
    promptTokens: 1_194,
    completionTokens: 81,
    totalTokens: 1_275,
    cachedTokens: 1_024,
    reasoningTokens: 64,
  });
});

// As the API of Anthropic counts: the iterations of a compaction are not in the sums above them.
const COMPACTED = {
  ...NATIVE,
  iterations: [
    { type: 'compaction', input_tokens: 9_000, output_tokens: 700 },
    { type: 'message', ...NATIVE },
  ],
};

test.for<[string, () => CallRecord]>([
  ['Helicone', helicone('anthropic', CLAUDE, { ...ANTHROPIC_BODY, usage: COMPACTED })],
  ['LangSmith', langsmith('anthropic', CLAUDE, { usage: COMPACTED })],
  ['LiteLLM', litellm('anthropic', CLAUDE, COMPACTED)],
  ['Langfuse', langfuse(CLAUDE, { usageDetails: COMPACTED })],
  [
    'AI SDK 5',
    traces(
      'ai',
      {
        'gen_ai.system': 'anthropic.messages',
        'gen_ai.request.model': CLAUDE,
        'gen_ai.usage.input_tokens': 142,
        'gen_ai.usage.output_tokens': 41,
        'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: COMPACTED } }),
      },
      'strict',
    ),
  ],
])('Claude with a compaction of 9,000 in and 700 out: %s', ([, call]) => {
  expect(tokensOf(call())).toEqual({
    promptTokens: 10_422,
    completionTokens: 741,
    totalTokens: 11_163,
    cachedTokens: 1_024,
    cacheWriteTokens: 256,
  });
});

test('/v1/traces keeps the numbers of an unknown instrumentation; its cost uses the buckets', () => {
  const apart = { ...APART, 'gen_ai.usage.total_tokens': 1_463 };
  const call = traces('acme-agent', apart, 'strict')();
  expect(tokensOf(call)).toMatchObject({ promptTokens: 142, completionTokens: 41, totalTokens: 1_463 });
  expect(call.usage).toMatchObject({ uncachedInput: 142, cacheRead: 1_024, cacheWrite: 256 });
  expect(tokensOf(traces('acme-agent', apart)())).toMatchObject({ promptTokens: 1_422 });
});
