// Runs through the API, with a model vendor on a socket. The records are in memory; ingest, sealing, jobs and
// both metadata engines are real.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { processCpuMs } from '#test/support/cpu-time';
import { startFakeProvider, type FakeProviderOptions } from '#test/support/fake-provider/index';
import type { FakeRecords } from '#test/support/fake-records';
import { KeptRecords } from '#test/support/kept-records';
import { storeOfRun } from '#test/support/records-of-a-run';
import { openReceiver } from '#test/support/receiver';
import { sampleRecord } from '#test/support/sample-records';

const START = Date.UTC(2026, 5, 15, 12);

const clock = new FakeClock(START);
let app: TestApp;
let kept = new KeptRecords();
beforeAll(async () => {
  const records = new Proxy<FakeRecords>(
    {},
    { get: (_, name) => Reflect.get(kept.records, name) as unknown },
  );
  app = await makeTestApp({ config: { outboundAllow: ['127.0.0.1/32'] }, clock, records });
});
afterAll(() => app.stop());

/** The app is the same in all tests. The account, its records and the vendor are new. */
async function open(options: FakeProviderOptions = {}, judged = true) {
  const vendor = await startFakeProvider(options);
  kept = new KeptRecords();
  Object.assign(app.services.config, judged ? vendor.settings() : { judge: null, generator: null });
  // What another test left to do would ask the vendor of this one.
  await app.services.metadata.transaction((db) => db.deleteFrom('jobs').execute());
  const account = await app.account({ plan: 'pro' });
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  return { app, account, vendor, kept, clock };
}

const said = (id: string, output: string | null, changes: Record<string, unknown> = {}, ageMs = 0) =>
  sampleRecord({
    id,
    timestamp: new Date(clock.now() - ageMs).toISOString(),
    requestMeta: output === null ? null : { input: `Question ${id}`, output },
    ...changes,
  });

async function send(to: TestAccount, ...records: unknown[]): Promise<void> {
  for (let at = 0; at < records.length; at += 100) {
    const reply = await to.call('POST', '/v1/ingest', { records: records.slice(at, at + 100) });
    expect(reply.json().rejected).toEqual([]);
  }
}

async function work({ worker }: TestApp, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await worker.round();
    await worker.settled();
  }
}

const criterion = async (
  to: TestAccount,
  changes: { name: string } & Record<string, unknown>,
): Promise<number> => {
  const body = { rubric: 'yes', scaleMin: 0, scaleMax: 1, ...changes };
  const reply = await to.call('POST', '/v1/eval-criteria', body);
  expect(reply.statusCode).toBe(200);
  return reply.json().criteria.find(({ name }: { name: string }) => name === body.name).id;
};

const detail = async (of: TestAccount, id: number) => (await of.call('GET', `/v1/eval-runs/${id}`)).json();

const HELPFULNESS = 1;

describe('a run over recent calls', () => {
  it('201: scores stored calls by rules and by the judge; every call without content has a reason', async () => {
    const { app, account, vendor } = await open({
      answer: ({ last }) => ({ reasoning: 'As told.', score: last.includes('Question good') ? 5 : 2 }),
    });
    await send(account, said('good', 'yes, of course'), said('bad', 'no'), said('silent', null));
    const contains = await criterion(account, { name: 'Says yes', type: 'contains', scoreType: 'boolean' });
    const made = await account.call('POST', '/v1/eval-runs', {
      name: 'nightly',
      recentCount: 10,
      label: 'main',
      criterionIds: [HELPFULNESS, contains],
    });
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { deduped: false, summary: { status: 'queued', callCount: 0, scoredCount: 0, label: 'main' } },
    ]);
    await work(app);
    const { run, scores, trajectoryScores } = await detail(account, made.json().summary.id);
    expect(run).toMatchObject({
      status: 'completed',
      source: 'recent',
      callCount: 3,
      scoredCount: 4,
      failedCount: 2,
      pendingCount: 0,
      meanScores: [
        { criterionId: HELPFULNESS, name: 'Helpfulness', mean: 3.5, normalizedMean: 0.625, count: 2 },
        { criterionId: contains, name: 'Says yes', mean: 0.5, normalizedMean: 0.5, count: 2 },
      ],
      error: '2 of 6 scores could not be made: no_content (2).',
      errorReason: 'no_content',
    });
    expect(run.costUsd).toBeGreaterThan(0);
    expect(trajectoryScores).toEqual([]);
    const of = (callId: string, criterionId: number) =>
      scores.find(
        (each: Record<string, unknown>) => each['callId'] === callId && each['criterionId'] === criterionId,
      );
    expect(of('good', HELPFULNESS)).toMatchObject({
      status: 'scored',
      score: 5,
      normalizedScore: 1,
      reason: null,
      reasoning: 'As told.',
      code: null,
      values: {},
      judge: 'openai/gpt-4o-mini',
    });
    expect(of('good', contains)).toMatchObject({ score: 1, judge: null, costUsd: 0 });
    expect(of('silent', HELPFULNESS)).toMatchObject({ status: 'failed', score: null, reason: 'no_content' });
    expect(of('silent', HELPFULNESS).reasoning).toMatch(/not stored/);
    expect(vendor.requests).toHaveLength(2);
    const list = (await account.call('GET', '/v1/eval-runs')).json();
    expect(list).toEqual({ runs: [run], nextCursor: null });
  });

  it('what the judge was paid for a verdict that is no score counts', async () => {
    const { app, account, vendor } = await open({ answer: () => ({ weather: 'lovely' }) });
    await send(account, said('good', 'yes, of course'), said('bad', 'no'));
    const made = await account.call('POST', '/v1/eval-runs', {
      name: 'rubbish',
      recentCount: 10,
      criterionIds: [HELPFULNESS],
    });
    await work(app);
    const { run, scores } = await detail(account, made.json().summary.id);
    expect(run).toMatchObject({ status: 'failed', scoredCount: 0, failedCount: 2 });
    expect(scores.map(({ score }: { score: number | null }) => score)).toEqual([null, null]);
    // Each call was judged, and then again with the error.
    expect(vendor.requests).toHaveLength(4);
    for (const { costUsd } of scores) expect(costUsd).toBeGreaterThan(0);
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(run.costUsd).toBeCloseTo(budget.spentUsd, 9);
  });

  it('judges each trace once for a trajectory criterion', async () => {
    const { app, account, vendor } = await open();
    const whole = await criterion(account, {
      name: 'Reached the goal',
      scope: 'trajectory',
      scaleMin: 1,
      scaleMax: 5,
      rubric: 'Did the agent get there?',
    });
    await send(
      account,
      said('first', 'I look it up.', { traceId: 't1' }, 2_000),
      said('second', 'Here it is.', { traceId: 't1' }, 1_000),
      said('alone', 'Hello.'),
    );
    const made = await account.call('POST', '/v1/eval-runs', { name: 'goal', criterionIds: [whole] });
    await work(app);
    const { run, scores, trajectoryScores } = await detail(account, made.json().summary.id);
    expect(scores).toEqual([]);
    expect(trajectoryScores).toMatchObject(
      [
        { callId: 'alone', traceId: null, status: 'failed', reason: 'no_trace' },
        { callId: 'second', traceId: 't1', status: 'scored', score: 4 },
      ].toSorted(() => 0),
    );
    expect([run.scoredCount, run.failedCount]).toEqual([1, 1]);
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]?.last).toMatch(/I look it up\.[\s\S]*Here it is\./);
  });

  it('holds two whole traces in memory at a time, with a limit on their content', async () => {
    const { app, account, kept, vendor } = await open();
    const whole = await criterion(account, { name: 'Goal', scope: 'trajectory', scaleMin: 1, scaleMax: 5 });
    const traces = Array.from({ length: 8 }, (_, at) => `t${at}`);
    await send(account, ...traces.map((traceId) => said(`of ${traceId}`, 'Done.', { traceId })));
    const { selectTrace: getTrace, selectSealedContent: sealedContent } = kept.records;
    let [inside, most] = [0, 0];
    const bounds = new Set<number | undefined>();
    kept.records.selectTrace = async (...args) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return getTrace?.(...args) ?? { calls: [], observations: [], truncated: false };
    };
    kept.records.selectSealedContent = async (scope, places, maxBytes) => {
      if (inside > 0) {
        inside -= 1;
        bounds.add(maxBytes);
      }
      return sealedContent?.(scope, places, maxBytes) ?? new Map();
    };
    const made = await account.call('POST', '/v1/eval-runs', { name: 'goal', criterionIds: [whole] });
    await work(app);
    const { run } = await detail(account, made.json().summary.id);
    expect([run.scoredCount, vendor.requests.length, most]).toEqual([8, 8, 2]);
    expect([...bounds]).toEqual([16 * 1_048_576]);
  });

  it('shows means without floating-point noise', async () => {
    const { app, account } = await open({ answer: () => ({ reasoning: 'Poor.', score: 1.1 }) });
    await send(account, said('one', 'x'), said('two', 'x'), said('three', 'x'));
    const made = await account.call('POST', '/v1/eval-runs', { name: 'means', criterionIds: [HELPFULNESS] });
    await work(app);
    const { run } = await detail(account, made.json().summary.id);
    expect((1.1 - 1) / 4).not.toBe(0.025);
    const means = [
      { criterionId: HELPFULNESS, name: 'Helpfulness', mean: 1.1, normalizedMean: 0.025, count: 3 },
    ];
    expect(run.meanScores).toEqual(means);
    expect((await account.call('GET', '/v1/eval-runs')).json().runs[0].meanScores).toEqual(means);
  });

  it('takes the newest calls that match the filter, and none made by a run', async () => {
    const { app, account } = await open();
    const rule = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
    await send(
      account,
      said('old', 'x', { tags: { env: 'prod' } }, 3_000),
      said('new', 'x', { tags: { env: 'prod' } }, 1_000),
      said('dev', 'x', { tags: { env: 'dev' } }),
    );
    await storeOfRun(app, account.id, [
      said('made', 'x', { tags: { env: 'prod', 'tracewell.eval_run': '9' } }),
      said('unnumbered', 'x', { tags: { env: 'prod', 'tracewell.eval_run': 'nightly' } }),
    ]);
    const filter = { tags: { env: 'prod' } };
    const body = { name: 'n', recentCount: 1, criterionIds: [rule], filter };
    const made = await account.call('POST', '/v1/eval-runs', body);
    await work(app);
    const { scores } = await detail(account, made.json().summary.id);
    expect(scores.map(({ callId }: { callId: string }) => callId)).toEqual(['new']);
  });

  it('notifies webhooks when it is completed', async () => {
    const { app, account } = await open();
    const receiver = await openReceiver();
    const hook = { url: receiver.url, events: ['eval_run.completed', 'prompt.deployed'] };
    expect((await account.call('POST', '/v1/webhooks', hook)).statusCode).toBe(201);
    const prompt = await account.call('POST', '/v1/prompts', { name: 'p', version: '1', template: 'x' });
    await account.call('POST', `/v1/prompts/${prompt.json().prompt.id}/deploy`, { label: 'production' });
    const made = await account.call('POST', '/v1/eval-runs', { name: 'told', criterionIds: [HELPFULNESS] });
    await work(app, 2);
    const told = receiver.received.map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type)).toEqual(['prompt.deployed', 'eval_run.completed']);
    expect(told[0].data).toMatchObject({ name: 'p', label: 'production', version: '1', fromVersion: null });
    expect(told[1].data).toMatchObject({ runId: made.json().summary.id, name: 'told', status: 'completed' });
  });

  it('completes with zeros if there is nothing to score', async () => {
    const { app, account } = await open();
    const made = await account.call('POST', '/v1/eval-runs', { name: 'empty' });
    await work(app);
    expect((await detail(account, made.json().summary.id)).run).toMatchObject({
      status: 'completed',
      callCount: 0,
      scoredCount: 0,
      failedCount: 0,
      error: null,
    });
  });

  it('fails with a reason if no judge is configured', async () => {
    const { app, account } = await open({}, false);
    await send(account, said('a', 'x'));
    const body = { name: 'n', criterionIds: [HELPFULNESS] };
    const made = await account.call('POST', '/v1/eval-runs', body);
    await work(app);
    const { run, scores } = await detail(account, made.json().summary.id);
    expect(run).toMatchObject({ status: 'failed', failedCount: 1, errorReason: 'judge_unavailable' });
    expect(scores[0].reasoning).toMatch(/has no model/);
  });

  it('500 calls x 3 rules take less than 5 seconds of CPU time', async () => {
    const { app, account } = await open();
    const ids: number[] = [];
    for (const [type, rubric] of [
      ['contains', 'yes'],
      ['regex', 'y.s'],
      ['json_path', '$.answer'],
    ]) {
      ids.push(await criterion(account, { name: `by ${type}`, type, rubric, scoreType: 'boolean' }));
    }
    await send(
      account,
      ...Array.from({ length: 500 }, (_, at) =>
        said(`c${at}`, JSON.stringify({ answer: at % 2 ? 'yes' : 'no' })),
      ),
    );
    const body = { name: 'n', recentCount: 500, criterionIds: ids };
    const made = await account.call('POST', '/v1/eval-runs', body);
    const cpuMs = await processCpuMs(() => work(app));
    const { run } = await detail(account, made.json().summary.id);
    expect(run).toMatchObject({ status: 'completed', scoredCount: 1_500, failedCount: 0 });
    expect(cpuMs).toBeLessThan(5_000);
  });
});

describe('a run that is interrupted', () => {
  it('continues where it stopped, and asks the judge nothing twice', async () => {
    const { app, account, vendor, clock } = await open({ delayMs: 5 });
    await send(account, ...Array.from({ length: 30 }, (_, at) => said(`c${at}`, 'x', {}, at)));
    const body = { name: 'n', recentCount: 30, criterionIds: [HELPFULNESS] };
    const made = await account.call('POST', '/v1/eval-runs', body);
    const id: number = made.json().summary.id;
    // The slice ends as soon as some calls are scored.
    const { promise: some, resolve } = Promise.withResolvers<void>();
    const watch = setInterval(() => vendor.requests.length > 5 && resolve(), 1);
    const round = work(app);
    await some;
    clearInterval(watch);
    clock.advance(60_000);
    await round;
    const halfway = (await detail(account, id)).run;
    expect(halfway.status).toBe('running');
    expect(halfway.scoredCount).toBeGreaterThan(0);
    expect(halfway.pendingCount).toBe(30 - halfway.scoredCount);
    await work(app);
    expect((await detail(account, id)).run).toMatchObject({ status: 'completed', scoredCount: 30 });
    expect(vendor.requests).toHaveLength(30);
  });

  it('200 cancel: pending work ends, scores stay; 409 once it has ended', async () => {
    const { app, account, vendor } = await open({ delayMs: 3_000 });
    await send(account, said('a', 'x'), said('b', 'y'));
    const rule = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
    const body = { name: 'n', criterionIds: [rule, HELPFULNESS] };
    const made = await account.call('POST', '/v1/eval-runs', body);
    const id: number = made.json().summary.id;
    const round = work(app);
    while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const reply = await account.call('POST', `/v1/eval-runs/${id}/cancel`);
    expect([reply.statusCode, reply.json().run.status]).toEqual([200, 'canceled']);
    await round;
    const { run } = await detail(account, id);
    expect(run).toMatchObject({ status: 'canceled', scoredCount: 2, pendingCount: 0 });
    // The judge may charge for the calls that were under way.
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(run.costUsd).toBeGreaterThan(0);
    expect(run.costUsd).toBeCloseTo(budget.spentUsd, 9);
    expect((await account.call('POST', `/v1/eval-runs/${id}/cancel`)).statusCode).toBe(200);
    const other = await account.call('POST', '/v1/eval-runs', { name: 'm', criterionIds: [rule] });
    await work(app);
    const late = await account.call('POST', `/v1/eval-runs/${other.json().summary.id}/cancel`);
    expect([late.statusCode, late.json().reason]).toEqual([409, 'run_ended']);
  });

  it('deleting a criterion deletes its scores, also those that arrive late', async () => {
    const { app, account, vendor } = await open({ delayMs: 300 });
    await send(account, said('a', 'x'));
    const own = await criterion(account, { name: 'Mine', scaleMin: 1, scaleMax: 5, rubric: 'Is it good?' });
    const made = await account.call('POST', '/v1/eval-runs', { name: 'n', criterionIds: [own, HELPFULNESS] });
    const round = work(app);
    while (vendor.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await account.call('DELETE', `/v1/eval-criteria/${own}`)).statusCode).toBe(200);
    await round;
    const { run, scores } = await detail(account, made.json().summary.id);
    expect(run.status).toBe('completed');
    expect(scores.map(({ criterionId }: { criterionId: number }) => criterionId)).toEqual([HELPFULNESS]);
  });
});

describe('the budget', () => {
  it('runs out during 20 concurrent runs: the rest gets a reason, and nothing is overspent', async () => {
    const { app, account, vendor } = await open();
    await send(
      account,
      ...Array.from({ length: 6 }, (_, at) => said(`c${at}`, 'word '.repeat(4_000), {}, at)),
    );
    // The remaining budget pays for a few calls.
    const { reserve, settleReservation: settle } = await import('#services/models');
    const loaded = await app.services.accounts.get(account.id);
    if (!loaded) throw new Error('There is no account.');
    const spender = { ...app.services, account: loaded };
    await settle(spender, await reserve(spender, 4_950_000, 'test'), 4_950_000);
    const body = { name: 'n', recentCount: 6, criterionIds: [HELPFULNESS] };
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => account.call('POST', '/v1/eval-runs', body)),
    );
    // An account has three of the four slots.
    await work(app, 7);
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(budget.spentUsd).toBeLessThanOrEqual(5);
    const shown = await Promise.all(runs.map((each) => detail(account, each.json().summary.id)));
    const failed = shown.flatMap(({ scores }) => scores).filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['budget_exhausted']));
    for (const { run } of shown) expect(run.scoredCount + run.failedCount).toBe(6);
    expect(vendor.requests.length).toBe(120 - failed.length);
  });
});

describe('a run over a dataset', () => {
  const dataset = async (of: TestAccount, changes: Record<string, unknown> = {}) => {
    const items = [
      { inputText: 'Capital of France?', expectedOutput: 'Paris' },
      { inputText: 'Capital of Japan?', expectedOutput: 'Tokyo' },
    ];
    const reply = await of.call('POST', '/v1/eval-datasets', { name: 'capitals', items, ...changes });
    expect(reply.statusCode).toBe(201);
    return reply.json();
  };
  const answer: FakeProviderOptions['answer'] = ({ last, system }) => {
    if (system.includes('criterion') || system.includes('Criterion')) return { reasoning: 'ok', score: 4 };
    return last.includes('France') ? 'Paris' : 'Kyoto';
  };

  it('201: generates with the prompt, stores the calls as the run’s own, and scores them against the expected output', async () => {
    const { app, account, kept, vendor } = await open({ answer });
    await account.call('POST', '/v1/prompts', { name: 'tone', version: '1', template: 'one word.' });
    const prompt = await account.call('POST', '/v1/prompts', {
      name: 'geo',
      version: '1',
      template: 'Answer in {{language}}, @@@langfusePrompt:name=tone|label=latest@@@ {{input}}',
      variables: { language: 'English' },
    });
    const exact = await criterion(account, {
      name: 'Right',
      type: 'exact_match',
      rubric: '{{expectedOutput}}',
      scoreType: 'boolean',
    });
    const { id: datasetId } = await dataset(account, { promptRegistryId: prompt.json().prompt.id });
    const made = await account.call('POST', `/v1/eval-datasets/${datasetId}/run`, { criterionIds: [exact] });
    expect([made.statusCode, made.json()]).toMatchObject([201, { deduplicated: false }]);
    await work(app);
    const { run, scores } = await detail(account, made.json().runId);
    expect(run).toMatchObject({
      name: 'capitals',
      source: 'dataset',
      status: 'completed',
      datasetId,
      datasetVersion: 1,
      promptRegistryId: prompt.json().prompt.id,
      scoredCount: 2,
    });
    expect(scores.map(({ score }: { score: number }) => score)).toEqual([1, 0]);
    expect(vendor.requests.map(({ last }) => last)).toContain(
      'Answer in English, one word. Capital of France?',
    );
    // Both items are generated concurrently, so the calls arrive in either order.
    const made2 = kept.kept.map(({ id, row }) => [id, 'evalRun' in row && row.evalRun === run.id]);
    expect(made2.toSorted()).toEqual(
      scores.map(({ callId }: { callId: string }) => [callId, true]).toSorted(),
    );
  });

  it('201: generates with a chat prompt: system messages separate, placeholders omitted, the input in its place or last', async () => {
    const { app, account, vendor } = await open({ answer });
    const exact = await criterion(account, {
      name: 'Right',
      type: 'contains',
      rubric: 'i',
      scoreType: 'boolean',
    });
    const asked = async (version: string, messages: object[]) => {
      const before = vendor.requests.length;
      const variables = { language: 'English' };
      const prompt = await account.call('POST', '/v1/prompts', { name: 'geo', version, messages, variables });
      const { id } = await dataset(account, { name: version, promptRegistryId: prompt.json().prompt.id });
      await account.call('POST', `/v1/eval-datasets/${id}/run`, { criterionIds: [exact] });
      await work(app);
      return vendor.requests.slice(before).map(({ system, last }) => [system, last]);
    };
    const system = { role: 'system', content: 'Answer in {{language}}.' };
    const history = { type: 'placeholder', name: 'history' };
    expect(
      (await asked('placed', [system, history, { role: 'user', content: 'Please: {{input}}' }])).toSorted(),
    ).toEqual([
      ['Answer in English.', 'Please: Capital of France?'],
      ['Answer in English.', 'Please: Capital of Japan?'],
    ]);
    expect((await asked('last', [system, { role: 'assistant', content: 'Hello' }])).toSorted()).toEqual([
      ['Answer in English.', 'Capital of France?'],
      ['Answer in English.', 'Capital of Japan?'],
    ]);
    const inSystem = await asked('system', [{ role: 'system', content: 'Of {{input}}' }]);
    expect(inSystem).toContainEqual(['Of Capital of France?', 'Capital of France?']);
  });

  it('201: an earlier version of the dataset; messages are sent as they are, and a changed dataset changes no run', async () => {
    const { app, account, vendor } = await open({ answer });
    const exact = await criterion(account, {
      name: 'Right',
      type: 'exact_match',
      rubric: '{{expectedOutput}}',
      scoreType: 'boolean',
    });
    const { id } = await dataset(account, { items: [] });
    const asked = [
      { role: 'system', content: 'One word.' },
      { role: 'user', content: 'Capital of France?' },
    ];
    const change = (body: unknown) => account.call('POST', `/v1/eval-datasets/${id}/items/batch`, body);
    await change({ items: [{ input: asked, expectedOutput: 'Paris' }] });
    await change({ remove: [1], items: [{ input: 'Capital of Japan?', expectedOutput: 'Tokyo' }] });
    const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, {
      version: 2,
      criterionIds: [exact],
    });
    await change({ items: [{ input: 'Capital of Peru?' }] });
    await work(app);
    const { run, scores } = await detail(account, made.json().runId);
    expect(run).toMatchObject({ datasetVersion: 2, callCount: 1, scoredCount: 1 });
    expect(scores.map(({ score }: { score: number }) => score)).toEqual([1]);
    expect(vendor.requests.map(({ last, system }) => [system, last])).toEqual([
      ['One word.', 'Capital of France?'],
    ]);
    const unknown = await account.call('POST', `/v1/eval-datasets/${id}/run`, { version: 9 });
    expect([unknown.statusCode, unknown.json().reason]).toEqual([404, 'unknown_version']);
  });

  it('a split: only its items run, the run names it, and runs over other items are not compared', async () => {
    const { app, account } = await open({ answer });
    const any = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
    const { id, name } = await dataset(account, { items: [] });
    await account.call('POST', `/v1/eval-datasets/${id}/items/batch`, {
      items: ['train', 'test', 'test', null].map((split, at) => ({ input: `Capital ${at}?`, split })),
    });
    const run = async (body: object) => {
      const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, {
        criterionIds: [any],
        ...body,
      });
      await work(app);
      return made.json().runId as number;
    };
    const first = await run({ split: 'test' });
    const whole = await run({});
    const second = await run({ split: 'test' });
    expect((await detail(account, first)).run).toMatchObject({ split: 'test', callCount: 2 });
    expect((await detail(account, whole)).run).toMatchObject({ split: null, callCount: 4 });
    const compared = async (query: string) => {
      const reply = await account.call('GET', `/v1/eval-runs/${query}`);
      const { reason, details } = reply.json();
      return [reply.statusCode, reason, details?.[0]?.path];
    };
    const refused = [409, 'split_differs', 'baseline'];
    expect(await compared(`compare?baseline=${whole}&candidate=${second}`)).toEqual(refused);
    expect(await compared(`gate?baseline=${first}&candidate=${whole}`)).toEqual(refused);
    expect(await compared(`compare?baseline=${first}&candidate=${second}`)).toEqual([
      200,
      undefined,
      undefined,
    ]);
    const gate = await account.call(
      'GET',
      `/v1/eval-runs/gate?candidate=${second}&baselineName=${encodeURIComponent(name)}`,
    );
    expect(gate.json().baselineResolved).toEqual({ id: first, name });
    const none = await account.call('POST', `/v1/eval-datasets/${id}/run`, { split: 'none' });
    expect([none.statusCode, none.json().reason, none.json().details[0].path]).toEqual([
      400,
      'dataset_empty',
      'split',
    ]);
  });

  it('a deleted prompt: past runs and datasets lose their link, a running one ends with prompt_gone', async () => {
    const { app, account, vendor } = await open({ answer });
    const prompt = { name: 'geo', version: '1', template: 'One word. {{input}}' };
    const promptRegistryId: number = (await account.call('POST', '/v1/prompts', prompt)).json().prompt.id;
    const { id: datasetId } = await dataset(account, { promptRegistryId });
    const any = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
    const start = async () =>
      (await account.call('POST', `/v1/eval-datasets/${datasetId}/run`, { criterionIds: [any] })).json()
        .runId;
    const recent = await account.call('POST', '/v1/eval-runs', {
      name: 'n',
      promptRegistryId,
      criterionIds: [any],
    });
    const past = await start();
    await work(app);
    expect((await detail(account, past)).run).toMatchObject({ status: 'completed', promptRegistryId });
    const queued = await start();
    const asked = vendor.requests.length;
    expect((await account.call('DELETE', `/v1/prompts/${promptRegistryId}`)).statusCode).toBe(200);
    const { runs } = (await account.call('GET', '/v1/eval-runs')).json();
    expect(runs.map((run: { promptRegistryId: unknown }) => run.promptRegistryId)).toEqual([
      null,
      null,
      null,
    ]);
    expect((await detail(account, past)).run).toMatchObject({ status: 'completed', promptRegistryId: null });
    expect((await detail(account, recent.json().summary.id)).run.promptRegistryId).toBeNull();
    expect((await account.call('GET', `/v1/eval-datasets/${datasetId}`)).json().promptRegistryId).toBeNull();
    await work(app);
    const { run, scores } = await detail(account, queued);
    expect(run).toMatchObject({ scoredCount: 0, failedCount: 2, promptRegistryId: null });
    expect(scores[0].reason).toBe('prompt_gone');
    expect(vendor.requests).toHaveLength(asked);
  });

  it('a prompt that is deleted while runs are created: no run keeps a link to it', async () => {
    const { account } = await open({ answer });
    for (let round = 0; round < 3; round += 1) {
      const prompt = { name: 'geo', version: `${round}`, template: 'x' };
      const promptRegistryId: number = (await account.call('POST', '/v1/prompts', prompt)).json().prompt.id;
      const replies = await Promise.all([
        ...[1, 2].map(() => account.call('POST', '/v1/eval-runs', { name: 'n', promptRegistryId })),
        account.call('DELETE', `/v1/prompts/${promptRegistryId}`),
        ...[1, 2].map(() => account.call('POST', '/v1/eval-runs', { name: 'n', promptRegistryId })),
      ]);
      for (const { statusCode } of replies) expect([200, 201, 404]).toContain(statusCode);
    }
    const { runs } = (await account.call('GET', '/v1/eval-runs')).json();
    expect(runs.filter((run: { promptRegistryId: unknown }) => run.promptRegistryId !== null)).toEqual([]);
  });

  it.each([true, false])(
    'the gate reports if both runs scored the same outputs (content kept: %s)',
    async (kept) => {
      let word = 'Paris';
      const { app, account } = await open({ answer: () => word });
      if (!kept) {
        const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
        const consents = `/operator/accounts/${account.id}/consents`;
        await app.call('PUT', consents, { plaintextStorage: false }, operator);
      }
      const any = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
      const { id } = await dataset(account);
      const ids: number[] = [];
      for (const next of ['Paris', 'Paris', 'Rome']) {
        word = next;
        const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, { criterionIds: [any] });
        await work(app);
        ids.push(made.json().runId);
      }
      const [first, second, third] = ids;
      const gate = async (candidate?: number, baseline?: number) =>
        (await account.call('GET', `/v1/eval-runs/gate?candidate=${candidate}&baseline=${baseline}`)).json();
      expect(await gate(second, first)).toMatchObject({
        verdict: 'pass',
        itemsAllowed: 20,
        cautions: ['same_outputs'],
        cautionDetails: [{ items: 2 }],
      });
      expect(await gate(third, second)).toMatchObject({ verdict: 'pass', cautions: [], cautionDetails: [] });
    },
  );

  it('more than one item in ten without a score is a violation; items to which a criterion does not apply do not count', async () => {
    const { app, account, vendor } = await open({ answer: () => 'yes' });
    const says = await criterion(account, { name: 'Yes', type: 'contains', scoreType: 'boolean' });
    const right = await criterion(account, {
      name: 'Right',
      type: 'exact_match',
      rubric: '{{expectedOutput}}',
      scoreType: 'boolean',
    });
    const items = Array.from({ length: 8 }, (_, at) => ({
      inputText: `Question ${at}`,
      // Half of the items have no expected output.
      ...(at < 4 ? { expectedOutput: 'yes' } : {}),
    }));
    const { id } = await dataset(account, { items });
    const run = async () => {
      const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, { criterionIds: [says, right] });
      await work(app);
      return made.json().runId as number;
    };
    const first = await run();
    const second = await run();
    vendor.fault('server_error', { status: 400, when: ({ last }) => last.includes('Question 0') });
    const third = await run();
    const gate = async (candidate: number) =>
      (
        await account.call('GET', `/v1/eval-runs/gate?candidate=${candidate}&baseline=${first}&maxMeanDrop=1`)
      ).json();
    expect(await gate(second)).toMatchObject({ verdict: 'pass', violations: [] });
    expect(await gate(third)).toMatchObject({
      verdict: 'fail',
      violations: [
        { kind: 'unscored', criterionId: says, threshold: 0, observed: 1 },
        { kind: 'unscored', criterionId: right, threshold: 0, observed: 1 },
      ],
      criterionDeltas: [
        { unscoredCount: 1, candidateCount: 7 },
        { unscoredCount: 1, candidateCount: 3 },
      ],
    });
  });

  it('the records store is busy: a paid output is kept, not generated again', async () => {
    const { app, account, kept, vendor } = await open({ answer });
    const { id } = await dataset(account);
    kept.busyFor = 1;
    const any = await criterion(account, { name: 'Any', type: 'regex', rubric: '.', scoreType: 'boolean' });
    const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, { criterionIds: [any] });
    await work(app);
    const { run } = await detail(account, made.json().runId);
    expect(run).toMatchObject({ status: 'completed', scoredCount: 2, failedCount: 0 });
    expect(vendor.requests).toHaveLength(2);
  });

  it('the quota is used up: that is the reason of the item', async () => {
    const { app, account, kept } = await open({ answer });
    const { id } = await dataset(account);
    kept.quotaGone = true;
    const made = await account.call('POST', `/v1/eval-datasets/${id}/run`, { criterionIds: [HELPFULNESS] });
    await work(app);
    const { run, scores } = await detail(account, made.json().runId);
    expect(run).toMatchObject({ status: 'failed', errorReason: 'quota_exceeded' });
    expect(scores[0].reasoning).toMatch(/quota/);
  });

  it('400 dataset_empty, 404, 429 the eleventh in 5 minutes, 503 judge_unavailable, 429 budget_exhausted', async () => {
    const { account } = await open({}, false);
    const { id } = await dataset(account);
    const empty = await dataset(account, { name: 'empty', items: [] });
    const of = async (datasetId: number) => {
      const reply = await account.call('POST', `/v1/eval-datasets/${datasetId}/run`);
      return [reply.statusCode, reply.json().reason];
    };
    expect(await of(empty.id)).toEqual([400, 'dataset_empty']);
    expect(await of(999_999)).toEqual([404, 'not_found']);
    for (let turn = 0; turn < 10; turn += 1) expect(await of(id)).toEqual([503, 'generator_unavailable']);
    expect(await of(id)).toEqual([429, 'rate_limited']);
  });
});

describe('the same key', () => {
  it('200 deduped within an hour, also concurrently; 201 after it; 409 for another kind of run', async () => {
    const { account, clock } = await open();
    const post = () => account.call('POST', '/v1/eval-runs', { name: 'n', idempotencyKey: 'k' });
    const replies = await Promise.all([post(), post(), post(), post()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.json().summary.id)).size).toBe(1);
    const items = [{ inputText: 'x' }];
    const dataset = await account.call('POST', '/v1/eval-datasets', { name: 'd', items });
    const other = await account.call('POST', `/v1/eval-datasets/${dataset.json().id}/run`, {
      idempotencyKey: 'k',
    });
    expect([other.statusCode, other.json().reason]).toEqual([409, 'idempotency_key_reused']);
    clock.advance(HOUR_MS + 1);
    expect((await post()).statusCode).toBe(201);
  });
});

describe('compare and gate', () => {
  async function twoRuns({ good = 12 }: { good?: number } = {}) {
    const world = await open();
    const { app, account } = world;
    const rule = await criterion(account, {
      name: 'Yes',
      type: 'contains',
      rubric: 'yes',
      scoreType: 'boolean',
    });
    const run = async (name: string, good: number) => {
      world.kept.kept.length = 0;
      await send(
        account,
        ...Array.from({ length: 40 }, (_, at) => said(`${name}-${at}`, at < good ? 'yes' : 'no', {}, at)),
      );
      const body = { name, recentCount: 40, criterionIds: [rule] };
      const made = await account.call('POST', '/v1/eval-runs', body);
      await work(app);
      return made.json().summary.id as number;
    };
    const baseline = await run('main', 38);
    const candidate = await run('main', good);
    return { ...world, rule, baseline, candidate };
  }

  it('200: a significant drop fails the gate, by id and by name, with the reason', async () => {
    const { account, rule, baseline, candidate } = await twoRuns();
    const compared = await account.call(
      'GET',
      `/v1/eval-runs/compare?baseline=${baseline}&candidate=${candidate}`,
    );
    expect(compared.json()).toMatchObject({
      verdict: 'regressed',
      baseline: { id: baseline },
      candidate: { id: candidate },
      criterionDeltas: [
        {
          criterionId: rule,
          baselineMean: 0.95,
          candidateMean: 0.3,
          newFailures: 26,
          significant: true,
          test: 'mcnemar',
        },
      ],
    });
    for (const from of [`baseline=${baseline}`, 'baselineName=main']) {
      const reply = await account.call(
        'GET',
        `/v1/eval-runs/gate?candidate=${candidate}&${from}&requireSignificance=true`,
      );
      expect(reply.json()).toMatchObject({
        pass: false,
        verdict: 'fail',
        violations: [{ kind: 'mean_drop', threshold: 0.05 }],
        baselineResolved: { id: baseline, name: 'main' },
        judgeTrust: null,
      });
    }
    const lenient = `/v1/eval-runs/gate?candidate=${candidate}&baseline=${baseline}&maxCriterionDrop=0.9`;
    expect((await account.call('GET', lenient)).json()).toMatchObject({ pass: true, verdict: 'pass' });
  });

  it('200: calls whose tag names an item are compared item by item, with the expected output of a dataset', async () => {
    const { app, account } = await open();
    const made = await account.call('POST', '/v1/eval-datasets', {
      name: 'capitals',
      items: Array.from({ length: 10 }, (_, at) => ({
        inputText: `Question ${at}`,
        expectedOutput: `A${at}`,
      })),
    });
    const dataset = made.json() as { id: number; items: { id: number }[] };
    const exact = await criterion(account, {
      name: 'Exact',
      type: 'exact_match',
      rubric: '{{expectedOutput}}',
      scoreType: 'boolean',
    });
    const run = async (name: string, wrong: number, itemTag: object) => {
      // Two answers to each item, which count once.
      const answers = dataset.items.flatMap(({ id }, at) =>
        [1, 2].map((turn) =>
          said(`${name}-${at}-${turn}`, at < wrong ? 'no' : `A${at}`, {
            tags: { experiment: name, item: `${dataset.id}/${id}` },
          }),
        ),
      );
      await send(account, ...answers);
      const body = { name, recentCount: 50, criterionIds: [exact], filter: { tags: { experiment: name } } };
      const started = await account.call('POST', '/v1/eval-runs', { ...body, ...itemTag });
      expect(started.statusCode).toBe(201);
      await work(app);
      return started.json().summary.id as number;
    };
    const baseline = await run('before', 0, { itemTag: 'item' });
    const candidate = await run('after', 3, { itemTag: 'item' });
    const compared = await account.call(
      'GET',
      `/v1/eval-runs/compare?baseline=${baseline}&candidate=${candidate}`,
    );
    expect(compared.json()).toMatchObject({
      criterionDeltas: [{ criterionId: exact, baselineMean: 1, candidateMean: 0.7, pairedCount: 10 }],
    });
    // Without the tag, calls are their own items, and there is nothing to compare them with.
    const untagged = await detail(account, await run('plain', 0, {}));
    expect(untagged.run).toMatchObject({
      scoredCount: 0,
      failedCount: 20,
      errorReason: 'no_expected_output',
    });
    const rows = await app.services.metadata.reader.selectFrom('eval_run_items').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Question 1');
  });

  it('200: inconclusive if the data cannot decide, which passes unless the request forbids it', async () => {
    const { account, rule, baseline, candidate } = await twoRuns({ good: 35 });
    const of = async (more = '') => {
      const query = `candidate=${candidate}&baseline=${baseline}${more}`;
      return (await account.call('GET', `/v1/eval-runs/gate?${query}`)).json();
    };
    expect(await of()).toMatchObject({
      pass: true,
      verdict: 'inconclusive',
      violations: [],
      // The records that the two runs of this test score have the same ids.
      cautions: ['inconclusive', 'same_outputs'],
      cautionDetails: [
        {
          code: 'inconclusive',
          criterionId: null,
          threshold: 0.05,
          observed: 0.075,
          items: 40,
          itemsAllowed: 500,
        },
        { code: 'same_outputs', items: 40 },
      ],
      overall: { test: 'sign_flip', criteria: 1, pairedCount: 40, effect: -0.075, pValue: 0.0625 },
    });
    expect(await of('&failOnInconclusive=true')).toMatchObject({ pass: false, verdict: 'inconclusive' });
    expect(await of('&maxCriterionDrop=0.05&requireSignificance=true')).toMatchObject({
      pass: true,
      verdict: 'inconclusive',
      cautionDetails: [{ code: 'inconclusive', criterionId: rule, pValue: 0.25 }, { code: 'same_outputs' }],
    });
    expect(await of('&maxMeanDrop=0.05')).toMatchObject({ pass: false, verdict: 'fail' });
  });

  it('400, 404, 409: no baseline named, unknown, not completed, its own baseline', async () => {
    const { account, baseline, candidate } = await twoRuns({ good: 39 });
    const gate = async (query: string) => {
      const reply = await account.call('GET', `/v1/eval-runs/gate?${query}`);
      const { reason, verdict, details = [] } = reply.json();
      return [reply.statusCode, reason ?? verdict, ...details.map(({ path }: { path: string }) => path)];
    };
    expect(await gate(`candidate=${candidate}&baseline=${baseline}`)).toEqual([200, 'pass']);
    expect(await gate(`candidate=${candidate}`)).toEqual([400, 'baseline_required', 'baseline']);
    expect(await gate(`candidate=${candidate}&baseline=${candidate}`)).toEqual([400, 'same_run', 'baseline']);
    expect(await gate(`candidate=${baseline}&baselineName=main`)).toEqual([
      404,
      'no_baseline',
      'baselineName',
    ]);
    expect(await gate(`candidate=${baseline}&baselineName=main&allowMissingBaseline=true`)).toEqual([
      200,
      'no_baseline',
    ]);
    expect(await gate(`candidate=999999&baseline=${baseline}`)).toEqual([404, 'not_found', 'candidate']);
    const queued = await account.call('POST', '/v1/eval-runs', { name: 'late' });
    const id = queued.json().summary.id;
    // Errors that the query alone shows come first.
    expect(await gate(`candidate=${id}`)).toEqual([400, 'baseline_required', 'baseline']);
    expect(await gate(`candidate=${id}&baseline=${baseline}`)).toEqual([
      409,
      'run_not_completed',
      'candidate',
    ]);
    expect(await gate(`candidate=${candidate}&baseline=${id}`)).toEqual([
      409,
      'run_not_completed',
      'baseline',
    ]);
    expect(await gate(`candidate=x&baseline=1`)).toEqual([400, 'invalid_request', 'candidate']);
  });
});

describe('bad input', () => {
  it('400 for each limit, unknown criteria and prompts; 403 on Free; 404 for objects of another account', async () => {
    const { app, account } = await open();
    const post = async (body: object, from = account) => {
      const reply = await from.call('POST', '/v1/eval-runs', body);
      return [reply.statusCode, reply.json().reason];
    };
    for (const body of [
      {},
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'n', recentCount: 0 },
      { name: 'n', recentCount: 501 },
      { name: 'n', recentCount: 1.5 },
      { name: 'n', idempotencyKey: '' },
      { name: 'n', idempotencyKey: 'k'.repeat(65) },
      { name: 'n', criterionIds: [] },
      { name: 'n', criterionIds: [1, 1] },
      { name: 'n', filter: { unknown: 1 } },
      { name: 'n', filter: { startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' } },
      { name: 'n', unknown: true },
    ]) {
      expect([body, ...(await post(body))]).toEqual([body, 400, 'invalid_request']);
    }
    expect(await post({ name: 'n', criterionIds: [999_999] })).toEqual([404, 'unknown_criterion']);
    expect(await post({ name: 'n', promptRegistryId: 999_999 })).toEqual([404, 'unknown_prompt']);
    expect((await post({ name: 'x'.repeat(100), recentCount: 500, idempotencyKey: 'k'.repeat(64) }))[0]).toBe(
      201,
    );
    const free = await app.account({ plan: 'free' });
    expect(await post({ name: 'n' }, free)).toEqual([403, 'plan_required']);
    const id = (await account.call('POST', '/v1/eval-runs', { name: 'mine' })).json().summary.id;
    const stranger = await app.account({ plan: 'pro' });
    for (const [method, path] of [
      ['GET', `/v1/eval-runs/${id}`],
      ['POST', `/v1/eval-runs/${id}/cancel`],
      ['GET', `/v1/eval-runs/compare?baseline=${id}&candidate=${id}`],
      ['GET', `/v1/eval-runs/gate?candidate=${id}&baseline=999999`],
      ['GET', '/v1/eval-runs/abc'],
      ['GET', '/v1/eval-runs/0'],
    ] as const) {
      expect([path, (await stranger.call(method, path)).statusCode]).toEqual([path, 404]);
    }
    expect((await stranger.call('GET', '/v1/eval-runs')).json().runs).toEqual([]);
  });
});
