// Runs as the clients send them become the calls and observations of a record.
import { describe, expect, test } from 'vitest';
import { mapTraces } from '#otlp';
import type { CallRecord, JsonObject, ObservationRecord } from '#records';
import { runPart } from './run-part.ts';
import { runSpan } from './run-span.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
const TRACE = '019a8f3e-0000-7000-8000-000000000001';
const RUN = '019a8f3e-0000-7000-8000-000000000002';

const started = '2026-11-16T19:00:00.718006Z';
const endedMs = Date.parse('2026-11-16T19:00:01.250Z');

const run = (more: JsonObject): JsonObject => ({
  id: RUN,
  trace_id: TRACE,
  parent_run_id: TRACE,
  dotted_order: `20261116T190000718006Z${TRACE}.20261116T190000718006Z${RUN}`,
  name: 'ChatOpenAI',
  run_type: 'llm',
  session_name: 'support',
  start_time: started,
  end_time: endedMs,
  ...more,
});

function recordOf(sent: JsonObject): CallRecord | ObservationRecord {
  const part = runPart(sent, 'post');
  if (!part) throw new Error('It is no run.');
  const { records, rejected } = mapTraces([runSpan(part)], {
    providers: PROVIDERS,
    nowMs: endedMs,
    door: 'open',
  });
  expect(rejected).toEqual([]);
  return records[0] as CallRecord;
}

const call = (more: JsonObject): CallRecord => {
  const record = recordOf(run(more));
  expect(record.kind).toBe('call');
  return record as CallRecord;
};

const step = (more: JsonObject): ObservationRecord => {
  const record = recordOf(run(more));
  expect(record.kind).toBe('observation');
  return record as ObservationRecord;
};

const BUCKETS = {
  uncachedInput: 160,
  cacheRead: 1024,
  cacheWrite: 0,
  outputText: 17,
  reasoning: 128,
  audio: 0,
};

test('a call of Dify has its plugin as the provider, and its usage in the answer', () => {
  const usage_metadata = { input_tokens: 1184, output_tokens: 145, total_tokens: 1329 };
  const record = call({
    inputs: { messages: [{ role: 'user', content: 'Hi' }] },
    outputs: { choices: { role: 'ai', content: 'Hello', usage_metadata, file_list: [] } },
    extra: { metadata: { ls_provider: 'langgenius/openai/openai', ls_model_name: 'gpt-5-mini' } },
  });
  expect(record).toMatchObject({
    promptTokens: 1184,
    completionTokens: 145,
    model: 'gpt-5-mini',
    provider: 'openai',
  });
});

describe('a call of the OpenAI wrapper', () => {
  const usage = {
    input_tokens: 1184,
    output_tokens: 145,
    total_tokens: 1329,
    input_token_details: { audio: 0, cache_read: 1024 },
    output_token_details: { audio: 0, reasoning: 128 },
  };
  const sent = {
    inputs: {
      model: 'gpt-5-mini',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0.3,
      extra_headers: { a: 'secret' },
    },
    outputs: {
      id: 'chatcmpl-1',
      model: 'gpt-5-mini-2025-08-07',
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
          },
        },
      ],
      usage_metadata: usage,
    },
    extra: {
      metadata: {
        ls_provider: 'openai',
        ls_model_name: 'gpt-5-mini',
        ls_model_type: 'chat',
        ls_invocation_params: { reasoning_effort: 'low' },
        usage_metadata: usage,
        LANGSMITH_TRACING: 'true',
        LANGSMITH_PROJECT: 'support',
        versions: { langsmith: '0.10.5' },
        thread_id: 'session-7',
        user_id: 'user-7',
        plan: 'pro',
        tries: 2,
        nested: { a: 1 },
      },
      runtime: { sdk: 'langsmith-js' },
    },
    tags: ['beta', 'seq:step:2'],
    events: [
      { name: 'new_token', time: '2026-11-16T19:00:00.918Z' },
      { name: 'new_token', time: '2026-11-16T19:00:01.000Z' },
    ],
  };

  test('has its model, tokens, times, ids and labels', () => {
    expect(call(sent)).toMatchObject({
      id: `${TRACE}-${RUN}`,
      provider: 'openai',
      model: 'gpt-5-mini',
      timestampMs: Date.parse('2026-11-16T19:00:00.718Z'),
      latencyMs: 532,
      promptTokens: 1184,
      completionTokens: 145,
      totalTokens: 1329,
      usage: BUCKETS,
      costUsd: null,
      error: null,
      traceId: TRACE,
      spanId: RUN,
      parentSpanId: TRACE,
      sessionId: 'session-7',
      tags: { plan: 'pro', tries: '2', 'tag:beta': 'true' },
      toolCalls: [{ id: 'c1', name: 'add', arguments: { a: 1 } }],
    });
    expect(Object.keys(call(sent).tags).toSorted()).toEqual(['plan', 'tag:beta', 'tries']);
  });

  test('has its content without the headers of the request', () => {
    const { requestMeta } = call(sent);
    expect(requestMeta).toMatchObject({
      input: { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hi' }], temperature: 0.3 },
      output: { choices: [{ finish_reason: 'tool_calls' }] },
      responseModel: 'gpt-5-mini-2025-08-07',
      responseId: 'chatcmpl-1',
      finishReasons: ['tool_calls'],
      ttftMs: 200,
      stream: true,
      userId: 'user-7',
      spanName: 'ChatOpenAI',
      cachedTokens: 1024,
      reasoningTokens: 128,
      operation: 'chat',
    });
    expect(JSON.stringify(requestMeta)).not.toContain('secret');
    expect(requestMeta).not.toHaveProperty('output.usage_metadata');
  });

  test('at a service tier, which is in the names of the counts', () => {
    const tiered = {
      ...usage,
      input_token_details: { flex_cache_read: 1024, flex: 160 },
      output_token_details: { flex_reasoning: 128, flex: 17 },
    };
    const record = call({ ...sent, outputs: { ...sent.outputs, usage_metadata: tiered } });
    expect(record.usage).toEqual(BUCKETS);
    expect(record.requestMeta).toMatchObject({ serviceTier: 'flex' });
  });

  test('of Responses: instructions, input and items', () => {
    const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] };
    const tool = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'add', arguments: '{"a":1}' };
    const record = call({
      inputs: { model: 'gpt-5-mini', input: 'Hi', instructions: 'Be kind.' },
      outputs: {
        id: 'resp_1',
        object: 'response',
        model: 'gpt-5-mini',
        output: [item, tool],
        usage_metadata: usage,
      },
    });
    expect(record.requestMeta).toMatchObject({
      systemInstructions: 'Be kind.',
      input: 'Hi',
      output: [item, tool],
    });
    expect(record.toolCalls).toMatchObject([{ name: 'add', arguments: { a: 1 } }]);
  });
});

describe('a call of LangChain', () => {
  const message = (name: string, kwargs: JsonObject) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  });
  const inputs = {
    messages: [
      [message('SystemMessage', { content: 'Be kind.' }), message('HumanMessage', { content: 'Hi' })],
    ],
  };
  const extra = {
    invocation_params: { model: 'gpt-4o', temperature: 0.5, tools: [{ type: 'function' }] },
    metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o', ls_temperature: 0.5, ls_model_type: 'chat' },
    batch_size: 1,
  };

  test.for([
    ['the message', { usage_metadata: { input_tokens: 12, output_tokens: 3, total_tokens: 15 } }, {}],
    [
      'llm_output',
      {},
      { llm_output: { token_usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } } },
    ],
    [
      'llmOutput',
      {},
      { llmOutput: { tokenUsage: { promptTokens: 12, completionTokens: 3, totalTokens: 15 } } },
    ],
  ] as [string, JsonObject, JsonObject][])('has its usage from %s', ([, kwargs, more]) => {
    const answer = message('AIMessage', { content: 'Hello', id: 'run-1', ...kwargs });
    const record = call({
      inputs,
      outputs: { generations: [[{ text: 'Hello', message: answer }]], ...more },
      extra,
    });
    expect(record).toMatchObject({
      promptTokens: 12,
      completionTokens: 3,
      model: 'gpt-4o',
      provider: 'openai',
    });
    expect(record.requestMeta).toMatchObject({
      input: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      output: [{ role: 'assistant', content: 'Hello' }],
      attributes: { 'gen_ai.request.temperature': 0.5 },
    });
    expect(record.requestMeta).not.toHaveProperty('responseId');
  });

  test('has its usage from the metadata, with Anthropic’s writes to the cache', () => {
    const usage = {
      input_tokens: 1422,
      output_tokens: 41,
      total_tokens: 1463,
      input_token_details: {
        cache_read: 1024,
        cache_creation: 0,
        ephemeral_5m_input_tokens: 200,
        ephemeral_1h_input_tokens: 56,
      },
    };
    const metadata = { ls_provider: 'anthropic', ls_model_name: 'claude-sonnet-4-5', usage_metadata: usage };
    const record = call({ inputs, outputs: { generations: [[{ text: 'Hello' }]] }, extra: { metadata } });
    expect(record.usage).toMatchObject({
      uncachedInput: 142,
      cacheRead: 1024,
      cacheWrite: 256,
      outputText: 41,
    });
    expect(record.requestMeta).toMatchObject({ cacheWrite1hTokens: 56 });
  });

  test('has no label for the settings of the model, which LangChain repeats in the metadata', () => {
    const metadata = {
      ...extra.metadata,
      model: 'gpt-4o',
      temperature: 0.5,
      langgraph_step: 2,
      plan: 'pro',
    };
    expect(call({ inputs, extra: { ...extra, metadata } }).tags).toEqual({ plan: 'pro' });
  });

  test('that failed has its message once, although it stands before the stack as well', () => {
    const record = call({ inputs, extra, error: '400 No.\n\nError: 400 No.\n    at run (/app/a.ts:3:4)' });
    expect(record).toMatchObject({ error: 'Error: 400 No.', errorDetails: { type: 'Error', status: 400 } });
  });

  test('that failed has the message as its error, and the stack in the details', () => {
    const stack =
      'at OpenAI.makeRequest (/app/node_modules/openai/client.mjs:1:2)\n    at async run (/app/a.ts:3:4)';
    const record = call({ inputs, extra, error: `RateLimitError: 429 Too many requests\n    ${stack}` });
    expect(record.error).toBe('RateLimitError: 429 Too many requests');
    expect(record.errorDetails).toMatchObject({ type: 'RateLimitError', status: 429, stack });
  });
});

describe('errors of Python', () => {
  test.for([
    [
      'langsmith',
      `ValueError('no')\n\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: no`,
      `ValueError('no')`,
    ],
    [
      'LangChain',
      `Traceback (most recent call last):\nValueError('no')\n\n  File "a.py", line 1\nValueError: no\n`,
      'ValueError: no',
    ],
    ['a text', 'It broke.', 'It broke.'],
  ])('%s', ([, error, message]) => {
    const record = step({ run_type: 'chain', error: error as string });
    expect(record.error).toBe(message);
  });
});

test('a call of LiteLLM: metadata in place of extra, seconds, its own payload as inputs', () => {
  const record = call({
    inputs: {
      model: 'gpt-4o',
      custom_llm_provider: 'openai',
      messages: [{ role: 'user', content: 'Hi' }],
      response: { secretly: 'twice' },
      end_user: 'user-7',
      metadata: {
        usage_object: {
          prompt_tokens: 1184,
          completion_tokens: 145,
          total_tokens: 1329,
          prompt_tokens_details: { cached_tokens: 1024 },
          completion_tokens_details: { reasoning_tokens: 128 },
        },
      },
    },
    outputs: {
      choices: [{ message: { role: 'assistant', content: 'Hello' } }],
      usage_metadata: { input_tokens: 1184, output_tokens: 145, total_tokens: 1329, total_cost: 0.0123 },
    },
    extra: { user_api_key_alias: 'team-a', session_id: 'session-7', requester_metadata: { a: 1 } },
    start_time: 1_794_855_600.25,
    end_time: 1_794_855_601.5,
  });
  expect(record).toMatchObject({
    timestampMs: 1_794_855_600_250,
    latencyMs: 1_250,
    usage: BUCKETS,
    costUsd: 0.0123,
    sessionId: 'session-7',
    tags: { user_api_key_alias: 'team-a' },
    requestMeta: { input: [{ role: 'user', content: 'Hi' }], userId: 'user-7', costSource: 'span' },
  });
  expect(JSON.stringify(record)).not.toContain('secretly');
});

test('an embedding is a call without its vectors', () => {
  const record = call({
    run_type: 'embedding',
    inputs: { model: 'text-embedding-3-small', input: ['Hi'] },
    outputs: { data: [{ embedding: [0.5, 0.25] }], usage: { prompt_tokens: 8, total_tokens: 8 } },
  });
  expect(record).toMatchObject({ model: 'text-embedding-3-small', promptTokens: 8, completionTokens: 0 });
  expect(record.requestMeta).toMatchObject({ input: ['Hi'], operation: 'embeddings' });
  expect(record.requestMeta).not.toHaveProperty('output');
});

describe('other runs are observations', () => {
  test.for([
    ['chain', 'chain'],
    ['tool', 'tool'],
    ['retriever', 'retriever'],
    ['prompt', 'function'],
    ['parser', 'function'],
    ['llm', 'span'],
  ])('%s', ([runType, type]) => {
    // Its usage, if it has any, sums up its children.
    const usage = runType === 'llm' ? {} : { usage_metadata: { input_tokens: 5, output_tokens: 5 } };
    const record = step({ run_type: runType as string, inputs: { a: 1 }, outputs: { b: 2, ...usage } });
    expect(record).toMatchObject({ type, name: 'ChatOpenAI', traceId: TRACE, parentSpanId: TRACE });
  });

  test('with the input and output of a tool', () => {
    const { attributes } = step({
      run_type: 'tool',
      name: 'add',
      inputs: { input: '{"a":1}' },
      outputs: { output: 3 },
    });
    expect(attributes).toMatchObject({
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.call.arguments': '{"a":1}',
      'gen_ai.tool.call.result': 3,
    });
  });

  test('with all of their content, however long', () => {
    const inputs = { text: 'x'.repeat(100_000) };
    const { attributes } = step({ run_type: 'chain', inputs, outputs: { text: 'y'.repeat(100_000) } });
    expect(attributes).toMatchObject({
      'gen_ai.prompt': inputs,
      'gen_ai.completion': { text: 'y'.repeat(100_000) },
    });
  });

  test('of an experiment keep its example', () => {
    const { attributes } = step({ run_type: 'chain', reference_example_id: 'ex-1' });
    expect(attributes).toMatchObject({ 'langsmith.reference_example_id': 'ex-1' });
  });
});

describe('times', () => {
  const at = (value: unknown) =>
    runSpan({ id: RUN, traceId: TRACE, body: { start_time: value, end_time: value } as JsonObject });
  test.for([
    ['2026-11-16T19:00:00.718006Z'],
    ['2026-11-16T19:00:00.718006+00:00'],
    ['2026-11-16T20:00:00.718006+01:00'],
    ['2026-11-16T19:00:00.718006'],
    [1_794_855_600_718],
    [1_794_855_600.718],
    [1_794_855_600_718_000],
  ])('%s', ([value]) => {
    expect(at(value)).toMatchObject({ startMs: 1_794_855_600_718, endMs: 1_794_855_600_718 });
  });

  test('that cannot be read count as absent', () => {
    for (const odd of ['soon', -5, 1e300, Number.POSITIVE_INFINITY, Number.NaN, {}, null, ''])
      expect(at(odd)).toMatchObject({ startMs: 0, endMs: 0 });
  });

  test('an end before the start is a duration of 0', () => {
    const body = { start_time: '2026-11-16T19:00:00.718Z', end_time: Date.parse('2026-11-16T19:00:00.717Z') };
    expect(runSpan({ id: RUN, traceId: TRACE, body })).toMatchObject({ durationMs: 0 });
  });

  test('a run without an end is unfinished', () => {
    expect(runSpan({ id: RUN, traceId: TRACE, body: { start_time: started } }).unfinished).toBe(true);
  });
});

describe('ids', () => {
  test('the trace is the root of the order, the run itself, or its parent', () => {
    const { trace_id: _trace, ...without } = run({});
    expect(runPart(without, 'patch')?.traceId).toBe(TRACE);
    expect(runPart({ id: RUN }, 'post')?.traceId).toBe(RUN);
    const child = runPart({ id: RUN, parent_run_id: TRACE }, 'post');
    expect(child?.traceId).toBe('');
    expect(child && runSpan(child).traceId).toBe(TRACE);
  });

  test('a long one is shortened, and an unusable one is dropped', () => {
    expect(runPart({ id: 'x'.repeat(300) }, 'post')?.id).toMatch(/^[0-9a-f]{64}$/);
    for (const id of [undefined, null, '', 7, 'a\u0000b', '\ud800'])
      expect(runPart({ id }, 'post')).toBeNull();
    for (const odd of [null, 'x', [], 3]) expect(runPart(odd, 'post')).toBeNull();
  });

  test('a post begins, and what has an end ends', () => {
    expect(runPart(run({}), 'post')).toMatchObject({ begins: true, ends: true, order: 0 });
    expect(runPart({ id: RUN }, 'post')).toMatchObject({ begins: true, ends: false });
    expect(runPart(run({}), 'patch')).toMatchObject({ begins: false, ends: true, order: endedMs });
    expect(runPart({ id: RUN }, 'patch')).toMatchObject({ begins: false, ends: false, order: 1 });
  });
});
