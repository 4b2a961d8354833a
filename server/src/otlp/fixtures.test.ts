// Every captured body becomes exactly the calls that the model served, and observations for the rest. The
// fake models behind the captures answer with constant usage, so the totals are known without reading a span.
import { describe, expect, test } from 'vitest';
import type { CallRecord, StoredRecord } from '#records';
import { decodeFixture, type Fixture, otlpFixtures } from '#test/support/otlp-fixtures';
import { mapTraces, type MappedTraces } from './index.ts';
import { billedTokens } from './usage.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'deepseek'];

const OPENAI = 1184;
const ANTHROPIC = 142 + 1024 + 256;
const GEMINI = 1184 + 64;

/** [times, input, output] of what was served. */
type Served = [number, number, number][];

const OTEL_JS_OPENAI: Served = [
  [5, OPENAI, 17],
  [1, OPENAI, 22],
  [4, OPENAI, 145],
  [1, 18, 0],
];
const ANTHROPIC_NATIVE: Served = [
  [4, ANTHROPIC, 41],
  [5, ANTHROPIC, 19],
];
const ONE_TOOL_ROUND: Served = [
  [1, ANTHROPIC, 41],
  [1, ANTHROPIC, 19],
];
const MANUAL: Served = [
  [1, OPENAI, 22],
  [1, ANTHROPIC, 19],
  [1, GEMINI, 17],
  [1, 9, 0],
];
const VERCEL_7: Served = [
  [5, OPENAI, 17],
  [1, OPENAI, 22],
  [2, OPENAI, 145],
  [1, OPENAI, 17],
  [1, 9, 0],
  [1, 18, 0],
  ...ONE_TOOL_ROUND,
  [1, GEMINI, 17],
];
/** Embeddings carry no gen_ai there and stay observations. */
const VERCEL_5_6: Served = [[5, OPENAI, 17], [1, OPENAI, 22], [2, OPENAI, 145], ...ONE_TOOL_ROUND];
/** Two streams of OpenAI with tiktoken's estimates (13 + 13, 7 + 13) in place of what was served. */
const TRACELOOP_OPENAI: Served = [
  [1, 13, 13],
  [1, 7, 13],
  [2, OPENAI, 145],
  [5, OPENAI, 17],
];
/** One stream twice: its two spans share neither trace nor response id, so they cannot be matched. */
const TRACELOOP_ANTHROPIC: Served = [
  [1, ANTHROPIC, 41],
  [3, ANTHROPIC, 19],
  [1, ANTHROPIC, 19],
];
const TRACELOOP_AGENT: Served = [
  [1, OPENAI, 22],
  [1, OPENAI, 17],
];
const EDGE: Served = [[1, 12, 3]];
/** Speech and transcription are around the calls, and no calls themselves. */
const VOICE_CALL: Served = [120, 140, 160, 180, 200].map((input) => [1, input, 20]);

/**
 * `failed` calls with an error; `silent` ones that neither failed nor say how many tokens (count_tokens is
 * one).
 */
const SERVED: Record<string, { served: Served; failed?: number; silent?: number; rejected?: number }> = {
  'anthropic-sdk-native/01': { served: ANTHROPIC_NATIVE, failed: 3, silent: 1 },
  'anthropic-sdk-native/02': { served: ANTHROPIC_NATIVE, failed: 3, silent: 1 },
  'anthropic-sdk-native/03': { served: ANTHROPIC_NATIVE, failed: 3, silent: 1 },
  'claude-code/01': { served: ONE_TOOL_ROUND },
  'claude-code/02': { served: ONE_TOOL_ROUND },
  'claude-code/03': { served: [], failed: 1 },
  'claude-code/04': { served: ONE_TOOL_ROUND },
  'codex/01': { served: [[2, OPENAI, 145]] },
  // Its thoughts are in its log records only.
  'gemini-cli/01': { served: [[2, OPENAI, 17]] },
  'langfuse/01': { served: [] },
  'langfuse/02': { served: [] },
  'livekit-agents/01': { served: VOICE_CALL },
  'logs-claude-code/01': { served: [] },
  'logs-codex/01': { served: [] },
  'logs-gemini-cli/01': { served: [] },
  'logs-otel-js-openai/01': { served: [] },
  'manual-multiservice/01': { served: MANUAL, failed: 1, rejected: 1 },
  'manual-multiservice/02': { served: MANUAL, failed: 1, rejected: 1 },
  'manual-multiservice/03': { served: MANUAL, failed: 1, rejected: 1 },
  'manual-multiservice/04': { served: MANUAL, failed: 1, rejected: 1 },
  'manual-multiservice/05': { served: MANUAL.slice(0, 3), failed: 1, rejected: 1 },
  'manual-multiservice/06': { served: [] },
  'manual-multiservice/07': { served: MANUAL.slice(3) },
  'openinference/01': { served: [] },
  'openinference/02': { served: [] },
  'openinference/03': { served: [] },
  'openinference/04': { served: TRACELOOP_AGENT },
  'openinference/05': { served: [] },
  'openinference/06': { served: [] },
  // One stream was asked for without usage.
  'otel-js-openai/01': { served: OTEL_JS_OPENAI, failed: 2, silent: 1 },
  'otel-js-openai/02': { served: OTEL_JS_OPENAI, failed: 2, silent: 1 },
  'otel-js-openai/03': { served: OTEL_JS_OPENAI, failed: 2, silent: 1 },
  'otel-js-openai/04': {
    served: [
      [1, OPENAI, 22],
      [1, OPENAI, 17],
      [1, 18, 0],
    ],
  },
  'otel-js-openai/05': {
    served: [
      [1, OPENAI, 22],
      [2, OPENAI, 17],
      [1, OPENAI, 145],
    ],
  },
  'otel-js-plain/01': { served: [] },
  'otel-js-plain/02': { served: [[1, OPENAI, 17]] },
  'otel-js-plain/03': { served: [] },
  'otel-js-plain/04': { served: [[1, OPENAI, 17]] },
  'pipecat/01': { served: VOICE_CALL },
  // Anthropic's calls are the same ones, reported by six emitters.
  'synthetic-counting/01': {
    served: [
      [6, 5_000 + 4_000 + 500, 100],
      [1, 1_000, 500 + 300],
      [1, 900, 40],
    ],
  },
  'synthetic-edge/01': { served: [] },
  'synthetic-edge/02': { served: [] },
  'synthetic-edge/03': { served: [] },
  'synthetic-edge/04': { served: EDGE },
  'synthetic-edge/05': { served: EDGE },
  'synthetic-edge/06': { served: EDGE },
  'synthetic-edge/07': { served: EDGE },
  'synthetic-edge/08': { served: EDGE },
  'synthetic-edge/09': { served: EDGE },
  'synthetic-edge/10': { served: [], silent: 1 },
  'synthetic-edge/11': { served: EDGE },
  'synthetic-edge/12': { served: [], rejected: 3 },
  'synthetic-edge/13': { served: [[3, 12, 3]] },
  'synthetic-edge/14': { served: EDGE },
  'synthetic-edge/15': { served: [] },
  'traceloop/01': { served: TRACELOOP_AGENT },
  'traceloop/02': { served: TRACELOOP_OPENAI },
  'traceloop/03': { served: TRACELOOP_ANTHROPIC, failed: 2 },
  'traceloop/04': { served: [[2, GEMINI, 17]], failed: 1 },
  'traceloop/05': {
    served: [
      [1, OPENAI, 22],
      [3, OPENAI, 17],
    ],
    failed: 1,
  },
  'traceloop/06': { served: [...TRACELOOP_AGENT, ...TRACELOOP_OPENAI, ...TRACELOOP_ANTHROPIC], failed: 2 },
  'vercel-ai/01': { served: VERCEL_7, failed: 2 },
  'vercel-ai/02': { served: VERCEL_7, failed: 2 },
  'vercel-ai/03': { served: [[2, OPENAI, 17], [2, OPENAI, 145], [1, 9, 0], ...ONE_TOOL_ROUND] },
  'vercel-ai/04': { served: [...VERCEL_5_6, [1, GEMINI, 17], [1, OPENAI, 17]], failed: 2 },
  'vercel-ai/05': { served: VERCEL_5_6, failed: 3 },
  'vercel-ai/06': { served: VERCEL_5_6, failed: 3 },
  'vercel-ai/07': { served: VERCEL_5_6, failed: 3 },
  'vercel-ai/08': { served: VERCEL_5_6, failed: 3 },
};

const fixtures = otlpFixtures();
const readable = fixtures.filter(({ name }) => name in SERVED);

function map(fixture: Fixture): MappedTraces {
  const decoded = decodeFixture(fixture);
  if (!decoded.ok) throw new Error(decoded.message);
  return mapTraces(decoded.spans, { providers: PROVIDERS, nowMs: 0 });
}

const callsOf = (records: StoredRecord[]): CallRecord[] => records.filter((record) => record.kind === 'call');

test('all are here, and the two truncated ones are malformed', () => {
  const others = fixtures.filter(({ name }) => !(name in SERVED));
  expect(readable).toHaveLength(Object.keys(SERVED).length);
  expect(others.map((fixture) => [fixture.name, decodeFixture(fixture).ok])).toEqual([
    ['synthetic-edge/16', false],
    ['synthetic-edge/17', false],
  ]);
});

describe.for(readable.map((fixture) => [fixture.name, fixture] as const))('%s', ([name, fixture]) => {
  const { served, failed = 0, silent = 0, rejected = 0 } = SERVED[name]!;
  const mapped = map(fixture);
  const calls = callsOf(mapped.records);

  test('counts each call that was served once, with all its tokens', () => {
    const answered = calls.filter(({ usage }) => billedTokens(usage) > 0);
    const expected = served.flatMap(([times, input, output]) =>
      Array.from({ length: times }, () => input + output),
    );
    expect(answered.map(({ usage }) => billedTokens(usage)).toSorted((a, b) => a - b)).toEqual(
      expected.toSorted((a, b) => a - b),
    );
    expect(answered.map(({ totalTokens }) => totalTokens)).toEqual(
      answered.map(({ usage }) => billedTokens(usage)),
    );
    const tokenless = calls.filter(({ usage }) => billedTokens(usage) === 0);
    expect(tokenless.filter(({ error }) => error !== null)).toHaveLength(failed);
    expect(tokenless.filter(({ error }) => error === null)).toHaveLength(silent);
  });

  test('keeps every other span as an observation', () => {
    expect(mapped.spanCount).toBe(fixture.meta.spanCount ?? mapped.spanCount);
    const repeated = name === 'synthetic-edge/11' ? 1 : 0;
    expect(mapped.records.length + rejected + repeated).toBe(mapped.spanCount);
    expect(mapped.rejected.reduce((sum, { count }) => sum + count, 0)).toBe(rejected);
    const own = mapped.links.flatMap(({ id }) => (mapped.duplicates.has(id) ? [] : [id]));
    expect(own).toEqual(calls.map(({ id }) => id));
  });

  test('reads as this table', async () => {
    await expect(`${mapped.records.map(row).join('\n')}\n`).toMatchFileSnapshot(
      `../../test/fixtures/otlp/${name}.records.txt`,
    );
  });
});

test.for([
  ['anthropic-sdk-native/02', 'anthropic-sdk-native/03'],
  ['claude-code/01', 'claude-code/02'],
  ['langfuse/01', 'langfuse/02'],
  ['manual-multiservice/01', 'manual-multiservice/02'],
  ['manual-multiservice/01', 'manual-multiservice/03'],
  ['openinference/01', 'openinference/02'],
  ['openinference/05', 'openinference/06'],
  ['otel-js-openai/01', 'otel-js-openai/02'],
  ['otel-js-openai/01', 'otel-js-openai/03'],
  ['otel-js-plain/01', 'otel-js-plain/03'],
  ['otel-js-plain/02', 'otel-js-plain/04'],
  ['vercel-ai/01', 'vercel-ai/02'],
  ['vercel-ai/05', 'vercel-ai/06'],
  ['vercel-ai/07', 'vercel-ai/08'],
])('%s and %s, the same run in two encodings, give the same records', ([one, other]) => {
  const rows = (name: string) =>
    map(fixtures.find((fixture) => fixture.name === name)!)
      .records.map((record) => withoutIds(row(record)))
      .toSorted();
  expect(rows(other!)).toEqual(rows(one!));
});

test('a deployment without deepseek rejects what is called so, and keeps what is called openai', () => {
  const providers = ['openai', 'anthropic', 'google', 'mistral'];
  const of = (name: string) => {
    const decoded = decodeFixture(fixtures.find((fixture) => fixture.name === name)!);
    return mapTraces(decoded.ok ? decoded.spans : [], { providers, nowMs: 0 });
  };
  expect(of('manual-multiservice/01').rejected).toEqual([
    { reason: 'unknown_provider', count: 1, example: 'deepseek' },
    { reason: 'unknown_provider', count: 1, example: 'cohere' },
  ]);
  const served = callsOf(of('otel-js-openai/01').records).filter(({ model }) => model.startsWith('deepseek'));
  expect(served.map(({ provider }) => provider)).toEqual(['openai', 'openai']);
});

function row(record: StoredRecord): string {
  const error = record.error === null ? '' : ` ERROR ${record.error.split('\n')[0]?.slice(0, 60)}`;
  const session = record.sessionId === null ? '' : ` session=${record.sessionId}`;
  const span = `${record.spanId?.slice(0, 4)} under ${record.parentSpanId?.slice(0, 4) ?? 'none'}`;
  if (record.kind === 'observation') return `${record.type} "${record.name}" ${span}${session}${error}`;
  const { uncachedInput, cacheRead, cacheWrite, outputText, reasoning, audio } = record.usage;
  const meta = record.requestMeta ?? {};
  const tools = Array.isArray(record.toolCalls) ? ` tools=${record.toolCalls.length}` : '';
  const has = ['input', 'output', 'systemInstructions', 'stream', 'ttftMs', 'userId', 'agentName'].filter(
    (key) => key in meta,
  );
  const tokens = `${uncachedInput}+${cacheRead}r+${cacheWrite}w/${outputText}+${reasoning}t${audio > 0 ? ` audio ${audio}` : ''}`;
  const finish = Array.isArray(meta['finishReasons'])
    ? ` finish=${(meta['finishReasons'] as string[]).join()}`
    : '';
  const cost = record.costUsd === null ? '' : ` $${record.costUsd}`;
  return `CALL ${record.provider} ${record.model} ${tokens} ${span}${session}${finish}${tools}${cost} {${has.join(' ')}}${error}`;
}

/** What differs from run to run. */
const withoutIds = (text: string): string =>
  text
    .replace(/ [0-9a-f]{4} under ([0-9a-f]{4}|none)/, '')
    .replace(/ session=[0-9a-f-]{36}/, '')
    .replace(/req_\w+/, '')
    .replace(/ERROR .*/, 'ERROR');
