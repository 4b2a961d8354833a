import { expect, it } from 'vitest';
import { mapTraces } from '#otlp';
import type { StoredRecord } from '#records';
import { capturedRequests } from '#test/support/compat-fixtures';
import { litellmSpan } from './to-span.ts';

const PAYLOAD = {
  id: 'chatcmpl-1',
  trace_id: '5f0d2b5e-1111-4222-8333-444455556666',
  litellm_call_id: '9d1c7b52-aaaa-4bbb-8ccc-ddddeeeeffff',
  call_type: 'acompletion',
  stream: true,
  status: 'success',
  response_cost: 0.0125,
  custom_llm_provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  model_group: 'smart',
  api_base: 'https://api.anthropic.com',
  prompt_tokens: 1422,
  completion_tokens: 19,
  total_tokens: 1441,
  startTime: 1_700_000_000.25,
  endTime: 1_700_000_001.75,
  completionStartTime: 1_700_000_000.75,
  cache_hit: false,
  request_tags: ['beta', 'User-Agent: curl'],
  end_user: 'customer-7',
  metadata: {
    user_api_key_alias: 'ci-key',
    user_api_key_team_alias: 'search',
    user_api_key_user_email: 'ann@example.com',
    usage_object: {
      prompt_tokens: 1422,
      completion_tokens: 19,
      total_tokens: 1441,
      cache_read_input_tokens: 1024,
      cache_creation_input_tokens: 256,
      prompt_tokens_details: null,
    },
    requester_metadata: { session_id: 's-1', feature: 'chat', nested: { a: 1 } },
  },
  messages: [{ role: 'user', content: 'Hello' }],
  response: {
    id: 'chatcmpl-1',
    model: 'claude-sonnet-4-5-20250929',
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
  },
  model_parameters: { temperature: 0.2, tools: [] },
  error_str: null,
};

function recordOf(payload: unknown): StoredRecord {
  const read = litellmSpan(payload);
  if (!read.ok) throw new Error(read.reason);
  const [record] = mapTraces([read.span], {
    providers: ['openai', 'anthropic'],
    nowMs: 0,
    door: 'open',
  }).records;
  if (!record) throw new Error('The span was rejected.');
  return record;
}

it.each([
  ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
  ['openai/gpt-oss-120b', 'openai/gpt-oss-120b'],
  ['anthropic/', 'anthropic/'],
])('the model %s of a deployment is %s', (model, expected) => {
  expect(recordOf({ ...PAYLOAD, model })).toMatchObject({ model: expected });
});

it('a call with its tokens, cost, cache, times, user, tags and content', () => {
  const record = recordOf(PAYLOAD);
  expect(record).toMatchObject({
    kind: 'call',
    id: `${PAYLOAD.trace_id}-chatcmpl-1`,
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    timestampMs: 1_700_000_000_250,
    latencyMs: 1_500,
    promptTokens: 1422,
    completionTokens: 19,
    totalTokens: 1441,
    costUsd: 0.0125,
    sessionId: 's-1',
    error: null,
    usage: { uncachedInput: 142, cacheRead: 1024, cacheWrite: 256, outputText: 19 },
    requestMeta: {
      userId: 'customer-7',
      ttftMs: 500,
      stream: true,
      finishReasons: ['stop'],
      responseId: 'chatcmpl-1',
      input: [{ role: 'user', content: 'Hello' }],
      output: [{ role: 'assistant', content: 'Hi' }],
    },
  });
  expect(record.kind === 'call' && record.tags).toEqual({
    'tag:beta': 'true',
    'tag:User-Agent: curl': 'true',
    team: 'search',
    key: 'ci-key',
    model_group: 'smart',
    feature: 'chat',
  });
});

it('no e-mail address is kept', () => {
  expect(JSON.stringify(recordOf(PAYLOAD))).not.toContain('ann@example.com');
});

it('a cost of 0 is unknown, unless the answer came from the cache', () => {
  expect(recordOf({ ...PAYLOAD, response_cost: 0 })).toMatchObject({ costUsd: null });
  expect(recordOf({ ...PAYLOAD, response_cost: 0, cache_hit: true })).toMatchObject({
    costUsd: 0,
    tags: { cache_hit: 'true' },
  });
});

it('failed attempts share one id and differ by their start', () => {
  const failure = {
    ...PAYLOAD,
    id: PAYLOAD.litellm_call_id,
    status: 'failure',
    response: {},
    response_cost: 0,
    metadata: {},
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
    error_str: 'litellm.RateLimitError: 429',
    error_information: {
      error_code: '429',
      error_class: 'RateLimitError',
      error_message: 'Slow down',
      traceback: 'at x',
    },
  };
  const records = [failure, { ...failure, startTime: failure.startTime + 1 }].map(recordOf);
  expect(new Set(records.map(({ id }) => id)).size).toBe(2);
  expect(records[0]).toMatchObject({
    kind: 'call',
    error: 'Slow down',
    errorDetails: { type: 'RateLimitError', status: 429, stack: 'at x' },
    totalTokens: 0,
  });
  expect(recordOf(failure).id).toBe(records[0]?.id);
});

it('an embedding has no vector, and the id None is replaced', () => {
  const record = recordOf({
    ...PAYLOAD,
    id: 'None',
    call_type: 'aembedding',
    stream: null,
    model: 'text-embedding-3-small',
    custom_llm_provider: 'openai',
    messages: ['some text'],
    metadata: { usage_object: { prompt_tokens: 3, total_tokens: 3 } },
    response: { data: [{ embedding: Array.from({ length: 3_072 }, () => 0.123456) }] },
  });
  expect(record).toMatchObject({ id: `${PAYLOAD.trace_id}-${PAYLOAD.litellm_call_id}`, promptTokens: 3 });
  expect(JSON.stringify(record).length).toBeLessThan(2_000);
});

it.each([
  ['call_mcp_tool', 'tool'],
  ['acreate_file', 'span'],
])('%s is an observation of type %s', (callType, type) => {
  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, response_cost: 0, metadata: {} };
  expect(recordOf({ ...PAYLOAD, ...none, call_type: callType })).toMatchObject({ kind: 'observation', type });
});

it.each([
  'anthropic_messages',
  'aresponses',
  'aimage_generation',
  'atext_completion',
  'arerank',
  'something_new',
])('%s is a call', (callType) => {
  expect(recordOf({ ...PAYLOAD, call_type: callType })).toMatchObject({ kind: 'call', costUsd: 0.0125 });
});

it.each([
  ['not_an_object', null],
  ['invalid_start_time', { ...PAYLOAD, startTime: '2026-01-01 10:00:00' }],
  ['missing_id', { ...PAYLOAD, id: '', litellm_call_id: null }],
])('%s', (reason, payload) => {
  expect(litellmSpan(payload)).toEqual({ ok: false, reason });
});

it('long and odd ids become hashes that fit', () => {
  const { id } = recordOf({ ...PAYLOAD, id: 'x'.repeat(500), trace_id: 'a\u0000b' });
  expect(id).toMatch(/^[0-9a-f]{32}-[0-9a-f]{32}$/);
});

it('what LiteLLM 1.106 sent', () => {
  const payloads = capturedRequests('litellm-generic-api').flatMap(
    ({ body }) => JSON.parse(String(body)) as object[],
  );
  const calls = payloads.map(recordOf);
  const who = {
    sessionId: 'session-7',
    tags: { 'tag:beta': 'true', plan: 'pro' },
    requestMeta: { userId: 'user-7' },
  };
  const gpt = { ...who, usage: { uncachedInput: 160, cacheRead: 1024, outputText: 17 } };
  expect(calls).toMatchObject([
    { ...gpt, model: 'gpt-4o-mini', costUsd: 0.000111 },
    { ...gpt, model: 'gpt-4o', costUsd: 0.00185, requestMeta: { stream: true, userId: 'user-7' } },
    { ...gpt, model: 'gpt-5-mini', usage: { outputText: 17, reasoning: 128 } },
    {
      ...who,
      provider: 'anthropic',
      usage: { uncachedInput: 142, cacheRead: 1024, cacheWrite: 256, outputText: 19 },
    },
    { ...gpt, model: 'qwen-max', costUsd: null },
    { ...who, model: 'text-embedding-3-small', totalTokens: 8 },
    { ...who, model: 'gpt-4.1-nano', totalTokens: 0, errorDetails: { type: 'BadRequestError', status: 400 } },
  ]);
});

it('a session by its own member, and by a trace id that LiteLLM did not make up', () => {
  const none = { ...PAYLOAD, metadata: {} };
  expect(recordOf(none)).toMatchObject({ sessionId: null });
  expect(recordOf({ ...none, session_id: 's-2' })).toMatchObject({ sessionId: 's-2' });
  expect(recordOf({ ...none, trace_id: 'chat-1' })).toMatchObject({ sessionId: 'chat-1', traceId: 'chat-1' });
});
