import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openApp } from '#app';
import { pino } from 'pino';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { CutProxy } from '#test/support/cut-proxy';
import { freshFolder, freshMetadata } from '#test/support/metadata';

// Only a separate server can become unavailable.
const onPostgres = inject('engine') === 'postgres' ? ['on PostgreSQL'] : [];

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'pro' });
});

const URL_OF = '/v1/prompts/resolve?name=greet&label=production';
const make = async (version: string, who = account): Promise<number> =>
  (await who.call('POST', '/v1/prompts', { name: 'greet', version, template: `v${version} {{x}}` })).json()
    .prompt.id;
const deploy = (id: number, label = 'production', who = account) =>
  who.call('POST', `/v1/prompts/${id}/deploy`, { label });
const resolve = (headers: Record<string, string> = {}) => account.call('GET', URL_OF, undefined, headers);

describe('resolving', () => {
  it('200: the version with its content, and a validator', async () => {
    const id = await make('1');
    await deploy(id);
    const reply = await resolve();
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { prompt: (await account.call('GET', `/v1/prompts/${id}`)).json().prompt, label: 'production' },
    ]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
  });

  it('304: the client already has it', async () => {
    await deploy(await make('1'));
    const etag = String((await resolve()).headers.etag);
    for (const seen of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const reply = await resolve({ 'if-none-match': seen });
      expect([seen, reply.statusCode, reply.body, reply.headers.etag]).toEqual([seen, 304, '', etag]);
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
      expect(reply.headers['content-type']).toBeUndefined();
    }
    for (const seen of ['"x"', 'x', '', `${etag}x`.replace('"x', 'x"')]) {
      expect([seen, (await resolve({ 'if-none-match': seen })).statusCode]).toEqual([seen, 200]);
    }
    await deploy(await make('2'));
    expect((await resolve({ 'if-none-match': etag })).json().prompt.version).toBe('2');
  });

  it('200: every change applies to the next request', async () => {
    const [one, two] = [await make('1'), await make('2')];
    const live = async () => {
      const { prompt, reason } = (await resolve()).json();
      return prompt ? `${prompt.version} ${prompt.template} ${prompt.deployedLabels}` : reason;
    };
    expect(await live()).toBe('not_deployed');
    await deploy(one);
    expect(await live()).toBe('1 v1 {{x}} production');
    await account.call('PATCH', `/v1/prompts/${one}`, { template: 'changed' });
    expect(await live()).toBe('1 changed production');
    await deploy(one, 'beta');
    expect(await live()).toBe('1 changed beta,production');
    await deploy(two, 'beta');
    expect(await live()).toBe('1 changed production');
    await deploy(two);
    expect(await live()).toBe('2 v2 {{x}} beta,production');
    await account.call('POST', '/v1/prompts/deployments/rollback', { name: 'greet', label: 'production' });
    expect(await live()).toBe('1 changed production');
    await account.call('POST', `/v1/prompts/${one}/rename`, { name: 'greet', version: '1.1' });
    expect(await live()).toBe('1.1 changed production');
    await account.call('POST', `/v1/prompts/${one}/rename`, { name: 'hello', version: '1' });
    expect(await live()).toBe('not_deployed');
    await account.call('POST', `/v1/prompts/${one}/rename`, { name: 'greet', version: '1' });
    expect(await live()).toBe('1 changed production');
    // A version that is no longer deployed, or one of another name, does not matter here.
    const { etag } = (await resolve()).headers;
    await account.call('PATCH', `/v1/prompts/${await make('3')}`, { template: 'other' });
    expect((await resolve()).headers.etag).toBe(etag);
  });

  it('404 not_deployed, 400: unknown names and labels, and invalid requests', async () => {
    const other = await app.account();
    await deploy(await make('1', other), 'production', other);
    const foreign = await resolve();
    expect([foreign.statusCode, foreign.json().reason]).toEqual([404, 'not_deployed']);
    expect(foreign.headers['cache-control']).toBe('no-store');
    for (const query of [
      '',
      '?name=greet',
      '?label=production',
      '?name=&label=x',
      '?name=a&label=%0A',
      '?name=a&name=b&label=c',
    ]) {
      expect([query, (await account.call('GET', `/v1/prompts/resolve${query}`)).statusCode]).toEqual([
        query,
        400,
      ]);
    }
    expect((await app.call('GET', URL_OF)).statusCode).toBe(401);
  });

  it('200: not counted towards the read limit, and sent unchanged', async () => {
    await deploy(await make('1'));
    const { id } = (
      await account.call('POST', '/v1/prompts', { name: 'long', version: '1', template: 'x'.repeat(5_000) })
    ).json().prompt;
    await deploy(id);
    const url = '/v1/prompts/resolve?name=long&label=production';
    const plain = await account.call('GET', url, undefined, { 'accept-encoding': 'gzip, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const replies = await Promise.all(Array.from({ length: 700 }, () => resolve()));
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect((await account.call('GET', '/v1/prompts')).statusCode).toBe(200);
  });

  it('200: a change made in another process is seen as soon as the feed reports it', async () => {
    // A second process cannot open the folder of an embedded store, so a second app on the same store stands
    // for it.
    const second = await secondApp();
    const elsewhere = async () =>
      (
        await second.http.inject({
          url: URL_OF,
          headers: { host: 'localhost', authorization: `Bearer ${account.apiKey}` },
        })
      ).json();
    const [one, two] = [await make('1'), await make('2')];
    expect((await elsewhere()).reason).toBe('not_deployed');
    await deploy(one);
    await second.services.feed.look();
    expect((await elsewhere()).prompt.version).toBe('1');
    await deploy(two);
    await second.services.feed.look();
    expect((await elsewhere()).prompt.version).toBe('2');
    await account.call('PATCH', `/v1/prompts/${two}`, { description: 'new' });
    await second.services.feed.look();
    expect((await elsewhere()).prompt.description).toBe('new');
  });
});

async function secondApp() {
  const folder = freshFolder();
  const config = { ...app.config, dataDir: folder };
  const { records } = app.services;
  const second = await openApp(config, pino({ level: 'silent' }), { records, checkReplies: true });
  await second.http.ready();
  onTestFinished(() => second.stop());
  await second.services.feed.look();
  return second;
}

describe.each(onPostgres)('while the metadata store is unavailable, %s', () => {
  it('200: known versions are still answered, also outdated ones; 503 for the rest', async () => {
    const direct = await freshMetadata(freshFolder());
    if (direct.kind !== 'postgres') throw new Error('not PostgreSQL');
    const url = new URL(direct.url);
    const proxy = new CutProxy({ host: url.hostname, port: Number(url.port) });
    await proxy.open();
    onTestFinished(() => proxy.cut());
    url.port = String(proxy.port);
    const own = await openTestApp({ config: { metadata: { kind: 'postgres', url: url.href }, port: 0 } });
    const owner = await own.account();
    const unused = await owner.key(null);
    const id = await make('1', owner);
    await deploy(id, 'production', owner);
    await deploy(id, 'beta', owner);
    const ask = (label: string, who: Pick<TestAccount, 'call'> = owner) =>
      who.call('GET', `/v1/prompts/resolve?name=greet&label=${label}`);
    expect([(await ask('production')).statusCode, (await ask('gone')).statusCode]).toEqual([200, 404]);

    await proxy.cut();
    await expect(own.services.feed.look()).rejects.toThrow(/./);
    for (let round = 0; round < 3; round += 1) {
      const known = await ask('production');
      expect([known.statusCode, known.headers['warning']]).toEqual([200, undefined]);
      expect((await ask('gone')).statusCode).toBe(404);
    }
    const seen = await owner.call('GET', URL_OF, undefined, {
      'if-none-match': String((await ask('production')).headers.etag),
    });
    expect(seen.statusCode).toBe(304);
    for (const reply of [await ask('beta'), await ask('production', unused)]) {
      expect([reply.statusCode, reply.json().reason]).toEqual([503, 'metadata_unavailable']);
    }
    // The feed reported a change just before the store became unavailable: the answer is the last known
    // version, marked as stale.
    own.services.feed.announce([{ topic: 'prompts', key: `${owner.id}/greet` }]);
    const last = await ask('production');
    expect([last.statusCode, last.json().prompt.version, last.headers['warning']]).toEqual([
      200,
      '1',
      '111 - "Revalidation Failed"',
    ]);

    await proxy.open();
    await deploy(await make('2', owner), 'production', owner);
    const back = await ask('production');
    expect([back.json().prompt.version, back.headers['warning']]).toEqual(['2', undefined]);
    expect((await ask('beta')).statusCode).toBe(200);
  });
});
