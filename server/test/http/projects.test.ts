import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '#test/support/app';
import { sampleRecords, sendRecords } from '#test/support/sample-records';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

describe('projects', () => {
  it('200: a new account has its default project', async () => {
    const account = await app.account();
    const reply = await account.call('GET', '/v1/projects');
    expect(reply.statusCode).toBe(200);
    expect(reply.json().projects).toMatchObject([
      { id: account.projectId, isDefault: true, name: 'Default' },
    ]);
  });

  it('201, 200, 204: created, renamed and deleted, each with its audit entry', async () => {
    const account = await app.account();
    const made = await account.call('POST', '/v1/projects', { name: 'Zürich 🚀' });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    expect(id).toMatch(/^prj_/);
    expect((await account.call('PATCH', `/v1/projects/${id}`, { name: 'Bern' })).json().name).toBe('Bern');
    expect((await account.call('GET', `/v1/projects/${id}`)).json().name).toBe('Bern');
    const gone = await account.call('DELETE', `/v1/projects/${id}`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await account.call('GET', `/v1/projects/${id}`)).statusCode).toBe(404);
    const audit = (await account.call('GET', '/v1/audit')).json();
    expect(audit.entries.slice(0, 3).map((entry: { action: string }) => entry.action)).toEqual([
      'project.delete',
      'project.rename',
      'project.create',
    ]);
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({
      valid: true,
      firstInvalidId: null,
    });
  });

  it('409 name_taken: two projects with the same name, also concurrently', async () => {
    const account = await app.account();
    const replies = await Promise.all(
      [1, 2, 3].map(() => account.call('POST', '/v1/projects', { name: 'Same' })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409, 409]);
    const other = await app.account();
    expect((await other.call('POST', '/v1/projects', { name: 'Same' })).statusCode).toBe(201);
  });

  it('409 default_project: the default project cannot be deleted', async () => {
    const account = await app.account();
    const reply = await account.call('DELETE', `/v1/projects/${account.projectId}`);
    expect([reply.statusCode, reply.json().reason]).toEqual([409, 'default_project']);
  });

  it('404: a project of another account', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      expect((await mine.call(method, `/v1/projects/${other.projectId}`, body)).statusCode).toBe(404);
    }
    const scoped = await mine.call('GET', '/v1/projects', undefined, { 'x-project-id': other.projectId });
    expect([scoped.statusCode, scoped.json().reason]).toEqual([404, 'project_not_found']);
  });

  it('204: a key bound to a deleted project stops working', async () => {
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Short' })).json();
    const key = await account.key(null, { projectId: id });
    expect((await key.call('GET', '/v1/alerts')).statusCode).toBe(200);
    await account.call('DELETE', `/v1/projects/${id}`);
    expect((await key.call('GET', '/v1/alerts')).statusCode).toBe(401);
  });

  it('204: records of a deleted project stay counted; a new one with its name is another project', async () => {
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Pilot' })).json();
    const key = await account.key(['read', 'write:records'], { projectId: id });
    await sendRecords(key, sampleRecords(3));
    const numberOf = async (project: string) =>
      (await app.services.accounts.get(account.id))?.projects.get(project)?.number;
    const before = await numberOf(id);
    expect((await account.call('DELETE', `/v1/projects/${id}`)).statusCode).toBe(204);
    const refused = await key.call('POST', '/v1/ingest', { records: sampleRecords(1) });
    expect([refused.statusCode, refused.json().reason]).toEqual([401, 'invalid_key']);
    for (const [method, url, body] of [
      ['POST', '/v1/ingest', { records: sampleRecords(1) }],
      ['POST', '/v1/query/calls', {}],
      ['GET', '/v1/projects', undefined],
    ] as const) {
      const reply = await account.call(method, url, body, { 'x-project-id': id });
      expect([reply.statusCode, reply.json().reason]).toEqual([404, 'project_not_found']);
    }
    expect((await account.call('GET', '/v1/account')).json().usage.records).toBe(3);
    // Its cost is in the totals of the account, from sums and from records alike.
    for (const groupBy of ['model', 'error'] as const) {
      const reply = await account.call('POST', '/v1/query/aggregate', { groupBy, metric: 'cost' });
      expect([groupBy, reply.json().total]).toEqual([groupBy, { value: 0.003, count: 3 }]);
    }
    // Records contain the number of their project, so it is never reused.
    const again = (await account.call('POST', '/v1/projects', { name: 'Pilot' })).json();
    expect(again.id).not.toBe(id);
    expect(await numberOf(again.id)).toBeGreaterThan(before ?? Infinity);
    const [entry] = (await account.call('GET', '/v1/audit?action=project.delete')).json().entries;
    expect(entry).toMatchObject({ targetId: id, metadata: { name: 'Pilot', revokedKeys: [key.id] } });
  });

  it('204: review queues and experiments go with the project; what is about its records stays with them', async () => {
    const account = await app.account({ plan: 'pro' });
    const filled = async (name: string) => {
      const { id } = (await account.call('POST', '/v1/projects', { name })).json();
      const key = await account.key(null, { projectId: id });
      const [record] = sampleRecords(1) as [{ id: string }];
      await sendRecords(key, [record]);
      const ok = async (url: string, body: object) => {
        const reply = await key.call('POST', url, body);
        expect([url, reply.statusCode < 300, reply.body]).toEqual([url, true, reply.body]);
        return reply.json();
      };
      const dimensions = [{ name: 'helpful', kind: 'number', min: 1, max: 5 }];
      const queue = await ok('/v1/review-queues', { name, dimensions });
      const items = await key.call('POST', `/v1/review-queues/${queue.id}/items`, { callIds: [record.id] });
      expect(items.json()).toMatchObject({ added: 1 });
      const dataset = await ok('/v1/eval-datasets', { name, items: [{ inputText: 'Why?' }] });
      const variants = [{ name: 'mine', kind: 'code' }];
      const experiment = await ok('/v1/experiments', { name, datasetId: dataset.id, variants });
      const results = [{ itemId: 1, variant: 0, output: 'Because.' }];
      await key.call('POST', `/v1/experiments/${experiment.id}/results`, { results });
      await ok('/v1/annotations', { callId: record.id, label: 'good' });
      await ok('/v1/comments', { on: { callId: record.id }, text: 'Look at this.' });
      await ok('/v1/scores', { name: 'helpful', dataType: 'numeric', value: 1, callId: record.id });
      return { id, callId: record.id, name };
    };
    const [gone, kept] = [await filled('Gone'), await filled('Kept')];
    expect((await account.call('DELETE', `/v1/projects/${gone.id}`)).statusCode).toBe(204);

    const names = async (url: string, list: string): Promise<string[]> =>
      (await account.call('GET', url)).json()[list].map(({ name }: { name: string }) => name);
    expect(await names('/v1/review-queues', 'queues')).toEqual([kept.name]);
    expect(await names('/v1/experiments', 'experiments')).toEqual([kept.name]);
    for (const { callId } of [gone, kept]) {
      expect((await account.call('GET', `/v1/query/calls/${callId}`)).json().call.id).toBe(callId);
      for (const [url, list, query] of [
        ['/v1/annotations', 'annotations', ''],
        ['/v1/comments', 'comments', ''],
        ['/v1/scores', 'scores', '&name=helpful'],
      ] as const) {
        const found = (await account.call('GET', `${url}?callId=${callId}${query}`)).json();
        expect([url, (found[list] ?? found).length]).toEqual([url, 1]);
      }
    }
  });

  it('204 or 400: a key created for a project that is being deleted is deleted with it or refused', async () => {
    const account = await app.account();
    for (let round = 0; round < 6; round += 1) {
      const { id } = (await account.call('POST', '/v1/projects', { name: `Brief ${round}` })).json();
      const [gone, ...made] = await Promise.all([
        account.call('DELETE', `/v1/projects/${id}`),
        ...[1, 2, 3].map(() => account.call('POST', '/v1/api-keys', { name: 'Late', projectId: id })),
      ]);
      expect(gone.statusCode).toBe(204);
      for (const reply of made) expect([201, 400]).toContain(reply.statusCode);
    }
    const { apiKeys } = (await account.call('GET', '/v1/api-keys')).json();
    expect(apiKeys.map((key: { name: string }) => key.name)).toEqual(['Test key']);
  });

  it('404: of concurrent deletions one succeeds, and a deleted project cannot be renamed', async () => {
    const account = await app.account();
    for (let round = 0; round < 4; round += 1) {
      const { id } = (await account.call('POST', '/v1/projects', { name: `Twice ${round}` })).json();
      const deletions = await Promise.all([1, 2, 3].map(() => account.call('DELETE', `/v1/projects/${id}`)));
      expect(deletions.map((reply) => reply.statusCode).toSorted()).toEqual([204, 404, 404]);
      expect((await account.call('PATCH', `/v1/projects/${id}`, { name: 'Ghost' })).statusCode).toBe(404);
    }
    const { entries } = (await account.call('GET', '/v1/audit?action=project.delete')).json();
    expect(entries).toHaveLength(4);
  });

  it('403: members, viewers and keys without write can read but not change', async () => {
    const account = await app.account();
    const callers = [
      [await account.member('member'), 'insufficient_role'],
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const;
    for (const [caller, reason] of callers) {
      expect((await caller.call('GET', `/v1/projects/${account.projectId}`)).statusCode).toBe(200);
      for (const [method, url, body] of [
        ['POST', '/v1/projects', { name: 'Mine' }],
        ['PATCH', `/v1/projects/${account.projectId}`, { name: 'Mine' }],
        ['DELETE', `/v1/projects/${account.projectId}`, undefined],
      ] as const) {
        const reply = await caller.call(method, url, body);
        expect([reply.statusCode, reply.json().reason]).toEqual([403, reason]);
      }
    }
  });

  it('404 project_not_found: a key that is bound to a project, with the header of another', async () => {
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Walled' })).json();
    const bound = await account.key(['read', 'write:records'], { projectId: id });
    const beside = await bound.call('GET', '/v1/alerts', undefined, { 'x-project-id': account.projectId });
    expect([beside.statusCode, beside.json().reason]).toEqual([404, 'project_not_found']);
    const own = await bound.call('GET', '/v1/alerts', undefined, { 'x-project-id': id });
    expect(own.statusCode).toBe(200);
    for (const header of ['', 'prj_', 'prj_12345678', 'nonsense']) {
      const reply = await account.call('GET', '/v1/projects', undefined, { 'x-project-id': header });
      expect([header, reply.statusCode]).toEqual([header, 404]);
    }
  });

  it('400 invalid_request: invalid names', async () => {
    const account = await app.account();
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b', 7, null]) {
      const reply = await account.call('POST', '/v1/projects', { name });
      expect([name, reply.statusCode, reply.json().details[0].path]).toEqual([name, 400, 'name']);
    }
    const extra = await account.call('POST', '/v1/projects', { name: 'ok', colour: 'red' });
    expect(extra.json().details).toEqual([{ path: 'colour', message: 'is not a known field' }]);
  });
});
