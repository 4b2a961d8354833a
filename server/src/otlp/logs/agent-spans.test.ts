// The events of coding agents, from their log records to the records that are stored.
import { describe, expect, test } from 'vitest';
import type { CallRecord, ObservationRecord, StoredRecord } from '#records';
import { apiRequest, claudeEvent, logsOf, namedEvent, type SampleEvent } from '#test/support/agent-events';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import {
  AgentEventReader,
  decodeLogsJson,
  decodeLogsProtobuf,
  mapTraces,
  mayHaveAgentEvents,
} from '../index.ts';
import type { DecodedLogs } from './log-record.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
const AT = Date.UTC(2026, 10, 15, 12);

function read(decoded: DecodedLogs) {
  if (!decoded.ok) throw new Error(decoded.message);
  const reader = new AgentEventReader();
  for (const record of decoded.records) reader.add(record);
  const found = reader.finish();
  return { ...found, ...mapTraces(found.spans, { providers: PROVIDERS, nowMs: AT, door: 'open' }) };
}

const readEvents = (events: readonly SampleEvent[], scope?: string) =>
  read(decodeLogsJson(Buffer.from(JSON.stringify(logsOf(events, scope)))));

function onlyCall(event: SampleEvent, scope?: string): CallRecord {
  const [record, ...more] = readEvents([event], scope).records;
  expect(more).toEqual([]);
  if (record?.kind !== 'call') throw new Error('not a call');
  return record;
}

const onlyObservation = (event: SampleEvent, scope?: string): ObservationRecord => {
  const [record] = readEvents([event], scope).records;
  if (record?.kind !== 'observation') throw new Error('not an observation');
  return record;
};

const withIds = (event: SampleEvent, spanId = '00f067aa0ba902b7'): SampleEvent => ({
  ...event,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId,
});

describe('Claude Code', () => {
  test('a request is a call: all input tokens, cost as reported, times from its end', () => {
    const call = onlyCall(apiRequest({}, AT));
    expect(call).toMatchObject({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5-20250929',
      timestampMs: AT - 153,
      latencyMs: 153,
      promptTokens: 142 + 1_024 + 256,
      completionTokens: 41,
      totalTokens: 142 + 1_024 + 256 + 41,
      usage: { uncachedInput: 142, cacheRead: 1_024, cacheWrite: 256, outputText: 41 },
      costUsd: 0.0023082,
      sessionId: 'session-1',
      error: null,
    });
    expect(call.requestMeta).toMatchObject({
      responseId: 'req_1',
      ttftMs: 103,
      stream: true,
      cacheWrite1hTokens: 100,
      userId: 'user-1',
      costSource: 'span',
      spanName: 'chat claude-sonnet-4-5-20250929',
    });
  });

  test('numbers that arrive as text', () => {
    const text = { input_tokens: '142', output_tokens: '41', cost_usd: '0.5', duration_ms: '153' };
    expect(onlyCall(apiRequest(text, AT))).toMatchObject({
      promptTokens: 142 + 1_024 + 256,
      costUsd: 0.5,
      latencyMs: 153,
      timestampMs: AT - 153,
    });
  });

  test('a cost of 0 is an unknown cost', () => {
    expect(onlyCall(apiRequest({ cost_usd: 0 })).costUsd).toBeNull();
  });

  test('an error is a failed call', () => {
    const event = claudeEvent(
      'api_error',
      { model: 'claude-opus-4-5', error: 'Overloaded', status_code: '529', duration_ms: 90, attempt: 1 },
      AT,
    );
    expect(onlyCall(event)).toMatchObject({
      model: 'claude-opus-4-5',
      error: 'Overloaded',
      errorDetails: { status: 529 },
      latencyMs: 90,
      totalTokens: 0,
    });
  });

  test('prompts, tools and decisions are observations of the same trace, under the prompt', () => {
    const prompt = { 'prompt.id': 'prompt-1' };
    const tool = { ...prompt, tool_name: 'Bash', tool_use_id: 'toolu_1' };
    const { records, passed, other } = readEvents([
      claudeEvent(
        'user_prompt',
        { ...prompt, prompt: 'Hello?', prompt_text: 'Hello?', prompt_length: '6' },
        AT,
      ),
      claudeEvent('tool_decision', { ...tool, decision: 'accept', source: 'config' }, AT + 1),
      claudeEvent(
        'tool_result',
        { ...tool, success: 'false', error: 'exit 1', duration_ms: '60', tool_input: '{"command":"ls"}' },
        AT + 100,
      ),
      apiRequest({}, AT + 200),
    ]);
    const [asked, decided, ran, call] = records as [
      ObservationRecord,
      ObservationRecord,
      ObservationRecord,
      CallRecord,
    ];
    expect([passed, other, new Set(records.map(({ traceId }) => traceId)).size]).toEqual([0, 0, 1]);
    expect(asked).toMatchObject({ type: 'agent', name: 'user_prompt', parentSpanId: null });
    expect(asked.attributes).toMatchObject({
      'gen_ai.input.messages': 'Hello?',
      'event.name': 'claude_code.user_prompt',
    });
    expect(asked.attributes).not.toHaveProperty('prompt_text');
    expect(decided).toMatchObject({ type: 'guardrail', name: 'tool_decision Bash' });
    expect(decided.attributes).toMatchObject({ decision: 'accept', 'decision.source': 'config' });
    expect(ran).toMatchObject({
      type: 'tool',
      name: 'execute_tool Bash',
      error: 'exit 1',
      durationMs: 60,
      timestampMs: AT + 40,
    });
    expect(ran.attributes).toMatchObject({
      'gen_ai.tool.name': 'Bash',
      'gen_ai.tool.call.id': 'toolu_1',
      'gen_ai.tool.call.arguments': '{"command":"ls"}',
    });
    for (const record of [decided, ran, call]) expect(record.parentSpanId).toBe(asked.spanId);
  });

  test('a prompt that was not logged leaves no text', () => {
    const { attributes } = onlyObservation(
      claudeEvent('user_prompt', { 'prompt.id': 'p', prompt: '<REDACTED>' }),
    );
    expect(JSON.stringify(attributes)).not.toContain('REDACTED');
  });

  test('the text of an answer belongs to its call if both arrive together, else it is an observation', () => {
    const answer = claudeEvent('assistant_response', {
      'prompt.id': 'prompt-1',
      request_id: 'req_1',
      response: 'Let me check.',
      model: 'claude-sonnet-4-5-20250929',
    });
    const together = readEvents([answer, apiRequest()]);
    expect(together.records).toHaveLength(1);
    expect(together.records[0]).toMatchObject({ kind: 'call', requestMeta: { output: 'Let me check.' } });
    for (const apart of [
      readEvents([answer]),
      readEvents([answer, apiRequest({ request_id: 'req_2' })]),
      readEvents([answer, apiRequest({ 'session.id': 'session-2' })]),
    ]) {
      const [found] = apart.records.filter(({ kind }) => kind === 'observation') as ObservationRecord[];
      expect(found).toMatchObject({ type: 'span', name: 'assistant_response' });
      expect(found?.attributes['gen_ai.output.messages']).toBe('Let me check.');
    }
  });

  test('ids of its own join the trace of its spans', () => {
    const call = onlyCall(withIds(apiRequest()));
    expect(call).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
    });
    expect(call.spanId).not.toBe('00f067aa0ba902b7');
  });

  test('the same event has the same id, whatever else is in the export; other events have others', () => {
    const alone = onlyCall(apiRequest({}, AT));
    const [, again] = readEvents([
      claudeEvent('user_prompt', { 'prompt.id': 'prompt-1' }, AT),
      apiRequest({}, AT),
    ]).records;
    expect(again?.id).toBe(alone.id);
    const others: Parameters<typeof apiRequest>[] = [
      [{ request_id: 'req_2' }, AT],
      [{ 'session.id': 'session-2' }, AT],
      [{ 'event.sequence': 7 }, AT],
      [{}, AT + 1],
    ];
    const ids = others.map(([attributes, at]) => onlyCall(apiRequest(attributes, at)).id);
    expect(new Set([alone.id, ...ids]).size).toBe(5);
  });

  test('a request outside of a prompt is in a trace of the session', () => {
    const [one, two] = [
      onlyCall(apiRequest({ 'prompt.id': null, request_id: 'a' })),
      onlyCall(apiRequest({ 'prompt.id': null, request_id: 'b' })),
    ];
    expect(one.traceId).toBe(two.traceId);
    expect([one.parentSpanId, two.parentSpanId]).toEqual([null, null]);
  });

  test('what the real program sent', () => {
    const { body } = otlpFixtures().find(({ name }) => name === 'logs-claude-code/01')!;
    const found = read(decodeLogsJson(body));
    expect(found.records.map(({ kind }) => kind)).toEqual([
      'observation',
      'observation',
      'call',
      'observation',
    ]);
    expect([found.passed, found.other]).toEqual([2, 0]);
    const call = found.records.find(({ kind }) => kind === 'call') as CallRecord;
    expect(call).toMatchObject({ costUsd: 0.0023082, totalTokens: 142 + 1_024 + 256 + 41 });
    expect(call.requestMeta).toMatchObject({
      output: 'Let me check.',
      responseId: 'req_mwh423vg00woxxxxxxxxxxxx',
    });
  });
});

describe('Codex', () => {
  const SCOPE = '';
  const common = {
    'conversation.id': 'c-1',
    model: 'gpt-5-codex',
    slug: 'gpt-5-codex',
    'user.email': 'a@b.example',
  };
  const completed = {
    ...common,
    'event.kind': 'response.completed',
    input_token_count: '1184',
    output_token_count: '145',
    cached_token_count: 1_024,
    reasoning_token_count: 128,
    tool_token_count: '1329',
    ttft_ms: 250,
  };

  test('the end of a stream is a call: the input includes the cache, the output the reasoning', () => {
    const call = onlyCall(namedEvent('codex.sse_event', completed, AT), SCOPE);
    expect(call).toMatchObject({
      provider: 'openai',
      model: 'gpt-5-codex',
      promptTokens: 1_184,
      completionTokens: 145,
      totalTokens: 1_329,
      usage: { uncachedInput: 160, cacheRead: 1_024, outputText: 17, reasoning: 128 },
      costUsd: null,
      sessionId: 'c-1',
      timestampMs: AT - 250,
      requestMeta: { ttftMs: 250, userId: 'a@b.example' },
    });
  });

  test('a model of another vendor, and one that is not known', () => {
    const model = (name: string) =>
      onlyCall(namedEvent('codex.sse_event', { ...completed, model: name }), SCOPE);
    expect([model('qwen3-coder').provider, model('my-deployment').provider]).toEqual(['alibaba', 'openai']);
  });

  test('other parts of a stream, and requests that succeed, are not stored', () => {
    const found = readEvents(
      [
        namedEvent('codex.sse_event', {
          ...common,
          'event.kind': 'response.output_text.delta',
          duration_ms: '3',
        }),
        namedEvent('codex.sse_event', { ...common, 'event.kind': 'response.completed', duration_ms: '3' }),
        namedEvent('codex.sse_event', { ...common, 'event.kind': 'response.failed', 'error.message': 'x' }),
        namedEvent('codex.api_request', { ...common, 'http.response.status_code': 200, attempt: 0 }),
        namedEvent('codex.conversation_starts', common),
      ],
      SCOPE,
    );
    expect([found.records, found.passed, found.other]).toEqual([[], 5, 0]);
    expect(found.example).toBe('codex.sse_event');
  });

  test('the request before it, in the same export, tells when a call began', () => {
    const request = { ...common, 'http.response.status_code': 200, attempt: 0, duration_ms: '80' };
    const events = [
      namedEvent('codex.api_request', { ...request, 'conversation.id': 'c-2' }, AT - 9_000),
      namedEvent('codex.api_request', request, AT - 1_000),
      namedEvent('codex.sse_event', completed, AT),
      namedEvent('codex.sse_event', completed, AT + 5_000),
    ];
    const [known, unknown] = readEvents(events, SCOPE).records as CallRecord[];
    expect(known).toMatchObject({ timestampMs: AT - 1_080, latencyMs: 1_080 });
    expect(unknown).toMatchObject({ timestampMs: AT + 4_750, latencyMs: 250 });
    expect(known?.id).toBe(onlyCall(events[2]!, SCOPE).id);
  });

  test('failures are failed calls', () => {
    const failed = onlyCall(
      namedEvent(
        'codex.api_request',
        {
          ...common,
          'http.response.status_code': 429,
          'error.message': 'Slow down',
          attempt: 1,
          duration_ms: '80',
        },
        AT,
      ),
      SCOPE,
    );
    expect(failed).toMatchObject({
      error: 'Slow down',
      errorDetails: { status: 429 },
      latencyMs: 80,
      provider: 'openai',
    });
    const broken = { ...common, 'event.kind': 'response.completed', 'error.message': 'stream disconnected' };
    expect(onlyCall(namedEvent('codex.sse_event', broken), SCOPE).error).toBe('stream disconnected');
  });

  test('prompts, tools and the cost of a turn are observations of the conversation', () => {
    const { records } = readEvents(
      [
        namedEvent('codex.user_prompt', { ...common, prompt: 'Hello?', prompt_length: '6' }, AT),
        namedEvent(
          'codex.tool_decision',
          { ...common, tool_name: 'shell', call_id: 'call_1', decision: 'approved' },
          AT,
        ),
        namedEvent(
          'codex.tool_result',
          {
            ...common,
            tool_name: 'shell',
            call_id: 'call_1',
            arguments: '{}',
            output: 'hi',
            success: 'true',
            duration_ms: '9',
          },
          AT,
        ),
        namedEvent('codex.turn_cost', { ...common, 'turn.id': 't', 'usage.estimated_usd': '0.12' }, AT),
        namedEvent('codex.sse_event', completed, AT),
      ],
      SCOPE,
    );
    const types = records.map((record: StoredRecord) => (record.kind === 'call' ? 'call' : record.type));
    expect(types).toEqual(['agent', 'guardrail', 'tool', 'chain', 'call']);
    expect(new Set(records.map(({ traceId }) => traceId)).size).toBe(1);
    expect((records[2] as ObservationRecord).attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{}',
      'gen_ai.tool.call.result': 'hi',
    });
    expect((records[2] as ObservationRecord).error).toBeNull();
  });
});

describe('Gemini CLI', () => {
  const common = {
    'session.id': 's-1',
    prompt_id: 's-1########0',
    model: 'gemini-2.5-pro',
    'installation.id': 'i-1',
  };
  const response = {
    ...common,
    duration_ms: 900,
    input_token_count: 1_184,
    output_token_count: 17,
    cached_content_token_count: 1_024,
    thoughts_token_count: 64,
    tool_token_count: 10,
    total_token_count: 1_275,
    status_code: 200,
    'http.status_code': 200,
  };

  test('a response is a call: thoughts beside the output, tool results beside the input', () => {
    const call = onlyCall(namedEvent('gemini_cli.api_response', response, AT), 'gemini-cli');
    expect(call).toMatchObject({
      provider: 'google',
      model: 'gemini-2.5-pro',
      totalTokens: 1_275,
      usage: { uncachedInput: 170, cacheRead: 1_024, outputText: 17, reasoning: 64 },
      latencyMs: 900,
      sessionId: 's-1',
      error: null,
      requestMeta: { userId: 'i-1' },
    });
  });

  test('its text becomes one message, and the input comes from the request before it', () => {
    const part = (text: string) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] });
    const call = readEvents(
      [
        namedEvent(
          'gemini_cli.api_request',
          { ...common, request_text: '[{"role":"user","parts":[{"text":"Hello?"}]}]' },
          AT,
        ),
        namedEvent(
          'gemini_cli.api_response',
          { ...response, response_text: JSON.stringify([part('It is '), part('sunny.')]) },
          AT,
        ),
      ],
      'gemini-cli',
    ).records[0] as CallRecord;
    expect(call.requestMeta).toMatchObject({
      input: [{ role: 'user', parts: [{ text: 'Hello?' }] }],
      output: [{ role: 'assistant', parts: [{ text: 'It is ' }, { text: 'sunny.' }] }],
    });
  });

  test('ids of its own would tear a prompt into several traces and are not used', () => {
    const { records } = readEvents(
      [
        withIds(namedEvent('gemini_cli.tool_call', { ...common, function_name: 'ls' }, AT)),
        namedEvent('gemini_cli.api_response', response, AT),
      ],
      'gemini-cli',
    );
    expect(new Set(records.map(({ traceId }) => traceId)).size).toBe(1);
  });

  test('a total of 0, as for a response without usage', () => {
    const none = { ...response, total_token_count: 0, tool_token_count: 0 };
    expect(onlyCall(namedEvent('gemini_cli.api_response', none), 'gemini-cli').totalTokens).toBe(
      1_184 + 17 + 64,
    );
  });

  test('an error is a failed call, a tool call an observation under its prompt', () => {
    const { records } = readEvents(
      [
        namedEvent('gemini_cli.user_prompt', { ...common, prompt: 'Hello?', prompt_length: 6 }, AT),
        namedEvent(
          'gemini_cli.api_error',
          {
            ...common,
            'error.message': 'Quota',
            error: 'Quota',
            'error.type': 'ApiError',
            status_code: 429,
            duration_ms: 5,
          },
          AT,
        ),
        namedEvent(
          'gemini_cli.tool_call',
          {
            ...common,
            function_name: 'ls',
            function_args: '{"path":"."}',
            success: true,
            duration_ms: 7,
            decision: 'auto_accept',
          },
          AT,
        ),
      ],
      'gemini-cli',
    );
    const [asked, failed, tool] = records as [ObservationRecord, CallRecord, ObservationRecord];
    expect(failed).toMatchObject({
      kind: 'call',
      error: 'Quota',
      errorDetails: { type: 'ApiError', status: 429 },
    });
    expect(tool).toMatchObject({ type: 'tool', name: 'execute_tool ls', error: null, durationMs: 7 });
    expect(tool.attributes['gen_ai.tool.call.arguments']).toBe('{"path":"."}');
    expect([failed.parentSpanId, tool.parentSpanId]).toEqual([asked.spanId, asked.spanId]);
  });
});

describe('other log records', () => {
  test('are not of an agent, also events of the conventions, which belong to a span', () => {
    const { body } = otlpFixtures().find(({ name }) => name === 'logs-otel-js-openai/01')!;
    expect(mayHaveAgentEvents(body)).toBe(false);
    const found = read(decodeLogsJson(body));
    expect([found.spans.length, found.passed, found.other > 0]).toEqual([0, 0, true]);
  });

  test('a name that every object has is no event', () => {
    const found = readEvents([claudeEvent('constructor', {}), claudeEvent('__proto__', {})]);
    expect([found.records, found.passed]).toEqual([[], 2]);
  });

  test('an event without any attribute but its name', () => {
    const empty = {
      ...claudeEvent('api_request', {}),
      attributes: [],
      timeUnixNano: '0',
      observedTimeUnixNano: '0',
    };
    expect(onlyCall(empty)).toMatchObject({ timestampMs: AT, model: 'unknown', totalTokens: 0 });
  });

  test('the name in the field of the wire format, in protobuf', () => {
    // resource_logs { scope_logs { log_records { event_name: "codex.turn_cost" } } }
    const name = Buffer.from('codex.turn_cost');
    const record = Buffer.concat([Buffer.from([0x62, name.length]), name]);
    const scope = Buffer.concat([Buffer.from([0x12, record.length]), record]);
    const resource = Buffer.concat([Buffer.from([0x12, scope.length]), scope]);
    const body = Buffer.concat([Buffer.from([0x0a, resource.length]), resource]);
    expect(read(decodeLogsProtobuf(body)).records).toMatchObject([{ type: 'chain', name: 'turn_cost' }]);
  });
});
