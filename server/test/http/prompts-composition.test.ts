// Prompts that contain others, and labels that only admins may move. Each is tried through our paths and through
// those of Langfuse.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'team' });
});

const LANGFUSE = '/api/public/v2/prompts';
const refer = (to: string) => `@@@langfusePrompt:name=${to}@@@`;

const ask = async (method: string, url: string, body?: object, who: Caller = account) => {
  const reply = await who.call(method, url, body);
  return { status: reply.statusCode, ...(reply.body === '' ? {} : reply.json()) };
};
const make = (name: string, version: string, template: string, who: Caller = account) =>
  ask('POST', '/v1/prompts', { name, version, template }, who);
const deploy = (id: number, label = 'production', who: Caller = account) =>
  ask('POST', `/v1/prompts/${id}/deploy`, { label }, who);
const deployed = async (name: string, version: string, template: string): Promise<number> => {
  const { prompt } = await make(name, version, template);
  expect(await deploy(prompt.id)).toMatchObject({ status: 200 });
  return prompt.id;
};
const resolve = (name: string, headers: Record<string, string> = {}) =>
  account.call('GET', `/v1/prompts/resolve?name=${name}&label=production`, undefined, headers);
const text = async (name: string): Promise<string> => (await resolve(name)).json().prompt.template;

describe('a prompt in a prompt', () => {
  it('is replaced when it is resolved, nested and in messages, and the ETag follows it', async () => {
    const tone = await deployed('tone', '1', 'Be kind, {{name}}.');
    await deployed('intro', '1', `Hello. ${refer('tone|version=1')}`);
    const outer = await ask('POST', '/v1/prompts', {
      name: 'chat',
      messages: [
        { role: 'system', content: `${refer('intro|label=production')} ${refer('tone|label=latest')}` },
        { type: 'placeholder', name: 'history' },
      ],
      variables: { name: 'Ada' },
    });
    expect(outer).toMatchObject({ status: 201, prompt: { version: '1', number: 1 }, warnings: [] });
    await deploy(outer.prompt.id);
    const first = await resolve('chat');
    expect(first.json().prompt.messages).toEqual([
      { role: 'system', content: 'Hello. Be kind, {{name}}. Be kind, {{name}}.' },
      { type: 'placeholder', name: 'history' },
    ]);
    const again = await resolve('chat', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    // Neither the prompt nor its label was touched.
    await ask('PATCH', `/v1/prompts/${tone}`, { template: 'Be brief.' });
    const after = await resolve('chat', { 'if-none-match': String(first.headers.etag) });
    expect([after.statusCode, after.json().prompt.messages[0].content]).toEqual([
      200,
      'Hello. Be brief. Be brief.',
    ]);
    await make('tone', '2', 'Newest.');
    expect((await resolve('chat')).json().prompt.messages[0].content).toBe('Hello. Be brief. Newest.');
    // A stored version stays as it was written.
    const stored = await ask('GET', `/v1/prompts/${outer.prompt.id}`);
    expect(stored.prompt.messages[0].content).toContain('@@@');
  });

  it('422 at save: a cycle with its path, and references to nothing, in every form', async () => {
    await deployed('a', '1', 'A');
    await deployed('b', '1', `B ${refer('a|label=production')}`);
    await deployed('c', '1', `C ${refer('b|label=production')}`);
    const cycle = await make('a', '2', refer('c|version=1'));
    expect([cycle.status, cycle.reason, cycle.error, cycle.details[0].path]).toEqual([
      422,
      'reference_cycle',
      'A prompt cannot contain itself: a → c → b → a.',
      'template',
    ]);
    expect((await make('a', '2', refer('a|version=1'))).error).toContain('a → a');
    const chat = await ask('POST', '/v1/prompts', { name: 'x', messages: [{ role: 'user', content: 'Hi' }] });
    await deploy(chat.prompt.id);
    for (const [template, reason] of [
      [refer('none|label=production'), 'reference_not_found'],
      [refer('a|label=staging'), 'reference_not_found'],
      [refer('a|version=9'), 'reference_not_found'],
      [refer('a|version=two'), 'reference_invalid'],
      ['@@@langfusePrompt:label=production@@@', 'reference_invalid'],
      [refer('x|label=production'), 'reference_not_text'],
    ] as const) {
      const refused = await make('d', '1', template);
      expect([template, refused.status, refused.reason]).toEqual([template, 422, reason]);
    }
    const patch = await ask('PATCH', `/v1/prompts/${chat.prompt.id}`, {
      messages: [{ role: 'user', content: refer('none') }],
    });
    expect([patch.status, patch.details[0].path]).toEqual([422, 'messages']);
    const theirs = await ask('POST', LANGFUSE, { name: 'a', prompt: refer('c|version=1') });
    expect([theirs.status, theirs.message]).toEqual([422, cycle.error]);
    expect((await ask('GET', '/v1/prompts?name=d')).prompts).toEqual([]);
  });

  it('lists the datasets, runs and experiments that use a version, in the project of a bound key only', async () => {
    const id = await deployed('used', '1', 'Say {{input}}');
    const other = await deployed('unused', '1', 'Say {{input}}');
    const { id: projectId } = await ask('POST', '/v1/projects', { name: 'Other' });
    const bound = await account.key(null, { projectId });
    const items = [{ inputText: 'Hi' }];
    const dataset = await ask('POST', '/v1/eval-datasets', { name: 'Set', promptRegistryId: id, items });
    const run = await ask('POST', '/v1/eval-runs', { name: 'Run', promptRegistryId: id, criterionIds: [1] });
    const experiment = await ask('POST', '/v1/experiments', {
      name: 'Exp',
      datasetId: dataset.id,
      variants: [
        { kind: 'code', promptId: id },
        { kind: 'code', name: 'mine' },
      ],
    });
    const { uses } = await ask('GET', `/v1/prompts/${id}/links`);
    const createdAt = expect.any(String);
    expect(uses).toEqual({
      datasets: [{ id: dataset.id, name: 'Set' }],
      runs: [{ id: run.summary.id, name: 'Run', status: 'queued', createdAt }],
      experiments: [{ id: experiment.id, name: 'Exp', status: 'draft', createdAt }],
    });
    const nothing = { datasets: [], runs: [], experiments: [] };
    expect((await ask('GET', `/v1/prompts/${id}/links`, undefined, bound)).uses).toEqual(nothing);
    expect((await ask('GET', `/v1/prompts/${other}/links`)).uses).toEqual(nothing);
  });

  it('422: too deep, and too long', async () => {
    await deployed('p0', '1', 'x'.repeat(40_000));
    for (let at = 1; at <= 5; at += 1) await deployed(`p${at}`, '1', refer(`p${at - 1}|label=production`));
    expect((await make('p6', '1', refer('p5|label=production'))).reason).toBe('references_too_deep');
    expect((await make('long', '1', refer('p0|version=1').repeat(27))).reason).toBe('references_too_long');
  });

  it('409: what would break or circle through prompts that contain it, and nothing changes', async () => {
    const one = await deployed('part', '1', 'Part');
    const whole = await deployed('whole', '1', refer('part|version=1'));
    const label = await deployed('by label', '1', refer('part|label=production'));
    const two = await make('part', '2', 'Part 2');
    await deploy(two.prompt.id);
    const refused = await ask('DELETE', `/v1/prompts/${one}`);
    expect([refused.status, refused.reason]).toEqual([409, 'breaks_prompts']);
    expect(refused.error).toContain('"whole" 1');
    expect(refused.error).not.toContain('by label');
    for (const [method, url, body] of [
      ['POST', `/v1/prompts/${one}/rename`, { name: 'other', version: '1' }],
      ['POST', `/v1/prompts/${two.prompt.id}/rename`, { name: 'other', version: '1' }],
      ['DELETE', `${LANGFUSE}/part`, undefined],
      ['DELETE', `${LANGFUSE}/part?version=2`, undefined],
    ] as const) {
      expect([url, (await ask(method, url, body)).status]).toEqual([url, 409]);
    }
    // Each is fine alone. Together they would be a circle.
    const circle = await make('part', '3', 'Part 3');
    await ask('PATCH', `/v1/prompts/${label}`, { template: 'Nothing' });
    expect(
      (await ask('PATCH', `/v1/prompts/${circle.prompt.id}`, { template: refer('by label') })).status,
    ).toBe(200);
    await deploy(circle.prompt.id);
    const closing = await ask('PATCH', `/v1/prompts/${label}`, { template: refer('part') });
    expect([closing.status, closing.reason]).toEqual([422, 'reference_cycle']);
    expect(await text('whole')).toBe('Part');
    expect(await text('part')).toBe('Nothing');
    await ask('PATCH', `/v1/prompts/${whole}`, { template: 'Alone' });
    expect((await ask('DELETE', `/v1/prompts/${one}`)).status).toBe(200);
  });

  it('409: deploying a version that closes a circle', async () => {
    await deployed('left', '1', 'L');
    await deployed('right', '1', 'R');
    const right = await make('right', '2', refer('left|label=production'));
    const left = await make('left', '2', refer('right|label=production'));
    expect([right.status, left.status]).toEqual([201, 201]);
    expect((await deploy(right.prompt.id)).status).toBe(409);
    expect((await deploy(left.prompt.id)).status).toBe(409);
    expect([await text('left'), await text('right')]).toEqual(['L', 'R']);
  });

  it('422 at read: a part that an older process has lost; other prompts can still change', async () => {
    const part = await deployed('part', '1', 'Part');
    const whole = await deployed('whole', '1', `[${refer('part')}]`);
    const lose = (template: string) =>
      app.services.metadata.transaction((db) =>
        db.updateTable('prompts').set({ template }).where('id', '=', whole).execute(),
      );
    await lose(refer('nowhere'));
    const [own, theirs, links] = [
      await resolve('whole'),
      await ask('GET', `${LANGFUSE}/whole`),
      await ask('GET', `/v1/prompts/${whole}/links`),
    ];
    const message = 'There is no prompt "nowhere" with the label "production".';
    expect([own.statusCode, own.json().reason, own.json().error]).toEqual([
      422,
      'reference_not_found',
      message,
    ]);
    expect([theirs.status, theirs.message, links.composed, links.problem]).toEqual([
      422,
      message,
      null,
      message,
    ]);
    expect((await ask('PATCH', `/v1/prompts/${part}`, { template: 'Other' })).status).toBe(200);
    expect((await ask('PATCH', `/v1/prompts/${whole}`, { description: 'x' })).status).toBe(200);
    // The lost part arrives, and readers get it with the next request.
    await deployed('nowhere', '1', 'Found');
    expect(await text('whole')).toBe('Found');
  });

  it('links: what it contains, what contains it now, and what agents get', async () => {
    const part = await deployed('part', '1', 'Part');
    const whole = await deployed('whole', '1', `[${refer('part|label=production')}]`);
    const newest = await make('part', '2', 'Part 2');
    expect(await ask('GET', `/v1/prompts/${whole}/links`)).toEqual({
      status: 200,
      includes: [{ name: 'part', label: 'production', number: null, promptId: part, version: '1' }],
      includedBy: [],
      uses: { datasets: [], runs: [], experiments: [] },
      composed: { template: '[Part]', messages: null },
      problem: null,
    });
    expect((await ask('GET', `/v1/prompts/${part}/links`)).includedBy).toEqual([
      {
        promptId: whole,
        name: 'whole',
        version: '1',
        label: 'production',
        number: null,
        deployedLabels: ['production'],
      },
    ]);
    expect((await ask('GET', `/v1/prompts/${newest.prompt.id}/links`)).includedBy).toEqual([]);
  });
});

describe('protected labels', () => {
  const PATH = '/v1/prompts/protected-labels';

  it('200 for admins and keys without scopes, 403 for others; there are none at first', async () => {
    expect(await ask('GET', PATH)).toEqual({ status: 200, labels: [] });
    const [admin, member] = [await account.member('admin'), await account.member('member')];
    const labels = ['production', 'a', 'production'];
    expect(await ask('PUT', PATH, { labels }, admin)).toEqual({ status: 200, labels: ['a', 'production'] });
    for (const who of [member, await account.key(['read', 'write'])])
      expect((await ask('PUT', PATH, { labels: [] }, who)).status).toBe(403);
    expect(await ask('GET', PATH, undefined, member)).toEqual({ status: 200, labels: ['a', 'production'] });
    expect((await ask('PUT', PATH, { labels: [''] })).status).toBe(400);
  });

  it('403: no one else moves them, by any path, nor changes what they give', async () => {
    const member = await account.member('member');
    const key = await account.key(['read', 'write']);
    await deployed('part', '1', 'Part');
    const one = await deployed(
      'greet',
      '1',
      `Hi ${refer('part|label=inner')}`.replace('inner', 'production'),
    );
    const two = (await make('greet', '2', 'Two')).prompt.id;
    await deploy(two);
    await deploy(two, 'beta', member);
    await deployed('outer', '1', refer('greet|label=beta'));
    await ask('PUT', PATH, { labels: ['production'] });
    const tries: [string, string, object?][] = [
      ['POST', `/v1/prompts/${one}/deploy`, { label: 'production' }],
      ['POST', '/v1/prompts/deployments/rollback', { name: 'greet', label: 'production' }],
      ['PATCH', `/v1/prompts/${two}`, { template: 'Other' }],
      ['PATCH', `/v1/prompts/${two}`, { config: { model: 'other' } }],
      ['POST', `/v1/prompts/${two}/rename`, { name: 'else', version: '1' }],
      ['POST', LANGFUSE, { name: 'greet', prompt: 'New', labels: ['production'] }],
      ['PATCH', `${LANGFUSE}/greet/versions/1`, { newLabels: ['production'] }],
      ['DELETE', `${LANGFUSE}/greet?version=2`],
      // `outer` in production contains it by the label `beta`, which is not protected itself.
      ['POST', `/v1/prompts/${one}/deploy`, { label: 'beta' }],
    ];
    for (const who of [member, key]) {
      for (const [method, url, body] of tries) {
        const { status, error, message } = await ask(method, url, body, who);
        expect([method, url, status, String(message ?? error)]).toEqual([
          method,
          url,
          403,
          expect.stringContaining('"production"'),
        ]);
      }
      expect((await deploy(one, 'staging', who)).status).toBe(200);
      expect((await deploy(two, 'production', who)).status).toBe(200);
      expect(
        (await ask('PATCH', `/v1/prompts/${two}`, { description: `By ${who.call.name}` }, who)).status,
      ).toBe(200);
    }
    expect(await text('greet')).toBe('Two');
    const admin = await account.member('admin');
    expect((await deploy(one, 'production', admin)).status).toBe(200);
    expect((await deploy(two)).status).toBe(200);
    expect((await ask('GET', '/v1/prompts?name=greet')).prompts).toHaveLength(2);
  });
});
