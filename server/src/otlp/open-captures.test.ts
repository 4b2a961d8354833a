// What published clients sent to /otel: each model call is one call, with its tokens. `clients/model-server`
// has the figures.
import { describe, expect, it } from 'vitest';
import { capturedRequests } from '#test/support/compat-fixtures';
import { decodeProtobuf, mapTraces } from './index.ts';

/** [model, uncached input, cache read, cache write, output text, reasoning] */
type Row = [string, number, number, number, number, number];

const served = (model: string, output = 17, reasoning = 0): Row => [model, 160, 1024, 0, output, reasoning];
const uncached = (model: string, output = 17): Row => [model, 1184, 0, 0, output, 0];
const none = (model: string): Row => [model, 0, 0, 0, 0, 0];
const embedded = (model: string): Row => [model, 8, 0, 0, 0, 0];

const SMALL = 'text-embedding-3-small';
const plain = served('gpt-4o-mini');
const streamed = served('gpt-4o');
const reasoned = served('gpt-5-mini', 17, 128);
const secondTry = served('gpt-4-turbo');
const failed = none('gpt-4.1-nano');
const other = served('qwen-max');
const agent = [served('gpt-4.1', 22), served('gpt-4.1')];
const claude: Row = ['claude-sonnet-4-5', 142, 1024, 256, 19, 0];
/** For clients that do not send reasoning tokens separately. */
const together = served('gpt-5-mini', 145);

const gemini: Row = ['gemini-2.5-flash', 1184, 0, 0, 17, 64];

const CALLS: Record<string, readonly Row[]> = {
  // Its spans of preparation steps are marked as model calls, too.
  'llamaindex-python': [plain, streamed, reasoned, failed, none(SMALL), ...agent],
  'langgraph-python': [plain, streamed, reasoned, other, failed, ...agent],
  'strands-python': [plain, together, other, failed, ...agent],
  'crewai-python': [plain, ...agent],
  'adk-python': [gemini, gemini, gemini],
  'braintrust-python': [plain, streamed, reasoned, secondTry, embedded(SMALL), failed, other, ...agent],
  'ai-sdk': [plain, streamed, together, embedded(SMALL), failed, other, claude, ...agent],
  // Streams and embeddings have no counts, and a call that fails is not sent.
  openinference: [plain, none('gpt-4o'), reasoned, secondTry, none(SMALL), other, ...agent],
  // A failing call names its model in its parameters only.
  'openinference-python': [plain, streamed, reasoned, secondTry, embedded(SMALL), failed, other, ...agent],
  'phoenix-python': [plain, streamed, reasoned, secondTry, embedded(SMALL), failed, other, ...agent],
  'openai-agents': [plain, streamed, reasoned, other, ...agent],
  // Streams have no counts.
  mastra: [plain, none('gpt-4o'), reasoned, other, ...agent],
  // Reasoning tokens have their own name.
  'pydantic-ai-python': [plain, streamed, reasoned, other, failed, ...agent],
  'openlit-python': [plain, streamed, together, secondTry, embedded(SMALL), failed, other, ...agent],
  'traceloop-python': [plain, streamed, reasoned, secondTry, embedded(SMALL), failed, other, ...agent],
  // It does not report the cache, and estimates the tokens of a stream.
  traceloop: [
    uncached('gpt-4o-mini'),
    ['gpt-4o', 7, 0, 0, 7, 0],
    uncached('gpt-5-mini', 145),
    uncached('gpt-4-turbo'),
    uncached('qwen-max'),
    uncached('gpt-4.1', 22),
    uncached('gpt-4.1'),
  ],
};

describe.each(Object.entries(CALLS))('%s', (client, expected) => {
  const spans = capturedRequests(client)
    .filter(({ path }) => path.endsWith('/traces'))
    .flatMap(({ body }) => {
      const decoded = decodeProtobuf(body);
      return decoded.ok ? decoded.spans : [];
    });
  const { records, rejected } = mapTraces(spans, {
    providers: ['openai', 'anthropic'],
    nowMs: 0,
    door: 'open',
  });
  const calls = records.filter((record) => record.kind === 'call');

  it('has each call once, with its tokens', () => {
    const rows = calls.map(({ model, usage }): Row => {
      const { uncachedInput, cacheRead, cacheWrite, outputText, reasoning } = usage;
      return [model, uncachedInput, cacheRead, cacheWrite, outputText, reasoning];
    });
    expect(rows).toEqual(expected);
    expect([records.length, rejected]).toEqual([spans.length, []]);
  });

  it('has the error of the call that failed, and of no other', () => {
    const errors = calls.filter(({ error }) => error !== null).map(({ model }) => model);
    expect(errors).toEqual(expected.includes(failed) ? ['gpt-4.1-nano'] : []);
  });
});
