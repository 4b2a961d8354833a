// Experiments through the API, with a model on a socket that streams, fails, limits and lies.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openApp } from '#app';
import { eventually } from '#test/support/eventually';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { startFakeProvider } from '#test/support/fake-provider/index';
import { freshFolder } from '#test/support/metadata';
import { runJobs } from '#test/support/run-jobs';
import { startScriptedModel, type ScriptedModel, type ScriptedRequest } from '#test/support/scripted-model';
import { forgetExperimentCalls } from '../../src/features/experiments/forget.ts';

const ALL = '/v1/experiments';
let app: TestApp;
let model: ScriptedModel;
let account: TestAccount;
let connectionId: string;
let script: (request: ScriptedRequest) => ReturnType<Parameters<typeof startScriptedModel>[0]>;

const INPUTS = ['Where?', 'limit Who?', 'fail What?', 'lie When?', 'Why?', 'How?', 'Which?', 'Whose?'];

/** The polite prompt answers right, the rude one does not. */
function honest({ system, last, before }: ScriptedRequest): Awaited<ReturnType<typeof script>> {
  if (last.includes('limit') && before === 0) return { status: 429, headers: { 'retry-after': '0' } };
  if (last.includes('fail') && system.includes('rude')) return { status: 500, message: 'Broken.' };
  if (last.includes('lie') && before === 0) return { lie: 'page' };
  return system.includes('rude') ? `No: ${last}` : `Yes: ${last}`;
}

beforeAll(async () => {
  script = honest;
  model = await startScriptedModel((request) => script(request));
  app = await makeTestApp({ config: { outboundAllow: ['127.0.0.1/32'], judge: null, generator: null } });
  account = await app.account();
  await (await account.member('owner')).call('PUT', '/v1/account/consents/plaintext-storage');
  connectionId = await connected();
});
afterAll(async () => {
  await app.stop();
  model.close();
});

async function ok(method: string, path: string, body?: object, by: Caller = account) {
  const reply = await by.call(method, path, body);
  expect([path, reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([
    path,
    expect.toSatisfy((status: number) => status < 300),
    '',
  ]);
  return reply.body === '' ? null : reply.json();
}

const connected = async (changes: object = {}): Promise<string> =>
  (
    await ok('POST', '/v1/model-connections', {
      name: `Ours ${Math.random()}`,
      provider: 'openai-compatible',
      baseUrl: model.url,
      apiKey: 'sk-right',
      defaultModel: 'gpt-4o-mini',
      isDefault: false,
      test: false,
      ...changes,
    })
  ).id;

const dataset = async (inputs: readonly string[], expected: string | null = null): Promise<number> =>
  (
    await ok('POST', '/v1/eval-datasets', {
      name: `Set ${Math.random()}`,
      items: inputs.map((inputText) => ({ inputText, expectedOutput: expected })),
    })
  ).id;

const criterion = async (name: string, rubric: string): Promise<number> =>
  (
    await ok('POST', '/v1/eval-criteria', {
      name,
      type: 'contains',
      rubric,
      scaleMin: 0,
      scaleMax: 1,
      scoreType: 'boolean',
    })
  ).criteria.find((each: { name: string }) => each.name === name).id;

const prompt = async (version: string, manner: string): Promise<number> =>
  (
    await ok('POST', '/v1/prompts', {
      name: 'asker',
      version,
      type: 'chat',
      messages: [
        { role: 'system', content: `Be ${manner}.` },
        { role: 'user', content: '{{input}}' },
      ],
    })
  ).prompt.id;

const said = (manner: string) => ({
  connectionId,
  messages: [
    { role: 'system', content: `Be ${manner}.` },
    { role: 'user', content: '{{input}}' },
  ],
});

const get = (id: string) => ok('GET', `${ALL}/${id}`);
const rowsOf = async (id: string, query = '') =>
  (await ok('GET', `${ALL}/${id}/results?limit=100${query}`)).rows;

/** Until no job is due. */
async function work(id: string) {
  for (let round = 0; round < 20; round += 1) {
    await app.worker.round();
    await app.worker.settled();
    const now = await get(id);
    if (now.status !== 'queued' && now.status !== 'running') return now;
  }
  throw new Error('The experiment does not end.');
}

describe('an experiment', () => {
  let id: string;
  let prompts: number[];

  it('runs variants x items x repetitions: estimated before, retried, with errors kept in their cells', async () => {
    prompts = [await prompt('1', 'rude'), await prompt('2', 'polite')];
    const order = {
      name: 'Manners',
      datasetId: await dataset(INPUTS),
      variants: prompts.map((promptId) => ({ promptId, connectionId })),
      repetitions: 2,
      concurrency: 4,
      criterionIds: [await criterion('Says yes', 'Yes'), await criterion('Has a colon', ':')],
      limitUsd: 5,
    };
    const estimate = await ok('POST', `${ALL}/estimate`, order);
    expect(estimate).toMatchObject({
      itemCount: 8,
      cellCount: 32,
      priceKnown: true,
      variants: [{ name: 'asker 1 · gpt-4o-mini' }, { name: 'asker 2 · gpt-4o-mini' }],
    });
    const { lowUsd, likelyUsd, highUsd } = estimate.total;
    expect([lowUsd > 0, lowUsd < likelyUsd, likelyUsd < highUsd]).toEqual([true, true, true]);
    const made = await ok('POST', ALL, order);
    id = made.id;
    expect(made).toMatchObject({ status: 'draft', cellCount: 32, doneCount: 0, costUsd: 0 });
    expect((await ok('POST', `${ALL}/${id}/start`)).status).toBe('queued');
    const ended = await work(id);
    expect(ended).toMatchObject({ status: 'done', doneCount: 30, failedCount: 2, reason: null });
    expect(ended.costUsd).toBeGreaterThan(0);
    expect(ended.costUsd).toBeLessThan(highUsd);
    expect(model.mostAtOnce()).toBeLessThanOrEqual(4);

    const rows = await rowsOf(id);
    expect(rows.map(({ input }: { input: string }) => input)).toEqual(INPUTS);
    const of = (row: number, variant: number) =>
      rows[row].cells.find((cell: { variant: number }) => cell.variant === variant);
    expect(of(0, 1)).toMatchObject({
      status: 'done',
      output: 'Yes: Where?',
      scores: [{ normalizedScore: 1 }, { normalizedScore: 1 }],
      inputTokens: 100,
      outputTokens: 20,
      attempts: 1,
    });
    expect(of(2, 0)).toMatchObject({ status: 'failed', reason: 'provider_error', attempts: 3, output: null });
    expect(of(3, 1)).toMatchObject({ status: 'done', output: 'Yes: lie When?' });
    expect(rows[1].cells.some(({ attempts }: { attempts: number }) => attempts === 2)).toBe(true);
    const sorted = await rowsOf(id, '&sortBy=disagreement');
    expect(sorted[0]).toMatchObject({ disagreement: 1 });
    const full = await ok('GET', `${ALL}/${id}/results/2`);
    const broken = full.cells.find((cell: { status: string }) => cell.status === 'failed');
    expect(broken.error).toMatch(/HTTP 500/);
  });

  it('leaves calls of the service, with tags that name the experiment, the variant and the item', async () => {
    const [row] = await rowsOf(id);
    const { call } = await ok('GET', `/v1/query/calls/${row.cells[0].callId}`);
    expect(call.tags).toEqual({
      'tracewell.experiment': id,
      'tracewell.experiment_variant': '0',
      'tracewell.experiment_item': expect.stringMatching(/^\d+\/1$/),
    });
    expect(call.requestMeta.promptId).toBe(prompts[0]);
    expect((await ok('POST', '/v1/query/calls', {})).records).toEqual([]);
  });

  it('ranks the variants, takes verdicts of people, and pages through every order', async () => {
    await ok('PUT', `${ALL}/${id}/results/0/verdict`, { variant: 1, verdict: 'good' });
    await ok('PUT', `${ALL}/${id}/results/1/verdict`, { variant: 1, repetition: 1, verdict: 'bad' });
    const board = await ok('GET', `${ALL}/${id}/leaderboard`);
    expect(board).toMatchObject({ baseline: 0, winner: 1, verdict: 'better' });
    expect(board.entries.map(({ variant }: { variant: number }) => variant)).toEqual([1, 0]);
    const [best, worst] = board.entries;
    expect(best).toMatchObject({ score: { mean: 1 }, doneCount: 16, human: { good: 1, bad: 1, mean: 0.5 } });
    expect(best.score.low).toBeLessThan(1);
    expect(best.comparison).toMatchObject({ gate: { pass: true }, overall: { pairedCount: 7 } });
    expect(best.comparison.criterionDeltas[0]).toMatchObject({ test: 'mcnemar', pairedCount: 7, effect: 1 });
    expect(worst).toMatchObject({ comparison: null, failedCount: 2 });
    for (const sortBy of ['position', 'disagreement', 'score', 'cost', 'latency']) {
      const seen: number[] = [];
      for (let cursor = ''; ;) {
        const page = await ok('GET', `${ALL}/${id}/results?limit=3&sortBy=${sortBy}${cursor}`);
        seen.push(...page.rows.map(({ position }: { position: number }) => position));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      expect([sortBy, seen.toSorted((a, b) => a - b)]).toEqual([sortBy, INPUTS.map((_, at) => at)]);
    }
    const csv = (await account.call('GET', `${ALL}/${id}/export`)).body;
    expect(csv.split('\r\n')[0]).toMatch(/^\uFEFFitem,input,.*,Says yes,Has a colon$/);
    expect(csv.trim().split('\r\n')).toHaveLength(33);
  });

  it('ships the prompt version that was measured, unless the gate fails', async () => {
    const refused = await account.call('POST', `${ALL}/${id}/ship`, { variant: 5, label: 'live' });
    expect(refused.statusCode).toBe(400);
    const shipped = await ok('POST', `${ALL}/${id}/ship`, { variant: 1, label: 'live' });
    expect(shipped.shipped).toMatchObject({ promptId: prompts[1], label: 'live', version: '2' });
    const { prompt: live } = await ok('GET', '/v1/prompts/resolve?name=asker&label=live');
    expect(live.id).toBe(prompts[1]);
    await ok('PATCH', `/v1/prompts/${prompts[1]}`, {
      messages: [{ role: 'user', content: 'Other {{input}}' }],
    });
    const changed = await account.call('POST', `${ALL}/${id}/ship`, { variant: 1, label: 'live' });
    expect([changed.statusCode, changed.json().reason]).toEqual([409, 'prompt_changed']);
    const viewer = await account.member('viewer');
    expect((await viewer.call('POST', `${ALL}/${id}/ship`, { variant: 0, label: 'live' })).statusCode).toBe(
      403,
    );
    const worse = await ok('POST', ALL, {
      name: 'Worse',
      datasetId: await dataset(INPUTS.map((input) => input.slice(0, 3))),
      variants: [said('polite'), { promptId: prompts[0], connectionId }],
      criterionIds: [await criterion('Agrees', 'Yes')],
    });
    await ok('POST', `${ALL}/${worse.id}/start`);
    await work(worse.id);
    const failed = await account.call('POST', `${ALL}/${worse.id}/ship`, { variant: 1, label: 'live' });
    expect([failed.statusCode, failed.json().reason]).toEqual([409, 'gate_failed']);
    await ok('POST', `${ALL}/${worse.id}/ship`, { variant: 1, label: 'live', force: true });
    const { entries } = await ok('GET', '/v1/audit');
    const actions = new Set(entries.map(({ action }: { action: string }) => action));
    for (const action of ['create', 'start', 'complete', 'verdict', 'ship'])
      expect(actions.has(`experiment.${action}`)).toBe(true);
  });

  it('forgets items whose source call was erased, and is deleted with all it has', async () => {
    const { metadata } = app.services;
    await metadata.transaction((db) =>
      db
        .updateTable('experiment_items')
        .set({ source_call_id: 'gone' })
        .where('experiment_id', '=', id)
        .where('position', '=', 0)
        .execute(),
    );
    await metadata.transaction((db) => forgetExperimentCalls(db, account.id, ['gone']));
    expect(await get(id)).toMatchObject({ itemCount: 7, cellCount: 28, doneCount: 26, failedCount: 2 });
    await ok('DELETE', `${ALL}/${id}`);
    expect((await account.call('GET', `${ALL}/${id}`)).statusCode).toBe(404);
    for (const table of ['experiment_items', 'experiment_cells'] as const)
      expect(
        await metadata.reader.selectFrom(table).select('position').where('experiment_id', '=', id).execute(),
      ).toEqual([]);
  });
});

it('an erased call is forgotten in the experiments of its account, not where others use the same id', async () => {
  const others = await app.account();
  const uploaded = async (by: Caller): Promise<string> => {
    const items = ['a', 'b'].map((inputText) => ({ inputText }));
    const { id: datasetId } = await ok(
      'POST',
      '/v1/eval-datasets',
      { name: `Set ${Math.random()}`, items },
      by,
    );
    const variants = [{ name: 'mine', kind: 'code' }];
    const { id } = await ok('POST', ALL, { name: 'Uploaded', datasetId, variants }, by);
    const results = [1, 2].map((itemId) => ({ itemId, variant: 0, output: 'x', callId: `call-${itemId}` }));
    await ok('POST', `${ALL}/${id}/results`, { results }, by);
    return id;
  };
  const [mine, theirs] = [await uploaded(account), await uploaded(others)];
  await app.services.metadata.transaction((db) => forgetExperimentCalls(db, account.id, ['call-1']));
  const callsOf = async (id: string, by: Caller) =>
    (await ok('GET', `${ALL}/${id}/results`, undefined, by)).rows.flatMap(
      ({ cells }: { cells: { callId: string }[] }) => cells.map(({ callId }) => callId),
    );
  expect([await callsOf(mine, account), await callsOf(theirs, others)]).toEqual([
    ['call-2'],
    ['call-1', 'call-2'],
  ]);
});

describe('control', () => {
  const order = async (changes: object = {}) => ({
    name: 'Controlled',
    datasetId: await dataset(Array.from({ length: 12 }, (_, at) => `Item ${at}`)),
    variants: [said('polite')],
    concurrency: 2,
    ...changes,
  });
  const spentOverConnection = async (): Promise<number> =>
    (await ok('GET', `/v1/model-connections/${connectionId}`)).daySpentUsd;
  const askedFor = (input: string) => model.asked.filter(({ last }) => last === input).length;

  it('pauses, resumes without asking again, and cancels at once', async () => {
    const open = Promise.withResolvers<void>();
    const before = model.asked.length;
    script = async (request) => {
      if (model.asked.length - before > 4) await open.promise;
      return honest(request);
    };
    const { id } = await ok('POST', ALL, await order());
    await ok('POST', `${ALL}/${id}/start`);
    await app.worker.round();
    await eventually(() => expect(model.asked.length - before).toBe(6));
    expect((await ok('POST', `${ALL}/${id}/pause`)).status).toBe('paused');
    expect((await account.call('POST', `${ALL}/${id}/pause`)).statusCode).toBe(409);
    // The answers under way are kept.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    open.resolve();
    await app.worker.settled();
    expect(await get(id)).toMatchObject({ status: 'paused', doneCount: 6 });
    script = honest;
    await ok('POST', `${ALL}/${id}/resume`);
    expect(await work(id)).toMatchObject({ status: 'done', doneCount: 12 });
    expect(model.asked.length - before).toBe(12);
    const cancelled = await ok('POST', ALL, await order());
    expect((await ok('POST', `${ALL}/${cancelled.id}/cancel`)).status).toBe('cancelled');
    expect((await account.call('POST', `${ALL}/${cancelled.id}/start`)).statusCode).toBe(409);
  });

  it('cancelled while cells are under way: their requests end, and what is done stays', async () => {
    const before = model.asked.length;
    script = (request) => (model.asked.length - before > 3 ? new Promise(() => undefined) : honest(request));
    const { id } = await ok('POST', ALL, await order());
    await ok('POST', `${ALL}/${id}/start`);
    await app.worker.round();
    await eventually(async () => {
      expect([model.asked.length - before, (await get(id)).doneCount]).toEqual([5, 3]);
    });
    expect(model.atOnce()).toBe(2);
    expect((await ok('POST', `${ALL}/${id}/cancel`)).status).toBe('cancelled');
    await app.worker.settled();
    await eventually(() => expect(model.atOnce()).toBe(0));
    script = honest;
    await app.worker.round();
    await app.worker.settled();
    expect(await get(id)).toMatchObject({ status: 'cancelled', doneCount: 3, failedCount: 0 });
    expect(model.asked.length - before).toBe(5);
    expect((await account.call('POST', `${ALL}/${id}/resume`)).statusCode).toBe(409);
  });

  it('cancelled while a model answers: what the vendor charges for it counts', async () => {
    const [before, spentBefore] = [model.asked.length, await spentOverConnection()];
    script = () => new Promise(() => undefined);
    const { id } = await ok('POST', ALL, await order({ concurrency: 1 }));
    await ok('POST', `${ALL}/${id}/start`);
    await app.worker.round();
    await eventually(() => expect(model.asked.length - before).toBe(1));
    await ok('POST', `${ALL}/${id}/cancel`);
    await app.worker.settled();
    script = honest;
    const ended = await get(id);
    expect(ended).toMatchObject({ status: 'cancelled', doneCount: 0, failedCount: 0 });
    expect(ended.costUsd).toBeGreaterThan(0);
    expect(ended.costUsd).toBeCloseTo((await spentOverConnection()) - spentBefore, 9);
  });

  it('stops before the money limit, and at a fault that every cell would have', async () => {
    const limited = await ok('POST', ALL, await order({ limitUsd: 0.0027 }));
    await ok('POST', `${ALL}/${limited.id}/start`);
    const paused = await work(limited.id);
    expect(paused).toMatchObject({ status: 'paused', reason: 'limit_reached' });
    expect(paused.doneCount).toBeGreaterThan(0);
    expect(paused.costUsd).toBeLessThanOrEqual(0.0027);
    await ok('POST', `${ALL}/${limited.id}/resume`, { limitUsd: 1 });
    expect(await work(limited.id)).toMatchObject({ status: 'done', doneCount: 12 });

    script = ({ key, ...request }) =>
      key === 'sk-right' ? honest({ key, ...request }) : { status: 401, message: 'Wrong key.' };
    const wrong = await connected({ apiKey: 'sk-wrong' });
    const before = model.asked.length;
    const variants = [{ ...said('polite'), connectionId: wrong }];
    const { id } = await ok('POST', ALL, await order({ variants }));
    await ok('POST', `${ALL}/${id}/start`);
    expect(await work(id)).toMatchObject({
      status: 'paused',
      reason: 'wrong_key',
      doneCount: 0,
      failedCount: 0,
    });
    expect(model.asked.length - before).toBeLessThanOrEqual(2);
  });

  it('runs failed cells again on request, and fails if no cell has an answer', async () => {
    script = () => ({ status: 400, message: 'No.' });
    const { id } = await ok('POST', ALL, await order({ datasetId: await dataset(['Again A', 'Again B']) }));
    await ok('POST', `${ALL}/${id}/start`);
    expect(await work(id)).toMatchObject({ status: 'failed', reason: 'no_answers', failedCount: 2 });
    script = honest;
    await ok('POST', `${ALL}/${id}/resume`, { retryFailed: true });
    expect(await work(id)).toMatchObject({ status: 'done', doneCount: 2, failedCount: 0 });
    expect([askedFor('Again A'), askedFor('Again B')]).toEqual([2, 2]);
  });
});

describe('what a prompt version asks for', () => {
  const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
  it('its tools and output schema are sent, the answer is checked, and images of the item reach the model', async () => {
    script = ({ last }) =>
      last.includes('call')
        ? { tool: 'look_up', arguments: { id: 7 } }
        : last.includes('right')
          ? '{"city":"Bern"}'
          : 'Not JSON';
    const config = {
      tools: [{ name: 'look_up', parameters: { type: 'object' } }],
      outputSchema: { type: 'object', required: ['city'] },
      settings: { temperature: 0.3, maxOutputTokens: 50 },
    };
    const { prompt: made } = await ok('POST', '/v1/prompts', {
      name: 'structured',
      version: '1',
      messages: [{ role: 'user', content: '{{input}}' }],
      config,
    });
    const { id: datasetId } = await ok('POST', '/v1/eval-datasets', { name: `Set ${Math.random()}` });
    const question = [
      { type: 'text', text: 'right?' },
      { type: 'image_url', image_url: { url: IMAGE } },
    ];
    await ok('POST', `/v1/eval-datasets/${datasetId}/items/batch`, {
      items: [{ input: [{ role: 'user', content: question }] }, { input: 'wrong' }, { input: 'call' }],
    });
    const { id, variants } = await ok('POST', ALL, {
      name: 'Structured',
      datasetId,
      variants: [{ promptId: made.id, connectionId, settings: { maxOutputTokens: 60 } }],
      criterionIds: [await criterion('Looks it up', 'look_up')],
      concurrency: 1,
    });
    // What the variant says itself wins.
    const settings = { temperature: 0.3, maxOutputTokens: 60 };
    expect(variants[0]).toMatchObject({ ...config, settings });
    const before = model.asked.length;
    await ok('POST', `${ALL}/${id}/start`);
    expect(await work(id)).toMatchObject({ status: 'done', doneCount: 3 });
    const [first] = model.asked.slice(before);
    expect(first?.body).toMatchObject({
      messages: [{ role: 'user', content: question }],
      tools: [{ type: 'function', function: { name: 'look_up' } }],
      response_format: { type: 'json_schema' },
      temperature: 0.3,
      max_tokens: 60,
    });
    const rows = await rowsOf(id);
    const cells = rows.map(({ cells: [cell] }: { cells: object[] }) => cell);
    expect(cells).toMatchObject([
      { output: '{"city":"Bern"}', outputValid: true },
      { output: 'Not JSON', outputValid: false },
      { output: 'look_up({"id":7})', outputValid: null, scores: [{ normalizedScore: 1 }] },
    ]);
    const full = await ok('GET', `${ALL}/${id}/results/1`);
    expect(full.cells[0].outputProblem).toMatch(/JSON/);
    const { entries } = await ok('GET', `${ALL}/${id}/leaderboard`);
    expect(entries[0].invalidOutputs).toBe(1);
    await ok('PATCH', `/v1/prompts/${made.id}`, { config: { tools: [] } });
    const shipped = await account.call('POST', `${ALL}/${id}/ship`, { variant: 0, label: 'live' });
    expect(shipped.json().reason).toBe('prompt_changed');
    await ok('PATCH', `/v1/prompts/${made.id}`, { config: { tools: 'none' } });
    const refused = await account.call('POST', ALL, {
      name: 'X',
      datasetId,
      variants: [{ promptId: made.id, connectionId }],
    });
    expect([refused.statusCode, refused.json().reason, refused.json().details[0].path]).toEqual([
      400,
      'invalid_tools',
      'variants.0.promptId',
    ]);
    script = honest;
  });

  it('a run of the dataset sends the same, and messages of an item as messages', async () => {
    script = ({ last }) => (last.includes('call') ? { tool: 'look_up', arguments: { id: 7 } } : 'Yes');
    const { prompt: made } = await ok('POST', '/v1/prompts', {
      name: 'geography',
      version: '1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '{{input}}' },
      ],
      config: {
        tools: [{ name: 'look_up', parameters: { type: 'object' } }],
        outputSchema: { type: 'object' },
        settings: { temperature: 0.3, maxOutputTokens: 50, presencePenalty: 0.5, seed: 'none' },
      },
    });
    const { id: datasetId } = await ok('POST', '/v1/eval-datasets', {
      name: `Set ${Math.random()}`,
      promptRegistryId: made.id,
    });
    const said = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Ask me about capitals.' },
      { role: 'user', content: 'Of France?' },
    ];
    await ok('POST', `/v1/eval-datasets/${datasetId}/items/batch`, {
      items: [{ input: [{ role: 'system', content: 'Replaced.' }, ...said] }, { input: 'call' }],
    });
    const byDefault = await connected({ isDefault: true });
    const before = model.asked.length;
    const order = { criterionIds: [await criterion('Nods', 'Yes'), await criterion('Looks', 'look_up(')] };
    const { runId } = await ok('POST', `/v1/eval-datasets/${datasetId}/run`, order);
    await runJobs(app);
    const { run, scores } = await ok('GET', `/v1/eval-runs/${runId}`);
    expect(run).toMatchObject({ callCount: 2, scoredCount: 4 });
    // A call of a tool is a line of the output, as in an experiment.
    expect(scores.map(({ score }: { score: number }) => score)).toEqual([1, 0, 0, 1]);
    const sent = {
      tools: [{ type: 'function', function: { name: 'look_up' } }],
      response_format: { type: 'json_schema' },
      temperature: 0.3,
      max_tokens: 50,
      presence_penalty: 0.5,
    };
    const system = { role: 'system', content: 'Be brief.' };
    const bodies = model.asked.slice(before).map(({ body }) => body as { messages: object[] });
    expect(bodies.toSorted((a, b) => b.messages.length - a.messages.length)).toMatchObject([
      { messages: [system, ...said], ...sent },
      { messages: [system, { role: 'user', content: 'call' }], ...sent },
    ]);
    expect(bodies[0]).not.toHaveProperty('seed');
    await ok('PATCH', `/v1/prompts/${made.id}`, { config: { tools: 'none' } });
    const refused = await account.call('POST', `/v1/eval-datasets/${datasetId}/run`, order);
    expect([refused.statusCode, refused.json().reason, refused.json().details[0].path]).toEqual([
      400,
      'invalid_tools',
      'promptRegistryId',
    ]);
    await ok('DELETE', `/v1/model-connections/${byDefault}`);
    script = honest;
  });
});

describe('a judge', () => {
  it('scores the answers over its own connection, and its cost counts', async () => {
    const vendor = await startFakeProvider({
      answer: ({ last }) => ({
        reasoning: 'As it was said.',
        score: last.includes('Yes: Two') ? 1 : 5,
      }),
    });
    const judge = await connected({
      provider: 'openai',
      baseUrl: vendor.url,
      apiKey: vendor.key,
      isDefault: true,
    });
    const name = 'Kind enough';
    const rubric = 'How kind is the answer?';
    const { criteria } = await ok('POST', '/v1/eval-criteria', {
      name,
      type: 'llm_judge',
      rubric,
      scaleMin: 1,
      scaleMax: 5,
    });
    const criterionId = criteria.find((each: { name: string }) => each.name === name).id;
    const { id } = await ok('POST', ALL, {
      name: 'Judged',
      datasetId: await dataset(['One', 'Two', 'Three']),
      variants: [said('polite')],
      criterionIds: [criterionId],
    });
    await ok('POST', `${ALL}/${id}/start`);
    const ended = await work(id);
    expect(ended).toMatchObject({ status: 'done', doneCount: 3, failedCount: 0 });
    expect(vendor.requests).toHaveLength(3);
    const rows = await rowsOf(id);
    const scores = rows.map(({ cells: [cell] }: { cells: { scores: { score: number }[] }[] }) =>
      cell?.scores.map(({ score }) => score),
    );
    expect(scores).toEqual([[5], [1], [5]]);
    const { cells } = await ok('GET', `${ALL}/${id}/results/1`);
    expect(cells[0].notes).toMatchObject([
      { criterionId, reasoning: 'As it was said.', judge: expect.stringContaining('gpt-4o-mini') },
    ]);
    const { call } = await ok('GET', `/v1/query/calls/${cells[0].callId}`);
    expect(cells[0].costUsd).toBeGreaterThan(call.costUsd);
    await ok('DELETE', `/v1/model-connections/${judge}`);
  });
});

describe.each(inject('engine') === 'postgres' ? ['on PostgreSQL'] : [])('two processes, %s', () => {
  const outcomes = async (id: string) => {
    const rows = await app.services.metadata.reader
      .selectFrom('experiment_cells')
      .select(['position', 'status'])
      .where('experiment_id', '=', id)
      .orderBy('position')
      .execute();
    return rows.map(({ position }) => position);
  };
  const TWELVE = Array.from({ length: 12 }, (_, at) => at);

  it('work on one experiment: one asks each cell once; after a lost lease each cell still has one outcome', async () => {
    const config = { ...app.config, dataDir: freshFolder() };
    const { records, metadata, clock } = app.services;
    const second = await openApp(config, pino({ level: 'silent' }), { records, checkReplies: true });
    onTestFinished(() => second.stop());
    await second.http.ready();
    const workers = [app.worker, second.worker];
    const made = async (word: string) => {
      const { id } = await ok('POST', ALL, {
        name: word,
        datasetId: await dataset(TWELVE.map((at) => `${word} ${at}`)),
        variants: [said('polite')],
        concurrency: 4,
      });
      await ok('POST', `${ALL}/${id}/start`);
      return id as string;
    };
    const before = model.asked.length;
    const raced = await made('Raced');
    await Promise.all(workers.map((worker) => worker.round()));
    await Promise.all(workers.map((worker) => worker.settled()));
    expect(await work(raced)).toMatchObject({ status: 'done', doneCount: 12 });
    expect([model.asked.length - before, await outcomes(raced)]).toEqual([12, TWELVE]);

    // The first process hangs in its answers until its lease is over, and a second one takes the job.
    const open = Promise.withResolvers<void>();
    const asked = model.asked.length;
    script = async (request) => {
      if (model.asked.length - asked <= 4) await open.promise;
      return honest(request);
    };
    const lost = await made('Lost');
    await app.worker.round();
    await eventually(() => expect(model.asked.length - asked).toBe(4));
    await metadata.transaction((db) =>
      db
        .updateTable('jobs')
        .set({ status: 'queued', locked_by: null, locked_until: null, run_at: clock.now() })
        .where('name', '=', 'experiment')
        .where('status', '=', 'running')
        .execute(),
    );
    await second.worker.round();
    await second.worker.settled();
    open.resolve();
    await app.worker.settled();
    script = honest;
    const ended = await work(lost);
    expect(ended).toMatchObject({ status: 'done', doneCount: 12, failedCount: 0 });
    expect(await outcomes(lost)).toEqual(TWELVE);
    // The answers that were asked twice count once.
    expect(ended.costUsd).toBeCloseTo((await get(raced)).costUsd, 9);
  });
});

describe('own code', () => {
  it('uploads answers, which the service scores and compares', async () => {
    const datasetId = await dataset(['A', 'B', 'C'], 'Yes');
    const { id } = await ok('POST', ALL, {
      name: 'Mine',
      datasetId,
      variants: [
        { name: 'before', kind: 'code' },
        { name: 'after', kind: 'code' },
      ],
      criterionIds: [await criterion('Uploaded yes', 'Yes')],
    });
    const empty = await account.call('GET', `${ALL}/${id}/export`);
    expect(empty.body.trim().split('\r\n')).toHaveLength(1);
    const results = [1, 2, 3].flatMap((itemId) => [
      { itemId, variant: 0, output: 'No', latencyMs: 5, costUsd: 0.01 },
      itemId === 3 ? { itemId, variant: 1, error: 'It broke.' } : { itemId, variant: 1, output: 'Yes' },
    ]);
    expect(await ok('POST', `${ALL}/${id}/results`, { results })).toMatchObject({ stored: 6 });
    expect(await ok('POST', `${ALL}/${id}/results`, { results })).toMatchObject({ stored: 0 });
    await ok('POST', `${ALL}/${id}/start`);
    expect(await work(id)).toMatchObject({ status: 'done', doneCount: 5, failedCount: 1, costUsd: 0.03 });
    const { entries, winner, verdict } = await ok('GET', `${ALL}/${id}/leaderboard`);
    // A third of its answers is missing, which the gate does not accept.
    expect([winner, verdict]).toEqual([null, 'inconclusive']);
    expect(entries[0]).toMatchObject({ name: 'after', score: { mean: 1 }, failedCount: 1 });
    const [, , row] = await rowsOf(id);
    expect(row).toMatchObject({ disagreement: 1, cells: [{ status: 'done' }, { reason: 'task_failed' }] });
    const late = await account.call('POST', `${ALL}/${id}/results`, { results });
    expect(late.json().reason).toBe('wrong_status');
  });
});

describe('bad input', () => {
  it('is refused with the name of the field', async () => {
    const datasetId = await dataset(['A']);
    const good = { name: 'X', datasetId, variants: [said('polite')] };
    const cases: [object, number, string][] = [
      [{ datasetId: 999_999 }, 404, 'datasetId'],
      [{ split: 'none' }, 400, 'split'],
      [{ baseline: 1 }, 400, 'baseline'],
      [{ variants: [] }, 400, 'variants'],
      [{ variants: [{ connectionId }] }, 400, 'variants.0.messages'],
      [{ variants: [{ messages: said('x').messages }] }, 400, 'variants.0.connectionId'],
      [{ variants: [{ ...said('x'), connectionId: 'mdc_none' }] }, 404, 'variants.0.connectionId'],
      [{ variants: [{ promptId: 999_999, connectionId }] }, 404, 'variants.0.promptId'],
      [
        { variants: [said('x'), said('y')].map((each) => Object.assign(each, { name: 'same' })) },
        400,
        'variants.1.name',
      ],
      [
        { variants: [{ ...said('x'), messages: [{ role: 'user', content: '{{name}}' }] }] },
        400,
        'variants.0',
      ],
      [{ criterionIds: [999_999] }, 404, 'criterionIds.0'],
      [{ repetitions: 11 }, 400, 'repetitions'],
      [{ concurrency: 17 }, 400, 'concurrency'],
      [{ limitUsd: -1 }, 400, 'limitUsd'],
    ];
    for (const [changes, status, path] of cases) {
      const reply = await account.call('POST', ALL, { ...good, ...changes });
      expect([changes, reply.statusCode, reply.json().details?.[0]?.path]).toEqual([changes, status, path]);
    }
    const members = await ok('POST', ALL, {
      ...good,
      datasetId: await dataset(['{"name": "Ann", "age": 3}']),
      variants: [{ ...said('x'), messages: [{ role: 'user', content: 'Greet {{name}}, {{age}}.' }] }],
    });
    await ok('POST', `${ALL}/${members.id}/start`);
    await work(members.id);
    expect((await rowsOf(members.id))[0].cells[0].output).toBe('Yes: Greet Ann, 3.');
    for (const path of ['exp_none', 'x'])
      expect((await account.call('GET', `${ALL}/${path}`)).statusCode).toBe(404);
  });
});

describe('what a judge costs', () => {
  let judge: string;
  beforeAll(async () => {
    judge = await connected({ isDefault: true });
  });
  afterAll(async () => {
    script = honest;
    await account.call('DELETE', `/v1/model-connections/${judge}`);
  });
  const isJudge = ({ system }: ScriptedRequest) => !system.includes('Be ');

  it('counts although its answer is no score', async () => {
    const vendor = await startFakeProvider({ answer: () => ({ weather: 'lovely' }) });
    const other = await connected({
      provider: 'openai',
      baseUrl: vendor.url,
      apiKey: vendor.key,
      isDefault: true,
    });
    const { id } = await ok('POST', ALL, {
      name: 'Rubbish',
      datasetId: await dataset(['A', 'B']),
      variants: [{ name: 'mine', kind: 'code' }],
      criterionIds: [1],
    });
    const results = [1, 2].map((itemId) => ({ itemId, variant: 0, output: 'Yes' }));
    await ok('POST', `${ALL}/${id}/results`, { results });
    await ok('POST', `${ALL}/${id}/start`);
    const ended = await work(id);
    expect((await rowsOf(id))[0].cells[0].scores).toMatchObject([{ normalizedScore: null }]);
    expect(ended.costUsd).toBeGreaterThan(0);
    await ok('DELETE', `/v1/model-connections/${other}`);
    await ok('PATCH', `/v1/model-connections/${judge}`, { isDefault: true });
  });

  it('and what a model has answered counts, if the experiment is cancelled while it is judged', async () => {
    script = (request) => (isJudge(request) ? new Promise(() => undefined) : honest(request));
    const before = model.asked.length;
    const { id } = await ok('POST', ALL, {
      name: 'Cancelled',
      datasetId: await dataset(['A']),
      variants: [said('polite')],
      criterionIds: [1],
    });
    await ok('POST', `${ALL}/${id}/start`);
    await app.worker.round();
    await eventually(() => expect(model.asked.length - before).toBe(2));
    await ok('POST', `${ALL}/${id}/cancel`);
    await app.worker.settled();
    const ended = await get(id);
    expect(ended).toMatchObject({ status: 'cancelled', doneCount: 0 });
    expect(ended.costUsd).toBeGreaterThan(0);
  });
});
