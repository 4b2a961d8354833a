import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangeFeed } from '#core/change/change-feed';
import type { Reader } from '#metadata';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { resolveKey } from './key.ts';
import { ResolveCache, type CacheLimits } from './resolve-cache.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account();
});

const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A cache over a store that counts reads and can fail, hang or be slow. */
function cacheOver(limits: Partial<CacheLimits> = {}) {
  const { metadata } = app.services;
  const feed = new ChangeFeed(metadata, () => undefined);
  const state = { reads: 0, mode: 'up' as 'up' | 'down' | 'silent', after: async () => undefined as void };
  const db: Reader = {
    selectFrom: ((...tables: never[]) => {
      const query: unknown = Reflect.apply(metadata.reader.selectFrom, metadata.reader, tables);
      return watched(query as object, state);
    }) as never,
  };
  return { cache: new ResolveCache(db, feed, limits), feed, state };
}

function watched(query: object, state: { reads: number; mode: string; after: () => Promise<void> }): object {
  return new Proxy(query, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        if (name !== 'execute' && name !== 'executeTakeFirst')
          return watched(Reflect.apply(member, target, given) as object, state);
        state.reads += 1;
        if (state.mode === 'down') return Promise.reject(gone);
        if (state.mode === 'silent') return new Promise(() => undefined);
        return (Reflect.apply(member, target, given) as Promise<unknown>).then(async (rows) => {
          await state.after();
          return rows;
        });
      };
    },
  });
}

const make = async (version: string, template = `v${version}`): Promise<number> =>
  (await account.call('POST', '/v1/prompts', { name: 'greet', version, template })).json().prompt.id;
const deploy = (id: number, label = 'production') =>
  account.call('POST', `/v1/prompts/${id}/deploy`, { label });
const versionIn = ({ body }: { body: Buffer | null }): string | null =>
  body && (JSON.parse(body.toString()) as { prompt: { version: string } }).prompt.version;

describe('the resolve cache', () => {
  it('reads once for any number of requests until a change is announced', async () => {
    await deploy(await make('1'));
    const { cache, feed, state } = cacheOver();
    const ask = () => cache.resolve(account.id, 'greet', 'production');
    const asks = (count: number) => Promise.all(Array.from({ length: count }, async () => ask()));
    await asks(50);
    expect(state.reads).toBe(2);
    expect(ask()).not.toBeInstanceOf(Promise);
    // Changes of other names and other accounts.
    feed.announce([
      { topic: 'prompts', key: resolveKey(account.id, 'greets') },
      { topic: 'prompts', key: resolveKey('acc_other', 'greet') },
      { topic: 'keys', key: resolveKey(account.id, 'greet') },
    ]);
    expect(ask()).not.toBeInstanceOf(Promise);
    feed.announce([{ topic: 'prompts', key: resolveKey(account.id, 'greet') }]);
    await asks(2);
    expect(state.reads).toBe(4);
  });

  it('does not keep a value that changed while it was read', async () => {
    const two = await make('2');
    await deploy(await make('1'));
    const { cache, feed, state } = cacheOver();
    state.after = async () => {
      state.after = async () => undefined;
      await deploy(two);
      feed.announce([{ topic: 'prompts', key: resolveKey(account.id, 'greet') }]);
    };
    expect(versionIn(await cache.resolve(account.id, 'greet', 'production'))).toBe('1');
    expect(versionIn(await cache.resolve(account.id, 'greet', 'production'))).toBe('2');
  });

  it('remembers missing labels for a while, in separate space', async () => {
    await deploy(await make('1'));
    const { cache, state } = cacheOver({ missingBytes: 20_000 });
    await cache.resolve(account.id, 'greet', 'production');
    for (let at = 0; at < 100; at += 1) await cache.resolve(account.id, 'greet', `guess-${at}`);
    const { reads } = state;
    expect(versionIn(await cache.resolve(account.id, 'greet', 'production'))).toBe('1');
    expect((await cache.resolve(account.id, 'greet', 'guess-99')).body).toBeNull();
    expect(state.reads).toBe(reads);
    expect(cache.size.bytes).toBeLessThan(22_000);
    await cache.resolve(account.id, 'greet', 'guess-0');
    expect(state.reads).toBe(reads + 1);
  });

  it('stays within its bytes and drops names with their last label', async () => {
    const { cache } = cacheOver({ foundBytes: 100_000, missingBytes: 10_000 });
    for (let at = 0; at < 6; at += 1) {
      const id = await make(String(at), 'x'.repeat(40_000));
      await account.call('POST', `/v1/prompts/${id}/rename`, { name: `n${at}`, version: '1' });
      await deploy(id);
      await cache.resolve(account.id, `n${at}`, 'production');
    }
    expect(cache.size).toMatchObject({ entries: 2, names: 2 });
    expect(cache.size.bytes).toBeLessThan(100_000);
  });

  it('answers with the last known value while the store is unavailable, and with the new one once it is back', async () => {
    const two = await make('2');
    await deploy(await make('1'));
    const { cache, feed, state } = cacheOver({ patienceMs: 3_000, pauseMs: 60_000 });
    const ask = async () => cache.resolve(account.id, 'greet', 'production');
    const fresh = await ask();
    expect(fresh.headers['warning']).toBeUndefined();
    await deploy(two);
    for (const mode of ['down', 'silent'] as const) {
      state.mode = mode;
      feed.announce([{ topic: 'prompts', key: resolveKey(account.id, 'greet') }]);
      const stale = await ask();
      expect([versionIn(stale), stale.headers['etag']]).toEqual(['1', fresh.headers['etag']]);
      expect(stale.headers['warning']).toMatch(/^111 /);
      const { reads } = state;
      expect(versionIn(await ask())).toBe('1');
      expect(state.reads).toBe(reads);
    }
    state.mode = 'down';
    await expect(cache.resolve(account.id, 'greet', 'unknown')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    state.mode = 'up';
    feed.announce([{ topic: 'prompts', key: resolveKey(account.id, 'greet') }]);
    expect(versionIn(await ask())).toBe('2');
  });

  it('drops what contains a changed prompt, and nothing that changed while it was read', async () => {
    const inner = await make('1', 'inner');
    await deploy(inner);
    const outer = await account.call('POST', '/v1/prompts', {
      name: 'outer',
      version: '1',
      template: '[@@@langfusePrompt:name=greet|label=production@@@]',
    });
    await deploy(outer.json().prompt.id);
    const { cache, feed, state } = cacheOver();
    const ask = async () => (await cache.resolve(account.id, 'outer', 'production')).body?.toString() ?? '';
    const changeInner = async (template: string) => {
      await account.call('PATCH', `/v1/prompts/${inner}`, { template });
      feed.announce([{ topic: 'prompts', key: resolveKey(account.id, 'greet') }]);
    };
    expect(await ask()).toContain('"[inner]"');
    expect(cache.resolve(account.id, 'outer', 'production')).not.toBeInstanceOf(Promise);
    await changeInner('changed');
    expect(await ask()).toContain('"[changed]"');
    expect(cache.size).toMatchObject({ entries: 1, names: 2 });
    await changeInner('again');
    state.after = async () => {
      state.after = async () => undefined;
      await changeInner('at last');
    };
    await ask();
    expect(await ask()).toContain('"[at last]"');
  });

  it('reads everything again when the feed has a gap', async () => {
    await deploy(await make('1'));
    const { cache, feed, state } = cacheOver();
    await cache.resolve(account.id, 'greet', 'production');
    await cache.resolve(account.id, 'greet', 'none');
    const { metadata } = app.services;
    await metadata.transaction((db) =>
      db
        .updateTable('topics')
        .set((eb) => ({ version: eb('version', '+', 5) }))
        .where('topic', '=', 'prompts')
        .execute(),
    );
    const { reads } = state;
    await feed.look();
    await cache.resolve(account.id, 'greet', 'production');
    await cache.resolve(account.id, 'greet', 'none');
    expect(state.reads).toBe(reads + 3);
  });
});
