import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoTime, MINUTE_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const URL = '/v1/prompts/names';
const clock = new FakeClock();
let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'pro' });
});

async function make(name: string, version = '1', who: Caller = account): Promise<number> {
  const reply = await who.call('POST', '/v1/prompts', { name, version, template: 'Hello' });
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  return reply.json().prompt.id;
}

const list = async (query: Record<string, string> = {}, who: Caller = account) => {
  const reply = await who.call('GET', `${URL}?${new URLSearchParams(query).toString()}`);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json<{
    names: { name: string; labels: unknown }[];
    folders: { path: string; prompts: number }[];
    nextCursor: string | null;
  }>();
};
const namesOf = async (query: Record<string, string> = {}, who: Caller = account) =>
  (await list(query, who)).names.map(({ name }) => name);

describe('names of prompts', () => {
  it('200: one row for each, with its latest version and where it is deployed', async () => {
    expect(await list()).toEqual({ names: [], folders: [], nextCursor: null });
    const first = await make('triage', 'v1');
    await make('greet', '2026-11-01');
    clock.advance(MINUTE_MS);
    const second = await make('triage', 'v2');
    for (const [id, label] of [
      [second, 'production'],
      [first, 'Beta'],
      [first, 'beta'],
    ] as const) {
      expect((await account.call('POST', `/v1/prompts/${id}/deploy`, { label })).statusCode).toBe(200);
    }
    clock.advance(MINUTE_MS);
    await account.call('PATCH', `/v1/prompts/${first}`, { description: 'The old one' });
    expect((await list()).names).toEqual([
      {
        name: 'greet',
        versions: 1,
        latestVersion: '2026-11-01',
        latestId: first + 1,
        description: null,
        updatedAt: isoTime(clock.now() - 2 * MINUTE_MS),
        labels: [],
      },
      {
        name: 'triage',
        versions: 2,
        latestVersion: 'v2',
        latestId: second,
        description: null,
        updatedAt: isoTime(clock.now()),
        labels: [
          { label: 'Beta', version: 'v1' },
          { label: 'beta', version: 'v1' },
          { label: 'production', version: 'v2' },
        ],
      },
    ]);
  });

  it('200: by code points on both engines, and in pages that omit and repeat none', async () => {
    const names = [
      '_x',
      'B',
      'a',
      'a b',
      'a-b',
      'aB',
      'ab',
      'Ä',
      'é'.repeat(200),
      '挨拶',
      '👩‍👧'.repeat(40),
      "it's \\",
    ];
    for (const name of names) await make(name);
    const sorted = names.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect(await namesOf()).toEqual(sorted);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: '1',
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...page.names.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(sorted);
  });

  it('200: names that contain a text, ignoring the case of A to Z, without wildcards', async () => {
    for (const name of ['Support reply', 'support triage', '100% sure', 'a_b', 'École', 'école'])
      await make(name);
    expect(await namesOf({ search: 'SUPPORT' })).toEqual(['Support reply', 'support triage']);
    expect(await namesOf({ search: '%' })).toEqual(['100% sure']);
    expect(await namesOf({ search: '_' })).toEqual(['a_b']);
    expect(await namesOf({ search: 'É' })).toEqual(['École']);
    expect(await namesOf({ search: 'COLE' })).toEqual(['École', 'école']);
    expect(await namesOf({ search: "' or 1=1" })).toEqual([]);
    expect(await namesOf({ search: '' })).toHaveLength(6);
    const { names, nextCursor } = await list({ search: 'support', limit: '1' });
    expect(names.map(({ name }) => name)).toEqual(['Support reply']);
    expect(await namesOf({ search: 'support', cursor: nextCursor ?? '' })).toEqual(['support triage']);
  });

  it('200: the same for everyone in the account and nothing of another; on every plan', async () => {
    await make('mine');
    const other = await app.account({ plan: 'free' });
    expect(await namesOf({}, other)).toEqual([]);
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    for (const who of [
      await account.member('viewer'),
      await account.key(['read']),
      await account.key(['read'], { projectId: id }),
    ]) {
      expect(await namesOf({}, who)).toEqual(['mine']);
    }
    const sender = await account.key(['write:records']);
    expect((await sender.call('GET', URL)).statusCode).toBe(403);
    expect((await app.call('GET', URL)).statusCode).toBe(401);
  });

  it('200: removed with its last version, and listed under its new name after a rename', async () => {
    const [one, two] = [await make('one'), await make('two')];
    await account.call('DELETE', `/v1/prompts/${one}`);
    await account.call('POST', `/v1/prompts/${two}/rename`, { name: 'names', version: '7' });
    expect((await list()).names).toMatchObject([{ name: 'names', latestVersion: '7', latestId: two }]);
    expect((await account.call('GET', `/v1/prompts/${two}`)).json().prompt.name).toBe('names');
  });

  it('400: invalid cursors and limits', async () => {
    const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const query of [
      `cursor=${raw([7])}`,
      `cursor=${raw(['a', 'b'])}`,
      `cursor=${raw(['a\u0000'])}`,
      'cursor=%25',
      `cursor=${'a'.repeat(1_201)}`,
      'limit=0',
      'limit=201',
      'search=%00',
      `search=${'x'.repeat(201)}`,
    ]) {
      expect([query, (await account.call('GET', `${URL}?${query}`)).statusCode]).toEqual([query, 400]);
    }
    expect(await namesOf({ cursor: raw(['\ud800']) })).toEqual([]);
  });

  it('200: by folder, with the folders in it; a search covers everything below', async () => {
    for (const name of [
      'top',
      'a/one',
      'a/two',
      'a/b/deep',
      'A/other',
      'a',
      'a/',
      '/odd',
      '日本/挨拶',
      '日本/x/y',
    ])
      await make(name);
    await make('a/one', '2');
    const inside = async (folder: string, extra: Record<string, string> = {}) => {
      const { names, folders } = await list({ folder, ...extra });
      return [names.map(({ name }) => name), folders.map(({ path, prompts }) => `${path} ${prompts}`)];
    };
    expect(await inside('')).toEqual([
      ['/odd', 'a', 'top'],
      ['A 1', 'a 4', '日本 2'],
    ]);
    expect(await inside('a')).toEqual([['a/', 'a/one', 'a/two'], ['a/b 1']]);
    expect(await inside('日本')).toEqual([['日本/挨拶'], ['日本/x 1']]);
    expect(await inside('a/b')).toEqual([['a/b/deep'], []]);
    expect(await inside('none')).toEqual([[], []]);
    expect(await inside('a', { search: 'E' })).toEqual([['a/b/deep', 'a/one'], []]);
    const page = await list({ folder: 'a', limit: '2' });
    expect(page.names).toHaveLength(2);
    expect(await namesOf({ folder: 'a', limit: '2', cursor: page.nextCursor ?? '' })).toEqual(['a/two']);
  });
});
