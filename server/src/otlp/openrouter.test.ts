// What OpenRouter Broadcast sends, from its documentation: server/test/fixtures/compat/README.md.
import { expect, it } from 'vitest';
import { capturedRequests } from '#test/support/compat-fixtures';
import { decodeJson, mapTraces } from './index.ts';

const exports = capturedRequests('openrouter-broadcast').map(({ body }) => decodeJson(body));

it('the test of the connection is an empty export', () => {
  expect(exports[0]).toEqual({ ok: true, spans: [] });
});

it('each request is one call with its tokens, its dollars and its texts; attempts are spans below it', () => {
  const spans = exports.flatMap((decoded) => (decoded.ok ? decoded.spans : []));
  const { records, rejected } = mapTraces(spans, { providers: ['openai'], nowMs: 0, door: 'open' });
  expect(rejected).toEqual([]);
  const calls = records.filter((record) => record.kind === 'call');
  expect(
    calls.map(({ provider, model, usage, costUsd }) => [
      provider,
      model,
      usage.uncachedInput,
      usage.cacheRead,
      usage.outputText,
      usage.reasoning,
      costUsd,
    ]),
  ).toEqual([
    ['openai', 'openai/gpt-4o-mini', 160, 1024, 17, 0, 0.0001111],
    ['anthropic', 'anthropic/claude-sonnet-4-5', 398, 1024, 19, 0, 0.0019782],
    ['openai', 'openai/gpt-5-mini', 160, 1024, 17, 128, 0.0003556],
    ['alibaba', 'qwen/qwen-max', 160, 1024, 17, 0, 0.0008648],
  ]);
  for (const call of calls) {
    expect(call).toMatchObject({
      sessionId: 'session-7',
      tags: { 'tag:beta': 'true', plan: 'pro' },
      requestMeta: { gateway: 'openrouter', userId: 'user-7', finishReasons: ['stop'] },
    });
    expect(JSON.stringify(call.requestMeta?.['input'])).toContain('capital of France?');
    expect(JSON.stringify(call.requestMeta?.['output'])).toContain('Paris is the capital');
  }
  const [attempt, ...others] = records.filter((record) => record.kind === 'observation');
  expect(others).toEqual([]);
  expect(attempt).toMatchObject({ name: 'provider attempt 1: OpenAI', parentSpanId: calls[0]?.spanId });
});
