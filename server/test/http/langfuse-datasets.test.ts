// The requests of the Langfuse clients for datasets, items and runs of experiments.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'pro' });
});

const send = async (method: string, url: string, body?: object) => {
  const authorization = `Basic ${Buffer.from(`pk-lf-1:${account.apiKey}`).toString('base64')}`;
  const reply = await account.call(method, `/api/public/${url}`, body, { authorization });
  return [reply.statusCode, reply.json()] as const;
};
const dataset = async (fields: object = {}) =>
  (await send('POST', 'v2/datasets', { name: 'qa', ...fields }))[1];
const item = async (fields: object = {}) =>
  (await send('POST', 'dataset-items', { datasetName: 'qa', input: 'q', ...fields }))[1];
const link = async (fields: object) =>
  send('POST', 'dataset-run-items', { runName: 'run 1', traceId: 't1', ...fields });

describe('a dataset', () => {
  it('200: created, found by name, and changed by creating it again', async () => {
    const made = await dataset({ description: 'd', metadata: { a: [1] }, inputSchema: { type: 'object' } });
    expect(made).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'qa',
      description: 'd',
      metadata: { a: [1] },
      inputSchema: { type: 'object' },
      expectedOutputSchema: null,
      projectId: account.projectId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await send('GET', 'v2/datasets/qa')).toEqual([200, made]);
    const again = await dataset({ metadata: { b: 2 } });
    expect([again.id, again.description, again.metadata]).toEqual([made.id, 'd', { b: 2 }]);
    expect((await dataset()).updatedAt).toBe(again.updatedAt);
    const own = (await account.call('GET', `/v1/eval-datasets/${made.id}`)).json();
    expect([own.name, own.description, 'facts' in own]).toEqual(['qa', 'd', false]);
    const stored = await app.services.metadata.reader.selectFrom('eval_datasets').select('facts').execute();
    expect(JSON.stringify(stored)).not.toContain('"b"');
  });

  it('200: listed in pages, newest first; a name with a folder', async () => {
    for (const name of ['a', 'b', 'eval/c d']) await dataset({ name });
    const [, first] = await send('GET', 'v2/datasets?limit=2');
    expect([first.data.map(({ name }: { name: string }) => name), first.meta]).toEqual([
      ['eval/c d', 'b'],
      { page: 1, limit: 2, totalItems: 3, totalPages: 2 },
    ]);
    expect((await send('GET', 'v2/datasets?limit=2&page=2'))[1].data[0].name).toBe('a');
    expect((await send('GET', 'v2/datasets/eval%2Fc%20d'))[1].name).toBe('eval/c d');
  });

  it('404 and 400, in Langfuse’s format', async () => {
    expect(await send('GET', 'v2/datasets/none')).toEqual([
      404,
      { message: 'Dataset not found.', error: 'LangfuseNotFoundError' },
    ]);
    const [status, body] = await send('POST', 'v2/datasets', { name: '' });
    expect([status, body.error]).toEqual([400, 'InvalidRequestError']);
  });
});

describe('an item', () => {
  it('200: any JSON is returned unchanged, and is text for runs of this service', async () => {
    const made = await dataset();
    const first = await item({
      id: 'case/1',
      input: { question: 'Capital of France?', n: 1 },
      expectedOutput: ['Paris'],
      metadata: { source: 'test' },
      sourceTraceId: 't1',
      sourceObservationId: 's1',
    });
    expect(first).toEqual({
      id: 'case/1',
      status: 'ACTIVE',
      input: { question: 'Capital of France?', n: 1 },
      expectedOutput: ['Paris'],
      metadata: { source: 'test' },
      sourceTraceId: 't1',
      sourceObservationId: 's1',
      datasetId: made.id,
      datasetName: 'qa',
      mediaReferences: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await send('GET', 'dataset-items/case%2F1')).toEqual([200, first]);
    for (const [input, expectedOutput] of [
      ['text', 'text'],
      ['{"a": 1}', '1'],
      ['', null],
      [0, false],
      [null, undefined],
    ]) {
      const { id } = await item({ input, expectedOutput });
      const [, read] = await send('GET', `dataset-items/${id}`);
      expect([read.input, read.expectedOutput]).toEqual([input, expectedOutput ?? null]);
    }
    const own = (await account.call('GET', `/v1/eval-datasets/${made.id}`)).json();
    expect(own.items[0]).toEqual({
      id: 1,
      inputText: '{"question":"Capital of France?","n":1}',
      expectedOutput: '["Paris"]',
      sourceCallId: 't1-s1',
    });
    expect([own.itemCount, own.version]).toEqual([6, 7]);
    const stored = await app.services.metadata.reader.selectFrom('eval_dataset_items').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('Paris');
  });

  it('200: created again with its id, it keeps omitted fields', async () => {
    await dataset();
    await item({ id: 'one', input: { a: 1 }, expectedOutput: 'x', metadata: { m: 1 } });
    const second = await item({ input: 'second' });
    const again = await item({ id: 'one', input: undefined, expectedOutput: 'y', status: 'ARCHIVED' });
    expect([again.input, again.expectedOutput, again.metadata, again.status]).toEqual([
      { a: 1 },
      'y',
      { m: 1 },
      'ARCHIVED',
    ]);
    // An id that this service assigned works like one of Langfuse’s.
    expect((await item({ id: second.id, input: 'changed' })).id).toBe(second.id);
    const [, list] = await send('GET', 'dataset-items?datasetName=qa&limit=50&page=1');
    expect(list.data.map(({ id, input }: { id: string; input: unknown }) => [id, input])).toEqual([
      [second.id, 'changed'],
      ['one', { a: 1 }],
    ]);
    expect(list.meta).toEqual({ page: 1, limit: 50, totalItems: 2, totalPages: 1 });
  });

  it('200: survives a change of the dataset through /v1', async () => {
    const { id } = await dataset();
    await item({ id: 'one', input: { a: 1 }, metadata: { m: 1 } });
    const { items } = (await account.call('GET', `/v1/eval-datasets/${id}`)).json();
    const changed = [{ ...items[0], inputText: 'edited' }, { inputText: 'new' }];
    await account.call('PATCH', `/v1/eval-datasets/${id}`, { items: changed });
    const [, read] = await send('GET', 'dataset-items/one');
    expect([read.input, read.metadata]).toEqual(['edited', { m: 1 }]);
    expect((await send('GET', `dataset-items/${id}-2`))[1].input).toBe('new');
  });

  it('200: listed as they were at a time, with the metadata and split that /v1 has given them', async () => {
    const { id } = await dataset();
    await item({ id: 'one', input: 'first', metadata: { m: 1 } });
    const own = (await account.call('GET', `/v1/eval-datasets/${id}/items`)).json();
    expect(own.items).toMatchObject([{ id: 1, externalId: 'one', input: 'first', metadata: { m: 1 } }]);
    // By the clock of the service: that of the machine may be some milliseconds behind it.
    const { versions } = (await account.call('GET', `/v1/eval-datasets/${id}/versions`)).json();
    const at = versions[0].createdAt;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await account.call('POST', `/v1/eval-datasets/${id}/items/batch`, {
      items: [{ externalId: 'one', input: { changed: true }, split: 'test' }, { input: 'second' }],
    });
    const inputs = async (query: string) =>
      (await send('GET', `dataset-items?datasetName=qa${query}`))[1].data.map(
        (each: { input: unknown }) => each.input,
      );
    expect(await inputs('')).toEqual(['second', { changed: true }]);
    expect(await inputs(`&version=${at}`)).toEqual(['first']);
    // An update by Langfuse keeps the split.
    await item({ id: 'one', input: undefined, expectedOutput: 'x' });
    const [first] = (await account.call('GET', `/v1/eval-datasets/${id}/items?split=test`)).json().items;
    expect(first).toMatchObject({ input: { changed: true }, expectedOutput: 'x', metadata: { m: 1 } });
    expect((await send('GET', `dataset-items?version=${at}`))[0]).toBe(400);
  });

  it('200: archived items are not in runs', async () => {
    const { id } = await dataset();
    await item({ id: 'one', status: 'ARCHIVED' });
    const run = await account.call('POST', `/v1/eval-datasets/${id}/run`, {});
    expect([run.statusCode, run.json().reason]).toEqual([400, 'dataset_empty']);
  });

  it('200: found by its source', async () => {
    await dataset();
    await dataset({ name: 'other' });
    await item({ id: 'a', sourceTraceId: 't1', sourceObservationId: 's1' });
    await item({ id: 'b', sourceTraceId: 't1' });
    await item({ id: 'c', datasetName: 'other', sourceTraceId: 't2' });
    const found = async (query: string) =>
      (await send('GET', `dataset-items?${query}`))[1].data.map(({ id }: { id: string }) => id);
    expect(await found('')).toEqual(['c', 'b', 'a']);
    expect(await found('sourceTraceId=t1')).toEqual(['b', 'a']);
    expect(await found('sourceTraceId=t1&sourceObservationId=s1')).toEqual(['a']);
    expect(await found('sourceTraceId=t1&datasetName=other')).toEqual([]);
    expect((await send('GET', 'dataset-items?sourceObservationId=s1'))[0]).toBe(400);
    expect((await send('GET', 'dataset-items?datasetName=none'))[0]).toBe(404);
    expect((await send('GET', 'dataset-items?datasetName=qa&version=2026-01-01T00:00:00Z'))[0]).toBe(400);
  });

  it('4xx, in Langfuse’s format: the limits of a dataset, a frozen one, and an id of another dataset', async () => {
    const { id } = await dataset();
    await dataset({ name: 'other' });
    const first = await item({ id: 'one', datasetName: 'other' });
    expect(first.id).toBe('one');
    expect((await item({ id: 'one' })).error).toBe('InvalidRequestError');
    // Also if the dataset has an item with the same number.
    const own = await item({ id: 'own', input: 'kept' });
    expect((await item({ id: 'one', input: 'overwritten' })).error).toBe('InvalidRequestError');
    expect((await send('GET', 'dataset-items/own'))[1]).toMatchObject({ id: own.id, input: 'kept' });
    expect((await item({ input: 'x'.repeat(4_001) })).message).toContain('4000');
    expect((await item({ datasetName: 'none' })).error).toBe('LangfuseNotFoundError');
    for (let at = 0; at < 19; at += 1) await item({ id: `i${at}` });
    expect((await item({ id: 'more' })).message).toBe('A dataset can have at most 20 items.');
    expect((await item({ id: 'i3', input: 'changed' })).input).toBe('changed');
    await account.call('PATCH', `/v1/eval-datasets/${id}`, { frozen: true });
    expect((await item({ id: 'i3', input: 'again' })).error).toBe('LangfuseConflictError');
  });

  it('200: deleted with its links, then 404', async () => {
    await dataset();
    await item({ id: 'one' });
    await item({ id: 'two' });
    for (const datasetItemId of ['one', 'two']) await link({ datasetItemId });
    expect((await send('DELETE', 'dataset-items/one'))[0]).toBe(200);
    expect((await send('DELETE', 'dataset-items/one'))[0]).toBe(404);
    expect((await send('GET', 'dataset-items/one'))[0]).toBe(404);
    const [, run] = await send('GET', 'datasets/qa/runs/run%201');
    expect(run.datasetRunItems.map((each: { datasetItemId: string }) => each.datasetItemId)).toEqual(['two']);
  });
});

describe('a run', () => {
  it('200: created by its first link, and read back with its links', async () => {
    const { id: datasetId } = await dataset();
    await item({ id: 'one' });
    const second = await item({ input: 'second' });
    const [status, first] = await link({
      datasetItemId: 'one',
      observationId: 's1',
      runDescription: 'd',
      metadata: { model: 'm' },
    });
    expect([status, first]).toEqual([
      200,
      {
        id: expect.any(String),
        datasetRunId: expect.any(String),
        datasetRunName: 'run 1',
        datasetItemId: 'one',
        traceId: 't1',
        observationId: 's1',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    // A client that got no answer sends it again.
    expect((await link({ datasetItemId: 'one', observationId: 's1' }))[1].id).toBe(first.id);
    await link({ datasetItemId: second.id, traceId: 't2' });
    const run = {
      id: first.datasetRunId,
      name: 'run 1',
      description: 'd',
      metadata: { model: 'm' },
      datasetId,
      datasetName: 'qa',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    const [, read] = await send('GET', 'datasets/qa/runs/run%201');
    expect(read).toEqual({ ...run, datasetRunItems: [first, expect.objectContaining({ traceId: 't2' })] });
    const byId = `v2/dataset-runs/by-dataset-id/${datasetId}`;
    expect((await send('GET', `${byId}/${run.id}`))[1]).toEqual(read);
    await link({ datasetItemId: 'one', runName: 'run 2' });
    for (const path of ['datasets/qa/runs', byId]) {
      const [, { data, meta }] = await send('GET', `${path}?limit=10`);
      expect([data.map(({ name }: { name: string }) => name).toSorted(), meta.totalItems]).toEqual([
        ['run 1', 'run 2'],
        2,
      ]);
    }
    const [, links] = await send(
      'GET',
      `dataset-run-items?datasetId=${datasetId}&runName=run%201&limit=1&page=2`,
    );
    expect([links.data.length, links.data[0].traceId, links.meta.totalItems]).toEqual([1, 't2', 2]);
    expect((await send('DELETE', 'datasets/qa/runs/run%201'))[0]).toBe(200);
    expect((await send('GET', 'datasets/qa/runs/run%201'))[0]).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.endsWith('_run')).toSorted()).toEqual([
      'eval_dataset.delete_run',
      'eval_dataset.link_run',
      'eval_dataset.link_run',
    ]);
  });

  it('404 and 400: an item that does not exist or is archived, and no trace', async () => {
    await dataset();
    await item({ id: 'one' });
    await item({ id: 'old', status: 'ARCHIVED' });
    expect((await link({ datasetItemId: 'none' }))[0]).toBe(404);
    expect((await link({ datasetItemId: 'old' }))[0]).toBe(404);
    const [status, body] = await link({ datasetItemId: 'one', traceId: undefined, observationId: 's1' });
    expect([status, body.error]).toEqual([400, 'InvalidRequestError']);
  });

  it('an erasure deletes the links and the items of its traces', async () => {
    await dataset();
    await item({ id: 'kept' });
    await item({ id: 'gone', sourceTraceId: 'erased' });
    await link({ datasetItemId: 'kept', traceId: 'erased' });
    await link({ datasetItemId: 'kept', traceId: 'other' });
    const { hooksOf } = await import('#core/hooks');
    const number = (await app.services.accounts.get(account.id))?.number ?? 0;
    const erased = {
      projectId: null,
      projectNumber: null,
      callIds: [],
      traceIds: ['erased'],
      wholeTraceIds: ['erased'],
      sessionIds: [],
      sessionId: null,
    };
    await app.services.metadata.transaction(async (db) => {
      for (const { onErased } of hooksOf(app.services))
        await onErased?.(db, { id: account.id, number }, erased, Date.now());
    });
    expect((await send('GET', 'dataset-items/gone'))[0]).toBe(404);
    const [, run] = await send('GET', 'datasets/qa/runs/run%201');
    expect(run.datasetRunItems.map(({ traceId }: { traceId: string }) => traceId)).toEqual(['other']);
  });

  it('is invisible to other accounts and projects', async () => {
    const { id: datasetId } = await dataset();
    await item({ id: 'one' });
    const [, { datasetRunId }] = await link({ datasetItemId: 'one' });
    const bound = await account.key(null, { projectId: account.projectId });
    for (const by of [await app.account(), bound]) {
      for (const path of [
        'v2/datasets/qa',
        'dataset-items/one',
        `dataset-items/${datasetId}-1`,
        'datasets/qa/runs/run%201',
        'datasets/qa/runs',
        `v2/dataset-runs/by-dataset-id/${datasetId}`,
        `v2/dataset-runs/by-dataset-id/${datasetId}/${datasetRunId}`,
        `dataset-run-items?datasetId=${datasetId}&runName=run%201`,
      ])
        expect([path, (await by.call('GET', `/api/public/${path}`)).statusCode]).toEqual([path, 404]);
    }
    const taken = await bound.call('POST', '/api/public/v2/datasets', { name: 'qa' });
    expect([taken.statusCode, taken.json().error]).toEqual([409, 'LangfuseConflictError']);
  });
});

it('no odd value causes a 5xx, in any place', async () => {
  const { id } = await dataset();
  await item({ id: 'one' });
  const odd = ['\u0000', '\ud800', '%', '__proto__', '1-1', `${id}-1`, '9'.repeat(15), 'x'.repeat(300)];
  const values = [...odd, null, 0, -1, 1e300, true, [], {}, [[]], { a: { b: [null] } }];
  const seen: (readonly [number, string])[] = [];
  const ask = async (method: string, url: string, body?: object) => {
    const [status] = await send(method, url, body);
    if (status >= 500) seen.push([status, `${method} ${url} ${JSON.stringify(body)}`]);
  };
  for (const text of odd) {
    const name = encodeURIComponent(text.toWellFormed());
    for (const path of ['v2/datasets/', 'dataset-items/', 'v2/prompts/', 'media/'])
      await ask('GET', `${path}${name}`);
    for (const query of [`datasetName=${name}`, `sourceTraceId=${name}`, `page=${name}`, `limit=${name}`])
      await ask('GET', `dataset-items?${query}`);
    for (const query of [`label=${name}`, `tag=${name}`, `version=${name}`, `fromUpdatedAt=${name}`])
      await ask('GET', `v2/prompts?${query}`);
    await ask('GET', `datasets/${name}/runs/${name}`);
    await ask('GET', `v2/dataset-runs/by-dataset-id/${name}/${name}`);
    await ask('DELETE', `dataset-items/${name}`);
  }
  for (const value of values) {
    for (const field of ['name', 'description', 'metadata', 'inputSchema'])
      await ask('POST', 'v2/datasets', { name: 'odd', [field]: value });
    for (const field of [
      'datasetName',
      'id',
      'input',
      'expectedOutput',
      'metadata',
      'sourceTraceId',
      'status',
    ])
      await ask('POST', 'dataset-items', { datasetName: 'odd', id: 'odd', [field]: value });
    for (const field of [
      'runName',
      'runDescription',
      'metadata',
      'datasetItemId',
      'traceId',
      'observationId',
    ])
      await ask('POST', 'dataset-run-items', {
        runName: 'r',
        datasetItemId: 'one',
        traceId: 't',
        [field]: value,
      });
    for (const field of ['name', 'type', 'prompt', 'config', 'labels', 'tags', 'commitMessage'])
      await ask('POST', 'v2/prompts', { name: 'odd', prompt: 'x', [field]: value });
  }
  expect(seen).toEqual([]);
});
