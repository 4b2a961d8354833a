// From failing calls to a gate with the sample data: the recorded model through the playground, a dataset, an
// experiment and a run, as the dashboard and the command line ask for them. No key, nothing on a socket.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { KeptRecords } from '#test/support/kept-records';

const kept = new KeptRecords();
let app: TestApp;
let account: TestAccount;
let projectId: string;
let connection: { id: string; isDefault: boolean; apiKey: null };
/** Calls of an agent that asks for a failing tool again and again, oldest first. */
let callIds: string[];

beforeAll(async () => {
  const searches = {
    selectCallClasses: async () => [],
    selectPromptVersions: async () => [],
    selectArrivalCounts: async () => [],
  };
  app = await makeTestApp({
    config: { judge: null, generator: null },
    records: { ...kept.records, ...searches },
  });
  account = await app.account();
  ({ projectId } = await ok('POST', '/v1/sample-data'));
  const loops = kept.kept.flatMap(({ id, row }) =>
    'call' in row && row.call.toolCalls !== null && row.call.requestMeta?.['promptName'] === 'sample-refund'
      ? [{ id, traceId: row.call.traceId, at: row.call.timestampMs }]
      : [],
  );
  const longest = [...Map.groupBy(loops, ({ traceId }) => traceId).values()].filter(
    ({ length }) => length === 6,
  );
  callIds = longest.flatMap((calls) => calls.toSorted((a, b) => a.at - b.at).map(({ id }) => id));
  ({
    connections: [connection],
  } = await ok('GET', '/v1/model-connections'));
});
afterAll(() => app.stop());

async function ok(method: string, path: string, body?: object) {
  const reply = await account.call(method, path, body, projectId ? { 'x-project-id': projectId } : {});
  const isFine = reply.statusCode < 300;
  expect([path, isFine, isFine ? '' : reply.body]).toEqual([path, true, '']);
  return reply.body === '' ? null : reply.json();
}

async function played(draft: { messages: object[]; tools: object[] }, model?: string) {
  const body = {
    connectionId: connection.id,
    messages: draft.messages,
    tools: draft.tools,
    ...(model === undefined ? {} : { model }),
  };
  const reply = await account.call('POST', '/v1/playground/runs', body, { 'x-project-id': projectId });
  const events = reply.body
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => /^event: (.*)\ndata: (.*)$/.exec(part) ?? [])
    .map(([, event = '', data = '{}']) => ({ event, data: JSON.parse(data) }));
  const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data);
  const text = of('delta')
    .map((piece) => piece.text)
    .join('');
  return {
    text,
    pieces: of('delta').length,
    tools: of('tool_call'),
    usage: of('usage')[0],
    ends: events.at(-1),
  };
}

async function work(isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await app.worker.round();
    await app.worker.settled();
    if (await isDone()) return;
  }
  throw new Error('It does not end.');
}

const prompts = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await ok('GET', '/v1/prompts?name=sample-refund')).prompts.map(
      ({ id, version }: { id: number; version: string }) => [version, id],
    ),
  );

it('the recorded model answers the sample’s calls, the same each time, with tokens and a cost', async () => {
  const draft = await ok('GET', `/v1/playground/calls/${callIds[5]}`);
  expect(draft.tools.map(({ name }: { name: string }) => name)).toEqual(['issue_refund']);
  const first = await played(draft);
  expect(first.tools).toMatchObject([{ name: 'issue_refund', arguments: { currency: 'EUR' } }]);
  expect(first.ends).toMatchObject({ event: 'done', data: { finish: 'tool_calls' } });
  expect(first.usage).toMatchObject({ priceKnown: true, outputTokens: expect.any(Number) });
  expect(first.usage.costUsd).toBeGreaterThan(0);
  expect((await played(draft)).tools).toEqual(first.tools);
  // The larger model gives up earlier, and its answer arrives in pieces.
  const large = await played(draft, 'recorded-large');
  expect([large.tools, large.pieces > 3]).toEqual([[], true]);
  expect(large.text).toContain('colleague');
  const stored = kept.kept.find(({ id }) => id === first.ends?.data.callId)?.row;
  expect(stored && 'call' in stored && [stored.call.provider, Object.keys(stored.call.tags)]).toEqual([
    'recorded',
    ['tracewell.playground'],
  ]);
});

it('says that it is a recording, and answers nothing, for any other input', async () => {
  const other = await played({
    messages: [{ role: 'user', content: 'What is the capital of France?' }],
    tools: [],
  });
  expect([other.text, other.ends?.event, other.ends?.data.reason]).toEqual(['', 'error', 'not_recorded']);
  expect(other.ends?.data.message).toContain('This is a recording');
  expect(await ok('POST', `/v1/model-connections/${connection.id}/test`, {})).toMatchObject({ ok: true });
});

it('cannot be made, changed or used as the judge; a first real connection is the default as before', async () => {
  expect(connection).toMatchObject({ provider: 'recorded', isDefault: false, apiKey: null });
  const made = { name: 'Mine', provider: 'recorded', defaultModel: 'recorded-small' };
  expect((await account.call('POST', '/v1/model-connections', made)).statusCode).toBe(400);
  const path = `/v1/model-connections/${connection.id}`;
  const changed = await account.call('PATCH', path, { isDefault: true });
  expect([changed.statusCode, changed.json().reason]).toEqual([409, 'recorded_model']);
  const own = { name: 'Ours', provider: 'openai', apiKey: 'sk-x', defaultModel: 'gpt-4o-mini', test: false };
  const real = (await account.call('POST', '/v1/model-connections', own)).json();
  expect(real.isDefault).toBe(true);
  await ok('DELETE', `/v1/model-connections/${real.id}`);
});

it('calls become a dataset, an experiment shows the fix, and the trail and the gate follow', async () => {
  const trail = () => ok('POST', '/v1/fix-trail', { callIds });
  expect(await trail()).toEqual({ datasets: [], experiments: [], runs: [] });
  const { 2: used = 0, 3: fixed = 0 } = await prompts();
  const { id: datasetId } = await ok('POST', '/v1/eval-datasets', { name: 'Loop', promptRegistryId: used });
  const path = `/v1/eval-datasets/${datasetId}`;
  const added = await ok('POST', `${path}/items/from-calls`, { callIds, as: 'conversation' });
  expect([added.added, added.skipped]).toEqual([12, []]);
  const item = JSON.parse(added.dataset.items[5].inputText);
  expect(item.messages.map(({ role }: { role: string }) => role)).toEqual([
    'user',
    ...Array.from({ length: 5 }, () => ['assistant', 'tool']).flat(),
  ]);
  expect(item.tools).toMatchObject([{ name: 'issue_refund', parameters: { type: 'object' } }]);
  expect(added.dataset.items[5].expectedOutput).toBeNull();

  const rule = { name: 'No repeats', type: 'tool_repeats', rubric: '1', scaleMin: 0, scaleMax: 1 };
  const bad = await account.call('POST', '/v1/eval-criteria', { ...rule, rubric: 'once' });
  expect([bad.statusCode, bad.json().details[0].path]).toEqual([400, 'rubric']);
  const { criteria } = await ok('POST', '/v1/eval-criteria', { ...rule, scoreType: 'boolean' });
  const criterionIds = [criteria.find(({ type }: { type: string }) => type === 'tool_repeats').id];

  const { id } = await ok('POST', '/v1/experiments', {
    name: 'Read the error',
    datasetId,
    variants: [used, fixed].map((promptId) => ({ promptId, connectionId: connection.id })),
    criterionIds,
  });
  await ok('POST', `/v1/experiments/${id}/start`);
  await work(async () => (await ok('GET', `/v1/experiments/${id}`)).status === 'done');
  const board = await ok('GET', `/v1/experiments/${id}/leaderboard`);
  const scores = Object.fromEntries(
    board.entries.map((entry: { variant: number; score: { mean: number } }) => [
      entry.variant,
      entry.score.mean,
    ]),
  );
  // Two of six calls of a loop come too early to be a repetition that is not allowed.
  expect(scores[0]).toBeCloseTo(4 / 12);
  expect(scores[1]).toBe(1);
  expect(board.winner).toBe(1);
  const { rows } = await ok('GET', `/v1/experiments/${id}/results?limit=20`);
  const [old, fix] = rows[5].cells;
  expect(old.output).toMatch(/^issue_refund\(\{/);
  expect(fix.output).toContain('colleague');
  await ok('POST', `/v1/experiments/${id}/ship`, { variant: 1, label: 'production' });

  // The gate: a run with the prompt in use, then one with the fix, and back again.
  const run = async (promptRegistryId: number): Promise<number> => {
    await ok('PATCH', path, { promptRegistryId });
    const { runId } = await ok('POST', `${path}/run`, { criterionIds });
    await work(async () => (await ok('GET', `/v1/eval-runs/${runId}`)).run.status === 'completed');
    return runId;
  };
  const [before, after, back] = [await run(used), await run(fixed), await run(used)];
  const gate = (baseline: number, candidate: number) =>
    ok('GET', `/v1/eval-runs/gate?baseline=${baseline}&candidate=${candidate}`);
  expect((await gate(before, after)).pass).toBe(true);
  expect(await gate(after, back)).toMatchObject({ pass: false, verdict: 'fail' });

  expect(await trail()).toMatchObject({
    datasets: [{ id: datasetId, name: 'Loop', itemCount: 12, covered: 12 }],
    experiments: [
      { id, status: 'done', datasetId, criterionIds, shipped: { version: '3', label: 'production' } },
    ],
    runs: [{ id: back }, { id: after }, { id: before }],
  });
});

it('everything goes with the sample data', async () => {
  const remaining = projectId;
  projectId = '';
  await ok('DELETE', '/v1/sample-data');
  expect(await ok('GET', '/v1/model-connections')).toMatchObject({ connections: [] });
  expect(await ok('GET', '/v1/prompts')).toMatchObject({ prompts: [] });
  expect(await ok('GET', '/v1/eval-datasets')).toMatchObject({ datasets: [] });
  expect(await ok('GET', '/v1/experiments')).toMatchObject({ experiments: [] });
  expect(await ok('POST', '/v1/fix-trail', { callIds })).toEqual({ datasets: [], experiments: [], runs: [] });
  expect(remaining).toMatch(/^prj_/);
});
