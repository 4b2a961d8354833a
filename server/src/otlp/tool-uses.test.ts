import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#records';
import { usageOf } from './usage-details.ts';
import { toolsOfAnswer, toolsOfGrounding } from './tool-uses.ts';
import { mapTraces } from './map.ts';
import { priceBook } from './prices/prices.ts';
import { priceCall } from './prices/price-call.ts';
import { decodeJson } from './decode/json.ts';
import { exportOf, inference } from '#test/support/sample-spans';

describe('tools that the vendor ran', () => {
  test('in the usage of Anthropic, and of gateways in the words of OpenAI', () => {
    const tools = (usage: JsonObject) => usageOf({ input_tokens: 10, output_tokens: 2, ...usage })?.tools;
    expect(tools({ server_tool_use: { web_search_requests: 5 } })).toEqual({ webSearch: 5 });
    expect(tools({ prompt_tokens_details: { web_search_requests: 2 } })).toEqual({ webSearch: 2 });
    for (const none of [{}, { server_tool_use: null }, { server_tool_use: { web_search_requests: -1 } }])
      expect(tools(none)).toBeUndefined();
    // Langfuse's form has counts of its own beside them.
    expect(usageOf({ input: 1, output: 1, web_search_requests: 3 })?.tools).toEqual({
      webSearch: 3,
    });
  });

  test('in the items of the Responses API: searches, not opened pages; containers, not runs', () => {
    const output = [
      { type: 'web_search_call', action: { type: 'search', query: 'a' } },
      { type: 'web_search_call', action: { type: 'open_page', url: 'b' } },
      { type: 'web_search_call' },
      { type: 'file_search_call' },
      { type: 'code_interpreter_call', container_id: 'c1' },
      { type: 'code_interpreter_call', container_id: 'c1' },
      { type: 'message', content: [{ type: 'output_text', text: 'web_search_call' }] },
    ];
    const all = { webSearch: 2, fileSearch: 1, codeContainer: 1 };
    expect([toolsOfAnswer(output), toolsOfAnswer({ output })]).toEqual([all, all]);
    expect(toolsOfAnswer([{ type: 'function_call', name: 'web_search' }])).toBeUndefined();
    expect(toolsOfAnswer('web_search_call')).toBeUndefined();
  });

  test('in the grounding of Gemini: each search from 3 on, each answer before', () => {
    const metadata = { webSearchQueries: ['a', 'b', 'c'] };
    expect(toolsOfGrounding(metadata, 'gemini-3-flash-preview')).toEqual({ webSearch: 3 });
    expect(toolsOfGrounding(metadata, 'gemini-2.5-flash')).toEqual({ webSearch: 1 });
    expect(toolsOfGrounding({ webSearchQueries: [] }, 'gemini-2.5-flash')).toBeUndefined();
  });

  const CLAUDE = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'claude-sonnet-4-5' };
  const callOf = (attributes: Record<string, string | number>) => {
    const span = inference({ ...CLAUDE, ...attributes });
    const decoded = decodeJson(Buffer.from(JSON.stringify(exportOf([span]))));
    if (!decoded.ok) throw new Error(decoded.message);
    const mapped = mapTraces(decoded.spans, { providers: ['anthropic'], nowMs: Date.now() });
    const [record] = mapped.records;
    if (record?.kind !== 'call') throw new Error('no call');
    return record;
  };

  test.each([
    'gen_ai.usage.server_tool_use.web_search_requests',
    'anthropic.usage.server_tool_use.web_search_requests',
    'gen_ai.usage.web_search_requests',
    'gen_ai.usage.details.web_search_requests',
    'gen_ai.usage.prompt_tokens_details.web_search_requests',
    'sigil.gen_ai.usage.server_tool_use.web_search_requests',
    'gen_ai.usage.server_side_tool_usage_details.web_search_calls',
    'gen_ai.usage.details.web_search_calls',
    'llm.token_count.prompt_details.web_search_requests',
  ])('in the attribute %s', (name) => {
    const tokens = { 'gen_ai.usage.input_tokens': 1_000, 'gen_ai.usage.output_tokens': 100 };
    const record = callOf({ ...tokens, [name]: 5 });
    expect(record.requestMeta).toMatchObject({ webSearches: 5 });
    expect(priceCall(record, priceBook()).cost.costUsd).toBeCloseTo(0.0545, 12);
    for (const none of [0, -1, 'many'])
      expect(callOf({ ...tokens, [name]: none }).requestMeta).not.toHaveProperty('webSearches');
  });

  test('in usage for one tool, and in the answer for another', () => {
    const output = [
      {
        role: 'assistant',
        parts: [{ type: 'web_search_call' }, { type: 'code_interpreter_call', container_id: 'c' }],
      },
    ];
    const record = callOf({
      'gen_ai.output.messages': JSON.stringify(output),
      'gen_ai.usage.web_search_requests': 4,
      'gen_ai.usage.file_search_calls': 2,
    });
    expect(record.requestMeta).toMatchObject({ webSearches: 4, fileSearches: 2, codeContainers: 1 });
  });

  test('cost what they cost beside the tokens, as a span of the AI SDK reports them', () => {
    const metadata = {
      anthropic: { usage: { input_tokens: 1_000, server_tool_use: { web_search_requests: 5 } } },
    };
    const record = callOf({ 'ai.response.providerMetadata': JSON.stringify(metadata) });
    expect(record.requestMeta).toMatchObject({ webSearches: 5 });
    const { call, cost } = priceCall(record, priceBook());
    expect(cost.costUsd).toBeCloseTo(0.0545, 12);
    expect(call.requestMeta).toMatchObject({ pricing: { webSearchPerThousand: 10 } });
  });
});
