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

const make = async (version: string, name = 'greet'): Promise<number> =>
  (await account.call('POST', '/v1/prompts', { name, version, template: `v${version}` })).json().prompt.id;
const deploy = (id: number, label = 'production', comment?: string) =>
  account.call('POST', `/v1/prompts/${id}/deploy`, { label, ...(comment === undefined ? {} : { comment }) });
const rollback = (label = 'production', name = 'greet') =>
  account.call('POST', '/v1/prompts/deployments/rollback', { name, label });
const get = async (url: string) => (await account.call('GET', url)).json();
const asQuery = (values: Record<string, string>) => new URLSearchParams(values).toString();
/** The version that running agents get. */
const live = async (label = 'production', name = 'greet'): Promise<string> => {
  const reply = await account.call('GET', `/v1/prompts/resolve?${asQuery({ name, label })}`);
  return reply.statusCode === 200 ? reply.json().prompt.version : reply.json().reason;
};
const history = async (label = 'production', name = 'greet') =>
  (await get(`/v1/prompts/deployments/history?${asQuery({ name, label })}`)).entries;
const rename = (id: number, name: string, version: string) =>
  account.call('POST', `/v1/prompts/${id}/rename`, { name, version });

describe('deploying', () => {
  it('200: the label points to the version, and every endpoint shows it', async () => {
    const [one, two] = [await make('1'), await make('2')];
    const reply = await deploy(one);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        deployments: [
          {
            name: 'greet',
            label: 'production',
            promptId: one,
            version: '1',
            previousPromptId: null,
            previousVersion: null,
            deployedAt: expect.any(String),
            deployedBy: expect.stringMatching(/^key_/),
          },
        ],
        nextCursor: null,
      },
    ]);
    await deploy(one, 'beta');
    expect((await get(`/v1/prompts/${one}`)).prompt.deployedLabels).toEqual(['beta', 'production']);
    const after = (await deploy(two, 'production', 'It is better')).json();
    expect(after.deployments).toMatchObject([
      { label: 'beta', version: '1' },
      { label: 'production', promptId: two, previousPromptId: one, previousVersion: '1' },
    ]);
    const byLabel = await get('/v1/prompts/deployments?label=production&name=greet');
    expect(byLabel).toMatchObject({ deployments: [{ promptId: two }], nextCursor: null });
    expect(
      (await get('/v1/prompts')).prompts.map((p: { deployedLabels: string[] }) => p.deployedLabels),
    ).toEqual([['production'], ['beta']]);
    expect(await history()).toMatchObject([
      {
        action: 'deploy',
        promptId: two,
        version: '2',
        fromPromptId: one,
        fromVersion: '1',
        comment: 'It is better',
      },
      { action: 'deploy', promptId: one, version: '1', fromPromptId: null, fromVersion: null, comment: null },
    ]);
    expect([await live(), await live('beta')]).toEqual(['2', '1']);
  });

  it('200: deploying the deployed version changes nothing', async () => {
    const one = await make('1');
    const first = (await deploy(one)).json();
    expect((await deploy(one, 'production', 'again')).json()).toEqual(first);
    expect(await history()).toHaveLength(1);
    const { entries } = await get('/v1/audit?action=prompt.deploy');
    expect(entries).toMatchObject([
      {
        targetType: 'prompt',
        targetId: String(one),
        metadata: { name: 'greet', label: 'production', version: '1' },
      },
    ]);
  });

  it('200: labels with any characters', async () => {
    const one = await make('1', 'a+b & c/d %2F?');
    for (const label of ['+', '%2F', 'a&b=c', '🚀', 'x y', '/', '"', '日本', 'L'.repeat(100)]) {
      expect([label, (await deploy(one, label)).statusCode]).toEqual([label, 200]);
      expect([label, await live(label, 'a+b & c/d %2F?')]).toEqual([label, '1']);
      expect([label, (await history(label, 'a+b & c/d %2F?')).length]).toEqual([label, 1]);
    }
    const raw = await account.call('GET', '/v1/prompts/resolve?name=a%2Bb%20%26+c%2Fd+%252F%3F&label=x+y');
    expect(raw.json()).toMatchObject({ label: 'x y', prompt: { version: '1' } });
  });

  it('400: labels and comments out of bounds', async () => {
    const one = await make('1');
    for (const body of [
      {},
      { label: '' },
      { label: ' ' },
      { label: 'x'.repeat(101) },
      { label: 'a\u0000' },
      { label: 1 },
      { label: 'a', comment: 'x'.repeat(501) },
      { label: 'a', why: 'x' },
    ]) {
      expect([body, (await account.call('POST', `/v1/prompts/${one}/deploy`, body)).statusCode]).toEqual([
        body,
        400,
      ]);
    }
    for (const body of [
      { name: 'a' },
      { label: 'a' },
      { name: '', label: 'a' },
      { name: 'a', label: 'b', c: 1 },
    ]) {
      expect((await account.call('POST', '/v1/prompts/deployments/rollback', body)).statusCode).toBe(400);
    }
  });

  it('409 limit_reached: over 200 labels of a name', async () => {
    const one = await make('1');
    const row = {
      name: 'greet',
      prompt_id: one,
      previous_prompt_id: null,
      entry_id: 0,
      deployed_at: 1,
      deployed_by: 'x',
    };
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('prompt_deployments')
        .values(
          Array.from({ length: 199 }, (_, at) => ({ ...row, account_id: account.id, label: `label-${at}` })),
        )
        .execute(),
    );
    expect((await deploy(one, 'the last')).statusCode).toBe(200);
    expect((await deploy(one, 'label-3')).json().deployments).toHaveLength(200);
    expect((await deploy(one, 'one more')).json().reason).toBe('limit_reached');
    const pages = [await get('/v1/prompts/deployments?limit=150')];
    pages.push(await get(`/v1/prompts/deployments?limit=150&cursor=${pages[0].nextCursor}`));
    expect(pages.map((page) => page.deployments.length)).toEqual([150, 50]);
    expect(
      new Set(pages.flatMap((page) => page.deployments.map((d: { label: string }) => d.label))).size,
    ).toBe(200);
  });

  it('409 prompt_deployed: a version that a label points to cannot be deleted', async () => {
    const [one, two] = [await make('1'), await make('2')];
    await deploy(one);
    const reply = await account.call('DELETE', `/v1/prompts/${one}`);
    expect([reply.statusCode, reply.json().reason]).toEqual([409, 'prompt_deployed']);
    await deploy(two);
    expect((await account.call('DELETE', `/v1/prompts/${one}`)).statusCode).toBe(200);
    expect((await get('/v1/prompts/deployments')).deployments).toMatchObject([
      { version: '2', previousPromptId: null },
    ]);
    expect(await history()).toMatchObject([{ fromVersion: '1' }, { promptId: one, version: '1' }]);
  });
});

describe('rolling back', () => {
  it('200 repeatedly, 409 no_previous_version at the start; a deployment starts a new branch', async () => {
    const [one, two, three] = [await make('1'), await make('2'), await make('3')];
    for (const id of [one, two, three]) await deploy(id);
    const first = (await rollback()).json();
    expect(first.deployments).toMatchObject([{ promptId: two, previousPromptId: one, previousVersion: '1' }]);
    expect((await rollback()).json().deployments).toMatchObject([{ promptId: one, previousPromptId: null }]);
    const end = await rollback();
    expect([end.statusCode, end.json().reason, await live()]).toEqual([409, 'no_previous_version', '1']);
    // From 1 to 3: the version before it is now 1, not 2.
    await deploy(three);
    expect((await rollback()).json().deployments).toMatchObject([{ version: '1' }]);
    expect((await rollback()).statusCode).toBe(409);
    const entries: { action: string; version: string; fromVersion: string | null }[] = await history();
    expect(entries.map((entry) => `${entry.action} ${entry.fromVersion} ${entry.version}`)).toEqual([
      'rollback 3 1',
      'deploy 1 3',
      'rollback 2 1',
      'rollback 3 2',
      'deploy 2 3',
      'deploy 1 2',
      'deploy null 1',
    ]);
    const { entries: audited } = await get('/v1/audit?action=prompt.rollback');
    expect(audited).toHaveLength(3);
    expect(audited[0].metadata).toMatchObject({ label: 'production', version: '1', fromVersion: '3' });
    const page = await get('/v1/prompts/deployments/history?name=greet&label=production&limit=5');
    const rest = await get(
      `/v1/prompts/deployments/history?name=greet&label=production&limit=5&cursor=${page.nextCursor}`,
    );
    expect([page.entries.length, rest.entries.length, rest.nextCursor]).toEqual([5, 2, null]);
  });

  it('200: the history of all labels, of a name or of a label', async () => {
    const [one, two] = [await make('1'), await make('2')];
    await deploy(one);
    await deploy(two, 'beta');
    await deploy(two);
    const all = async (query = '') =>
      (await get(`/v1/prompts/deployments/history${query}`)).entries.map(
        (entry: Record<string, string>) => `${entry['name']} ${entry['label']} ${entry['version']}`,
      );
    const whole = ['greet production 2', 'greet beta 2', 'greet production 1'];
    expect(await all()).toEqual(whole);
    expect(await all('?name=greet')).toEqual(whole);
    expect(await all('?label=beta')).toEqual(['greet beta 2']);
    expect(await all('?name=other')).toEqual([]);
    const other = await app.account();
    expect((await other.call('GET', '/v1/prompts/deployments/history')).json().entries).toEqual([]);
  });

  it('200: to a different version that still exists', async () => {
    const [one, two, three] = [await make('1'), await make('2'), await make('3')];
    for (const id of [one, two, one, three]) await deploy(id);
    await rollback();
    expect(await live()).toBe('1');
    await rollback();
    expect(await live()).toBe('2');
    // Then 1, which is in the history twice.
    await rollback();
    expect([await live(), (await rollback()).statusCode]).toEqual(['1', 409]);
    for (const id of [two, three]) await deploy(id);
    await account.call('DELETE', `/v1/prompts/${two}`);
    const [deployment] = (await get('/v1/prompts/deployments')).deployments;
    expect(deployment).toMatchObject({ promptId: three, previousPromptId: one });
    await rollback();
    expect(await live()).toBe('1');
  });

  it('404 not_deployed: a label that points to nothing', async () => {
    await make('1');
    const reply = await rollback();
    expect([reply.statusCode, reply.json().reason]).toEqual([404, 'not_deployed']);
    expect((await rollback('production', 'nobody')).statusCode).toBe(404);
    expect(await history()).toEqual([]);
    const other = await app.account();
    await deploy(await make('2'));
    const foreign = await other.call('POST', '/v1/prompts/deployments/rollback', {
      name: 'greet',
      label: 'production',
    });
    expect(foreign.statusCode).toBe(404);
    expect((await other.call('GET', '/v1/prompts/deployments')).json().deployments).toEqual([]);
    const theirs = await other.call('GET', '/v1/prompts/deployments/history?name=greet&label=production');
    expect(theirs.json().entries).toEqual([]);
  });
});

describe('renaming a deployed prompt', () => {
  it('200: labels and history are renamed too, and rollbacks still work', async () => {
    const [one, two] = [await make('1'), await make('2')];
    await deploy(one);
    await deploy(two);
    expect([await live(), await live('production', 'hello')]).toEqual(['2', 'not_deployed']);
    await rename(two, 'hello', '2b');
    expect((await get(`/v1/prompts/${two}`)).prompt.deployedLabels).toEqual(['production']);
    expect([await live(), await live('production', 'hello')]).toEqual(['not_deployed', '2b']);
    // The other version still has the old name, so there is nothing to roll back to.
    expect((await get('/v1/prompts/deployments')).deployments).toMatchObject([
      { name: 'hello', previousPromptId: null },
    ]);
    expect((await rollback('production', 'hello')).json().reason).toBe('no_previous_version');
    await rename(one, 'hello', '1b');
    expect(await history('production', 'hello')).toMatchObject([
      { version: '2b', fromVersion: '1b' },
      { version: '1b' },
    ]);
    expect((await rollback('production', 'hello')).json().deployments).toMatchObject([{ version: '1b' }]);
    expect(await live('production', 'hello')).toBe('1b');
    await rename(one, 'hello', '1c');
    expect(await live('production', 'hello')).toBe('1c');
  });

  it('409 label_taken: a label of the new name points elsewhere', async () => {
    const [one, other] = [await make('1'), await make('1', 'hello')];
    await deploy(one);
    await deploy(other);
    const reply = await rename(one, 'hello', '2');
    expect([reply.statusCode, reply.json().reason]).toEqual([409, 'label_taken']);
    expect((await get(`/v1/prompts/${one}`)).prompt).toMatchObject({ name: 'greet', version: '1' });
    await deploy(await make('2'));
    expect((await rename(one, 'hello', '2')).statusCode).toBe(200);
    expect((await get('/v1/prompts/deployments?name=greet')).deployments).toMatchObject([
      { previousPromptId: null },
    ]);
  });
});

describe('concurrent', () => {
  it('deploy and delete: one of them succeeds, and no label ever points to nothing', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await make(`d${round}`);
      const label = `label-${round}`;
      const both = [() => deploy(id, label), () => account.call('DELETE', `/v1/prompts/${id}`)];
      const replies = await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((each) => each()));
      const statuses = replies.map((reply) => reply.statusCode).toSorted();
      expect([
        [200, 404],
        [200, 409],
      ]).toContainEqual(statuses);
      const there = (await account.call('GET', `/v1/prompts/${id}`)).statusCode === 200;
      expect(await live(label)).toBe(there ? `d${round}` : 'not_deployed');
    }
  });

  it('rollbacks: each makes its own step, or is a 409', async () => {
    for (let version = 1; version <= 5; version += 1) await deploy(await make(String(version)));
    const replies = await Promise.all(Array.from({ length: 7 }, () => rollback()));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409]);
    expect(await live()).toBe('1');
    const entries: { fromVersion: string; version: string }[] = await history();
    expect(entries.slice(0, 4).map((entry) => `${entry.fromVersion}→${entry.version}`)).toEqual([
      '2→1',
      '3→2',
      '4→3',
      '5→4',
    ]);
  });

  it('deployments of several versions: the history lists one after the other', async () => {
    const ids: number[] = [];
    for (let version = 1; version <= 4; version += 1) ids.push(await make(String(version)));
    await Promise.all(ids.map((id) => deploy(id)));
    const entries: { version: string; fromVersion: string | null }[] = (await history()).toReversed();
    expect(entries.map((entry) => entry.fromVersion)).toEqual([
      null,
      ...entries.slice(0, 3).map((entry) => entry.version),
    ]);
    expect(await live()).toBe(entries.at(-1)?.version);
    expect((await get('/v1/audit/verify')).valid).toBe(true);
  });
});
