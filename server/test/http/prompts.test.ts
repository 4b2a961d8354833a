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

const make = async (fields: object = {}, who = account) => {
  const reply = await who.call('POST', '/v1/prompts', {
    name: 'greet',
    version: '1',
    template: 'Hello {{name}}',
    ...fields,
  });
  return [reply.statusCode, reply.json()] as const;
};
const made = async (fields: object = {}, who = account) =>
  (await make(fields, who))[1].prompt as { id: number };
const get = async (url: string) => (await account.call('GET', url)).json();
const actions = async () =>
  ((await get('/v1/audit')).entries as { action: string }[])
    .map((entry) => entry.action)
    .filter((action) => action.startsWith('prompt.'));

describe('a prompt', () => {
  it('201: returned as submitted, with warnings about its variables', async () => {
    const [status, { prompt, warnings }] = await make({
      template: 'Hello {{name}}, {{ mood }} {{name}} {{{constructor}}}',
      variables: { name: 'you', unused: { description: 'd', default: 3, required: true }, toString: {} },
      labels: ['a', 'b', 'a'],
      description: 'Says hello',
    });
    expect(status).toBe(201);
    expect(prompt).toEqual({
      id: expect.any(Number),
      name: 'greet',
      version: '1',
      number: 1,
      type: 'text',
      template: 'Hello {{name}}, {{ mood }} {{name}} {{{constructor}}}',
      messages: null,
      variables: { name: 'you', unused: { description: 'd', default: 3, required: true }, toString: {} },
      labels: ['a', 'b'],
      description: 'Says hello',
      config: {},
      deployedLabels: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(warnings).toEqual([
      'The template uses {{mood}}, which is not declared in variables.',
      'The template uses {{constructor}}, which is not declared in variables.',
      'The variable "unused" is declared, but the template does not use it.',
      'The variable "toString" is declared, but the template does not use it.',
    ]);
    expect(await get(`/v1/prompts/${prompt.id}`)).toEqual({ prompt });
  });

  it('201: names in any script, and the same ones in another account', async () => {
    const other = await app.account();
    for (const name of ['挨拶', '👩‍👩‍👧 hi', "it's % _ \\ / + &", 'é'.repeat(200)]) {
      expect([name, (await make({ name }))[0], (await make({ name }, other))[0]]).toEqual([name, 201, 201]);
      const { prompts } = await get(`/v1/prompts?name=${encodeURIComponent(name)}`);
      expect(prompts.map((prompt: { name: string }) => prompt.name)).toEqual([name]);
    }
  });

  it('409 version_exists: the same name and version twice, also concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => make()));
    expect(replies.map(([status]) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(replies.find(([status]) => status === 409)?.[1].reason).toBe('version_exists');
    expect((await make({ version: '2' }))[0]).toBe(201);
    expect(await actions()).toEqual(['prompt.create', 'prompt.create']);
  });

  it('400 template_too_long: the limit counts bytes', async () => {
    expect((await make({ template: 'a'.repeat(50_000) }))[0]).toBe(201);
    expect((await make({ version: '2', template: 'é'.repeat(25_000) }))[0]).toBe(201);
    const [status, { reason, details }] = await make({ version: '3', template: `é${'a'.repeat(49_999)}` });
    expect([status, reason, details[0].path]).toEqual([400, 'template_too_long', 'template']);
    expect((await make({ version: '3', template: 'a'.repeat(50_001) }))[0]).toBe(400);
  });

  it('400: values out of bounds', async () => {
    const bad: [string, object][] = [
      ['name', { name: '' }],
      ['name', { name: '  ' }],
      ['name', { name: 'x'.repeat(201) }],
      ['name', { name: 'a\nb' }],
      ['name', { name: 7 }],
      ['version', { version: '' }],
      ['version', { version: 'x'.repeat(101) }],
      ['version', { version: null }],
      ['template', { template: '' }],
      ['labels', { labels: Array.from({ length: 9 }, (_, at) => `l${at}`) }],
      ['labels.0', { labels: [''] }],
      ['labels.0', { labels: [1] }],
      ['labels', { labels: 'a' }],
      ['description', { description: 'x'.repeat(501) }],
      ['variables', { variables: ['a'] }],
      ['variables', { variables: 'a' }],
      ['variables', { variables: { a: 'x'.repeat(70_000) } }],
    ];
    for (const [path, fields] of bad) {
      const [status, { details }] = await make(fields);
      expect([fields, status, details?.[0].path]).toEqual([fields, 400, path]);
    }
    for (const fields of [
      { variables: { a: 1 } },
      { variables: { a: null } },
      { variables: { 'a\nb': 1 } },
      { variables: { '': 'x' } },
      { variables: { ['x'.repeat(201)]: 'x' } },
      { variables: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`v${at}`, ''])) },
      { variables: { a: { type: 'string' } } },
      { variables: { a: { default: {} } } },
      { template: undefined },
      { colour: 'red' },
      { id: 3 },
      { deployedLabels: [] },
    ]) {
      expect([fields, (await make(fields))[0]]).toEqual([fields, 400]);
    }
    const labels = Array.from({ length: 8 }, (_, at) => `l${at}`);
    expect((await make({ labels, description: 'x'.repeat(500), variables: null }))[0]).toBe(201);
    const proto = await account.call(
      'POST',
      '/v1/prompts',
      '{"name":"p","version":"1","template":"t","variables":{"__proto__":"x"}}',
      { 'content-type': 'application/json' },
    );
    expect([proto.statusCode, proto.json().reason]).toEqual([400, 'forbidden_key']);
  });

  it('200: changes the given fields and nothing else', async () => {
    const { id } = await made({ labels: ['a'], description: 'd', variables: { name: 'x' } });
    const url = `/v1/prompts/${id}`;
    const patched = (await account.call('PATCH', url, { template: 'Bye {{you}}' })).json();
    expect(patched.prompt).toMatchObject({ template: 'Bye {{you}}', labels: ['a'], description: 'd' });
    expect(patched.warnings).toHaveLength(2);
    const cleared = await account.call('PATCH', url, { variables: null, description: null, labels: [] });
    expect(cleared.json().prompt).toMatchObject({ variables: null, labels: [], description: null });
    const same = await account.call('PATCH', url, { template: 'Bye {{you}}' });
    expect([same.statusCode, same.json().prompt]).toEqual([200, cleared.json().prompt]);
    expect((await account.call('PATCH', url, {})).statusCode).toBe(200);
    expect(await actions()).toEqual(['prompt.update', 'prompt.update', 'prompt.create']);
  });

  it('400: name, version and unknown fields cannot be patched', async () => {
    const { id } = await made();
    for (const body of [
      { name: 'other' },
      { version: '1' },
      { colour: 1 },
      { template: null },
      { labels: null },
      [],
    ]) {
      expect([body, (await account.call('PATCH', `/v1/prompts/${id}`, body)).statusCode]).toEqual([
        body,
        400,
      ]);
    }
    const long = await account.call('PATCH', `/v1/prompts/${id}`, { template: 'é'.repeat(25_001) });
    expect(long.json().reason).toBe('template_too_long');
  });

  it('200: renamed, and 409 if that version already exists', async () => {
    const { id } = await made();
    await made({ version: '2' });
    const rename = (body: object) => account.call('POST', `/v1/prompts/${id}/rename`, body);
    expect((await rename({ name: 'greet', version: '2' })).json().reason).toBe('version_exists');
    const renamed = await rename({ name: 'hello', version: '7' });
    expect(renamed.json()).toMatchObject({ prompt: { id, name: 'hello', version: '7' } });
    expect((await rename({ name: 'hello', version: '7' })).statusCode).toBe(200);
    for (const body of [
      { name: 'x' },
      { version: 'x' },
      { name: '', version: '1' },
      { name: 'x', version: 'y', z: 1 },
    ]) {
      expect([body, (await rename(body)).statusCode]).toEqual([body, 400]);
    }
    expect(await actions()).toEqual(['prompt.rename', 'prompt.create', 'prompt.create']);
    const rivals = await Promise.all([id, id].map(() => rename({ name: 'last', version: '1' })));
    expect(rivals.map((reply) => reply.statusCode)).toEqual([200, 200]);
  });

  it('200 deletedId, then 404', async () => {
    const { id } = await made();
    const gone = await account.call('DELETE', `/v1/prompts/${id}`);
    expect([gone.statusCode, gone.json()]).toEqual([200, { deletedId: id }]);
    expect((await account.call('DELETE', `/v1/prompts/${id}`)).statusCode).toBe(404);
    expect((await get('/v1/prompts')).prompts).toEqual([]);
    // Its id is not reused, because calls may contain it.
    expect((await made()).id).toBeGreaterThan(id);
  });
});

describe('the list', () => {
  it('200: by name and by label, exactly', async () => {
    await made({ version: '1', labels: ['stable', 'a,b'] });
    await made({ version: '2', labels: ['Stable', '%', '"', '\\', '🚀', ','] });
    await made({ name: 'other', labels: ['stable', 'x_y', 'x', 'y'] });
    const found = async (query: string) =>
      (await get(`/v1/prompts?${query}`)).prompts.map(
        (p: { name: string; version: string }) => `${p.name} ${p.version}`,
      );
    expect(await found('')).toEqual(['other 1', 'greet 2', 'greet 1']);
    expect(await found('name=greet')).toEqual(['greet 2', 'greet 1']);
    expect(await found('name=Greet')).toEqual([]);
    expect(await found('label=stable')).toEqual(['other 1', 'greet 1']);
    expect(await found('name=greet&label=stable')).toEqual(['greet 1']);
    for (const label of ['%', '"', '\\', '🚀', ',']) {
      expect([label, await found(`label=${encodeURIComponent(label)}`)]).toEqual([label, ['greet 2']]);
    }
    for (const label of ['tabl', 'a', 'x%', '', '","', 'x y']) {
      expect([label, await found(`label=${encodeURIComponent(label)}`)]).toEqual([label, []]);
    }
  });

  it('200: in pages, whatever is added between them', async () => {
    for (let at = 1; at <= 5; at += 1) await made({ version: String(at) });
    const first = await get('/v1/prompts?limit=2');
    await made({ version: 'new' });
    const second = await get(`/v1/prompts?limit=2&cursor=${first.nextCursor}`);
    const third = await get(`/v1/prompts?limit=2&cursor=${second.nextCursor}`);
    const versions = [first, second, third].map((page) =>
      page.prompts.map((p: { version: string }) => p.version),
    );
    expect(versions).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect(third.nextCursor).toBeNull();
  });

  it('400: invalid limits and cursors', async () => {
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=x',
      'cursor=x',
      'cursor=WyJhIl0',
      'cursor=',
      'limit=1.5',
    ]) {
      for (const path of [
        '/v1/prompts?',
        '/v1/prompts/deployments?',
        '/v1/prompts/deployments/history?name=a&label=b&',
      ]) {
        expect([path + query, (await account.call('GET', path + query)).statusCode]).toEqual([
          path + query,
          400,
        ]);
      }
    }
  });
});

describe('who may', () => {
  it('403 plan_required: every change on Free; reading works', async () => {
    const free = await app.account({ plan: 'free' });
    for (const [method, url, body] of [
      ['POST', '/v1/prompts', { name: 'a', version: '1', template: 't' }],
      ['PATCH', '/v1/prompts/1', { template: 't' }],
      ['DELETE', '/v1/prompts/1', undefined],
      ['POST', '/v1/prompts/1/rename', { name: 'a', version: '1' }],
      ['POST', '/v1/prompts/1/deploy', { label: 'a' }],
      ['POST', '/v1/prompts/deployments/rollback', { name: 'a', label: 'b' }],
    ] as const) {
      const reply = await free.call(method, url, body);
      expect([method, url, reply.statusCode, reply.json().reason]).toEqual([
        method,
        url,
        403,
        'plan_required',
      ]);
    }
    expect((await free.call('GET', '/v1/prompts')).statusCode).toBe(200);
    expect((await free.call('GET', '/v1/prompts/deployments')).statusCode).toBe(200);
  });

  it('403: a key that may only read, and a viewer; a member may write', async () => {
    const body = { name: 'a', version: '1', template: 't' };
    const reader = await account.key(['read']);
    expect((await reader.call('POST', '/v1/prompts', body)).json().reason).toBe('insufficient_scope');
    expect((await reader.call('GET', '/v1/prompts')).statusCode).toBe(200);
    const writer = await account.key(['write']);
    expect((await writer.call('GET', '/v1/prompts')).json().reason).toBe('insufficient_scope');
    const viewer = await account.member('viewer');
    expect((await viewer.call('POST', '/v1/prompts', body)).json().reason).toBe('insufficient_role');
    const member = await account.member('member');
    expect((await member.call('POST', '/v1/prompts', body)).statusCode).toBe(201);
  });

  it('404: prompts of another account, and invalid ids', async () => {
    const other = await app.account();
    const foreign = await made({}, other);
    const mine = await made();
    for (const id of [foreign.id, 999_999_999, 0, -1, '01', '1e3', 'x', '9'.repeat(30), '%00']) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { template: 't' }],
        ['DELETE', '', undefined],
        ['POST', '/rename', { name: 'a', version: '1' }],
        ['POST', '/deploy', { label: 'a' }],
        ['GET', `/diff?against=${mine.id}`, undefined],
        ['GET', '/usage', undefined],
      ] as const) {
        const url = `/v1/prompts/${id}${path}`;
        expect([method, url, (await account.call(method, url, body)).statusCode]).toEqual([method, url, 404]);
      }
    }
    const against = await account.call('GET', `/v1/prompts/${mine.id}/diff?against=${foreign.id}`);
    expect(against.statusCode).toBe(404);
    expect((await other.call('GET', `/v1/prompts/${foreign.id}`)).statusCode).toBe(200);
    const scoped = await account.call(
      'POST',
      '/v1/prompts',
      { name: 'a', version: '1', template: 't' },
      {
        'x-project-id': other.projectId,
      },
    );
    expect(scoped.json().reason).toBe('project_not_found');
  });

  it('200: prompts belong to the account, in every project', async () => {
    const { id } = await made();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'P' })).json();
    const bound = await account.key(null, { projectId });
    expect((await bound.call('GET', `/v1/prompts/${id}`)).statusCode).toBe(200);
  });

  it('405: other methods of known paths', async () => {
    for (const url of ['/v1/prompts/resolve', '/v1/prompts/deployments', '/v1/prompts/deployments/history']) {
      expect([url, (await account.call('DELETE', url)).statusCode]).toEqual([url, 405]);
    }
  });
});

describe('a diff', () => {
  it('200: lines, variables, labels and description', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
    const from = await made({
      template: lines.join('\n'),
      variables: { a: 'x', b: 'y', c: { required: true } },
      labels: ['old', 'kept'],
    });
    const to = await made({
      version: '2',
      template: lines.with(9, 'changed').toSpliced(19, 0, 'new').join('\n'),
      variables: { a: 'x', b: 'z', d: 'w' },
      labels: ['kept', 'new'],
      description: 'Better',
    });
    const diff = await get(`/v1/prompts/${to.id}/diff?against=${from.id}`);
    expect(diff).toMatchObject({
      from: { id: from.id, name: 'greet', version: '1' },
      to: { id: to.id, name: 'greet', version: '2' },
      addedLines: 2,
      removedLines: 1,
      variables: { added: ['d'], removed: ['c'], changed: ['b'] },
      labels: { added: ['new'], removed: ['old'] },
      description: { from: null, to: 'Better' },
    });
    expect(diff.hunks).toMatchObject([
      { oldStart: 7, oldLines: 7, newStart: 7, newLines: 7 },
      { oldStart: 17, oldLines: 4, newStart: 17, newLines: 5 },
    ]);
    expect(diff.hunks[0].lines.slice(3, 5)).toEqual([
      { kind: 'removed', text: 'line 10' },
      { kind: 'added', text: 'changed' },
    ]);
    const same = await get(`/v1/prompts/${to.id}/diff?against=${to.id}`);
    expect(same).toMatchObject({ hunks: [], addedLines: 0, removedLines: 0, description: null });
  });

  it('400: without another version, or with an invalid id', async () => {
    const { id } = await made();
    for (const query of ['', '?against=', '?against=x', '?against=0', '?against=1.5', '?against=-1']) {
      expect([query, (await account.call('GET', `/v1/prompts/${id}/diff${query}`)).statusCode]).toEqual([
        query,
        400,
      ]);
    }
  });
});
