import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '#test/app';

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

  it('201, 200, 204: made, renamed, deleted, each with its audit entry', async () => {
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

  it('409 name_taken: two projects of one name, also when both come at once', async () => {
    const account = await app.account();
    const replies = await Promise.all(
      [1, 2, 3].map(() => account.call('POST', '/v1/projects', { name: 'Same' })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409, 409]);
    const other = await app.account();
    expect((await other.call('POST', '/v1/projects', { name: 'Same' })).statusCode).toBe(201);
  });

  it('409 default_project: the default project stays', async () => {
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
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
    await account.call('DELETE', `/v1/projects/${id}`);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(401);
  });

  it('400 invalid_request: names that are no names', async () => {
    const account = await app.account();
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b', 7, null]) {
      const reply = await account.call('POST', '/v1/projects', { name });
      expect([name, reply.statusCode, reply.json().details[0].path]).toEqual([name, 400, 'name']);
    }
    const extra = await account.call('POST', '/v1/projects', { name: 'ok', colour: 'red' });
    expect(extra.json().details).toEqual([{ path: 'colour', message: 'is not a known field' }]);
  });
});
