// Proposals from the request to the answer: records arrive over HTTP, the job queries the real engine, and
// the test recomputes its proposals by hand from the public prices.
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { OPERATOR_TOKEN, openTestApp } from '#test/support/app';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { minutesUnderEmulation } from '#test/support/records-engine';

const SLOW_MS = 400_000;

// Yesterday at noon: the same day for all, and the start of a five-minute interval.
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;

interface Call {
  offsetMs: number;
  model: string;
  input: number;
  output: number;
  costUsd: number;
  said: string;
  provider?: string;
  prompt?: [name: string, version: string];
  more?: Record<string, unknown>;
}

const record = ({ offsetMs, model, input, output, costUsd, said, provider = 'openai', prompt, more }: Call) =>
  sampleRecord({
    provider,
    model,
    timestamp: new Date(NOON + offsetMs).toISOString(),
    promptTokens: input,
    completionTokens: output,
    totalTokens: input + output,
    costUsd,
    requestMeta: { input: said, ...(prompt ? { promptName: prompt[0], promptVersion: prompt[1] } : {}) },
    ...more,
  });

const many = (count: number, call: (at: number) => Call) =>
  Array.from({ length: count }, (_, at) => record(call(at)));

const RECORDS = [
  // Short and simple, on an expensive model.
  ...many(120, (at) => ({
    offsetMs: at * MINUTE_MS,
    model: 'gpt-4o',
    input: 800,
    output: 20,
    costUsd: 0.05,
    said: `triage ${at}`,
    prompt: ['triage', '1'],
  })),
  // 22 calls in each of five five-minute intervals, 6,000 tokens each time, nothing cached.
  ...many(110, (at) => ({
    offsetMs: Math.floor(at / 22) * 5 * MINUTE_MS + (at % 22) * 10 * SECOND_MS,
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    input: 6_000,
    output: 500,
    costUsd: 0.0255,
    said: `extract ${at}`,
    prompt: ['extract', '1'],
  })),
  // The same question, thirty times in a day.
  ...many(30, (at) => ({
    offsetMs: at * 7 * MINUTE_MS,
    model: 'gpt-4o-mini',
    input: 50,
    output: 50,
    costUsd: 0.1,
    said: 'When do you open?',
    more: { tags: { feature: 'faq' } },
  })),
  // The second version fails every fifth time.
  ...many(200, (at) => ({
    offsetMs: at * MINUTE_MS,
    model: 'gpt-4o-mini',
    input: 400,
    output: 600,
    costUsd: 0.001,
    said: `reply ${at}`,
    prompt: ['reply', at < 100 ? '1' : '2'],
    more: at >= 100 && at % 5 === 0 ? { error: 'invalid JSON' } : {},
  })),
  // Four sessions that grow from 2,000 to 26,000 tokens, where others have 1,000.
  ...many(80, (at) => ({
    offsetMs: at * MINUTE_MS,
    model: 'gpt-4.1',
    input: 1_000,
    output: 400,
    costUsd: 0.01,
    said: `chat ${at}`,
    more: { tags: { feature: 'chat' } },
  })),
  ...many(20, (at) => ({
    offsetMs: at * MINUTE_MS,
    model: 'gpt-4.1',
    input: 2_000 + (at % 5) * 6_000,
    output: 400,
    costUsd: 0.2,
    said: `long chat ${at}`,
    more: {
      tags: { feature: 'chat' },
      sessionId: `session-${Math.floor(at / 5)}`,
      traceId: `trace-${at}`,
    },
  })),
];

describe.skipIf(minutesUnderEmulation)('proposals from records', () => {
  it('match the figures, with their evidence', { timeout: SLOW_MS }, async () => {
    const app = await openTestApp();
    const account = await app.account();
    const stranger = await app.account();
    await sendRecords(account, RECORDS);
    await sendRecords(
      stranger,
      many(1, () => ({ offsetMs: 0, model: 'gpt-4o', input: 1, output: 1, costUsd: 50, said: 'x' })),
    );
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const ran = await app.call('POST', '/operator/jobs/proposals/run', undefined, operator);
    expect([ran.statusCode, ran.body]).toEqual([200, ran.body]);
    const { proposals } = (await account.call('GET', '/v1/proposals')).json();
    const savings = Object.fromEntries(
      proposals.map((each: { kind: string; estimatedSavingUsdPerMonth: number }) => [
        each.kind,
        each.estimatedSavingUsdPerMonth,
      ]),
    );
    expect(Object.keys(savings)).toEqual([
      'cheaper_model',
      'long_context',
      'repeated_calls',
      'prompt_caching',
      'failing_prompt_version',
    ]);
    // 800 + 20 tokens: gpt-4o costs 2.5 and 10 dollars per million, gpt-4o-mini 0.15 and 0.6; 120 calls cost
    // 6 dollars.
    expect(savings['cheaper_model']).toBeCloseTo(
      6 * (1 - (800 * 0.15 + 20 * 0.6) / (800 * 2.5 + 20 * 10)),
      4,
    );
    // 20 calls of 14,000 + 400 tokens cost 4 dollars; cut to 1,000 each, at 2 and 8 dollars per million.
    expect(savings['long_context']).toBeCloseTo((4 * (13_000 * 2)) / (14_000 * 2 + 400 * 8), 3);
    // All but the first.
    expect(savings['repeated_calls']).toBeCloseTo(2.9, 5);
    // 105 reads save 3 - 0.3 dollars per million of 6,000 tokens, 5 writes cost 3.75 - 3 more.
    expect(savings['prompt_caching']).toBeCloseTo((6_000 * (105 * 2.7 - 5 * 0.75)) / 1e6, 5);
    expect(savings['failing_prompt_version']).toBeCloseTo(0.02, 5);

    type Evidence = { callIds: string[]; traceIds: string[]; values: Record<string, unknown> };
    const evidence = (kind: string): Evidence =>
      proposals.find((each: { kind: string }) => each.kind === kind).evidence;
    const idsOf = (model: string, error?: string) =>
      new Set(
        RECORDS.filter((each) => each['model'] === model && each['error'] === error).map(({ id }) => id),
      );
    expect(evidence('cheaper_model').callIds.every((id) => idsOf('gpt-4o').has(id))).toBe(true);
    expect(evidence('cheaper_model').values).toMatchObject({
      className: 'triage',
      proposedModel: 'gpt-4o-mini',
    });
    const failed = evidence('failing_prompt_version');
    expect(failed.callIds).toHaveLength(5);
    expect(failed.callIds.every((id) => idsOf('gpt-4o-mini', 'invalid JSON').has(id))).toBe(true);
    expect(failed.values).toMatchObject({ prompt: 'reply', version: '2', versionBefore: '1', errors: 20 });
    expect(evidence('repeated_calls').callIds).toHaveLength(2);
    expect(evidence('long_context').traceIds.toSorted()).toEqual([
      'trace-14',
      'trace-19',
      'trace-4',
      'trace-9',
    ]);
    expect(evidence('long_context').values).toMatchObject({ threads: 4, longCalls: 20, cutToTokens: 1_000 });
    // Evidence can be opened.
    const [shown] = failed.callIds;
    expect((await account.call('GET', `/v1/query/calls/${shown}`)).statusCode).toBe(200);

    expect((await stranger.call('GET', '/v1/proposals')).json().proposals).toEqual([]);
    expect((await stranger.call('GET', `/v1/proposals/${proposals[0].id}`)).statusCode).toBe(404);
  });
});
