// Items of datasets with metadata and splits, their versions, and batches of changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { sealContent } from '#content';
import type { Content } from '#core/content/content';
import { sealedAlone, type FakeRecords } from '#test/support/fake-records';
import { sampleCall } from '../../src/core/content/sample-call.ts';
import { forgetItems } from '../../src/features/eval-datasets/forget-items.ts';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
let app: TestApp;
/** Stored calls by id; null without content. */
const calls = new Map<string, Content | null>();
const filters: unknown[] = [];
const records: FakeRecords = {
  selectCalls: async (_scope, filter, page) => {
    filters.push(filter);
    // One page has them all.
    if (page.after !== null) return [];
    return [...calls].slice(0, page.limit).map(([id, content]) => ({
      call: sampleCall({ id, timestampMs: clock.now(), requestMeta: {} }),
      hasContent: content !== null,
    }));
  },
  selectAggregate: async () => ({ groups: [], total: { value: calls.size, count: calls.size } }),
  selectSealedContent: async ({ account: number }, places) => {
    const sealed = new Map<string, Buffer>();
    const row = await app.services.metadata.reader
      .selectFrom('accounts')
      .select(['id', 'number'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const keys = await app.services.contentKeys.load(row);
    for (const { id } of places) {
      const content = calls.get(id);
      if (content) sealed.set(id, sealContent(keys, id, content));
    }
    return sealedAlone(sealed);
  },
};
beforeAll(async () => {
  app = await makeTestApp({ clock, records });
});
afterAll(() => app.stop());

const URL = '/v1/eval-datasets';

interface Shown {
  id: number;
  externalId: string | null;
  input: unknown;
  expectedOutput: unknown;
  metadata: unknown;
  split: string | null;
}

async function made(from: Caller, name = 'Set', items: unknown[] = []): Promise<number> {
  const reply = await from.call('POST', URL, { name, items });
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 201]);
  return reply.json().id;
}

const batch = (from: Caller, id: number, body: unknown) =>
  from.call('POST', `${URL}/${id}/items/batch`, body);

async function changed(from: Caller, id: number, body: unknown) {
  const reply = await batch(from, id, body);
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
  return reply.json();
}

async function listed(
  from: Caller,
  id: number,
  query = '',
): Promise<{ items: Shown[] } & Record<string, unknown>> {
  const reply = await from.call('GET', `${URL}/${id}/items${query}`);
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
  return reply.json();
}

const inputsOf = async (from: Caller, id: number, query = '') =>
  (await listed(from, id, query)).items.map(({ input }) => input);

const raise = (account: TestAccount, limits: Record<string, unknown>) =>
  app.call(
    'PATCH',
    `/operator/accounts/${account.id}`,
    { limits },
    { authorization: `Bearer ${OPERATOR_TOKEN}` },
  );

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Why?' },
];

describe('a batch', () => {
  it('200: adds text, messages and JSON with metadata and split, and stores all of it sealed', async () => {
    const account = await app.account();
    const id = await made(account);
    const items = [
      { input: 'Kanarienvogel?', expectedOutput: 'Yes.', split: ' test ', externalId: 'a' },
      { input: MESSAGES, expectedOutput: { reason: 'Kanarienvogel' }, metadata: { topic: 'Kanarienvogel' } },
      { input: { n: [1, null, 'x'] } },
    ];
    expect(await changed(account, id, { items })).toEqual({
      version: 2,
      itemCount: 3,
      added: 3,
      changed: 0,
      unchanged: 0,
      removed: 0,
      duplicates: { skipped: 0, replaced: 0, kept: 0 },
      refused: [],
      notFound: [],
    });
    const page = await listed(account, id);
    const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' };
    const rest = { sourceCallId: null, archived: false, ...times };
    expect(page).toEqual({
      version: 2,
      itemCount: 3,
      items: [
        {
          id: 1,
          externalId: 'a',
          input: 'Kanarienvogel?',
          expectedOutput: 'Yes.',
          metadata: null,
          split: 'test',
          ...rest,
        },
        {
          id: 2,
          externalId: null,
          input: MESSAGES,
          expectedOutput: { reason: 'Kanarienvogel' },
          metadata: { topic: 'Kanarienvogel' },
          split: null,
          ...rest,
        },
        {
          id: 3,
          externalId: null,
          input: { n: [1, null, 'x'] },
          expectedOutput: null,
          metadata: null,
          split: null,
          ...rest,
        },
      ],
      splits: [{ name: 'test', itemCount: 1 }],
      nextCursor: null,
    });
    // The endpoints of the specification show the same items as texts.
    const own = (await account.call('GET', `${URL}/${id}`)).json();
    expect(own.items[2]).toEqual({
      id: 3,
      inputText: '{"n":[1,null,"x"]}',
      expectedOutput: null,
      sourceCallId: null,
    });
    await changed(account, id, { items: [{ id: 1, input: 'Other' }] });
    const { reader } = app.services.metadata;
    const rows = [
      await reader.selectFrom('eval_dataset_items').selectAll().where('dataset_id', '=', id).execute(),
      await reader.selectFrom('eval_dataset_past_items').selectAll().where('dataset_id', '=', id).execute(),
    ];
    expect(rows.map((each) => each.length)).toEqual([3, 1]);
    expect(JSON.stringify(rows)).not.toContain('Kanarienvogel');
    const [entry] = (await account.call('GET', '/v1/audit?action=eval_dataset.change_items')).json().entries;
    expect(entry.metadata).toEqual({ name: 'Set', added: 0, changed: 1, removed: 0, version: 3 });
  });

  it('200: changes items by id and by external id, and keeps what is not sent', async () => {
    const account = await app.account();
    const id = await made(account);
    await changed(account, id, {
      items: [
        { externalId: 'a', input: { q: 1 }, expectedOutput: 'x', metadata: { m: 1 }, split: 'train' },
        { input: 'b' },
      ],
    });
    const result = await changed(account, id, {
      items: [
        { externalId: 'a', expectedOutput: 'y' },
        { id: 2, split: 'test', metadata: { n: 2 } },
        { id: 2, expectedOutput: null },
      ],
    });
    expect(result).toMatchObject({ version: 3, added: 0, changed: 2, unchanged: 0, itemCount: 2 });
    expect((await listed(account, id)).items).toMatchObject([
      { id: 1, input: { q: 1 }, expectedOutput: 'y', metadata: { m: 1 }, split: 'train' },
      { id: 2, input: 'b', expectedOutput: null, metadata: { n: 2 }, split: 'test' },
    ]);
    const taken = await changed(account, id, { items: [{ id: 2, externalId: 'a' }] });
    expect(taken.refused).toMatchObject([{ field: 'externalId', reason: 'id_taken' }]);
    clock.advance(1_000);
    expect(
      await changed(account, id, { items: [{ externalId: 'a', expectedOutput: 'y' }, { id: 2 }] }),
    ).toMatchObject({
      version: 3,
      changed: 0,
      unchanged: 2,
    });
    const gone = await changed(account, id, {
      remove: [1, 1, 99],
      items: [{ id: 1, input: 'x' }, { input: 'new' }],
    });
    expect(gone).toMatchObject({ version: 4, removed: 1, added: 1, notFound: [99] });
    expect(gone.refused).toMatchObject([{ index: 0, field: 'id', reason: 'unknown_item' }]);
    expect((await listed(account, id)).items.map((item) => item.id)).toEqual([2, 3]);
  });

  it('200: duplicates by their input are skipped, replaced or kept, and counted', async () => {
    const account = await app.account();
    const id = await made(account, 'Twice', [{ inputText: 'a', expectedOutput: '1' }]);
    const twice = [
      { input: 'a', expectedOutput: '2' },
      { input: { x: 1, y: 2 } },
      { input: { y: 2, x: 1 }, split: 'test' },
    ];
    expect(await changed(account, id, { items: twice })).toMatchObject({
      added: 1,
      duplicates: { skipped: 2, replaced: 0, kept: 0 },
    });
    expect(await changed(account, id, { items: twice, duplicates: 'replace' })).toMatchObject({
      added: 0,
      changed: 2,
      duplicates: { skipped: 0, replaced: 3, kept: 0 },
    });
    expect((await listed(account, id)).items).toMatchObject([
      { id: 1, input: 'a', expectedOutput: '2', split: null },
      { id: 2, input: { x: 1, y: 2 }, split: 'test' },
    ]);
    expect(await changed(account, id, { items: twice, duplicates: 'keep' })).toMatchObject({
      added: 3,
      itemCount: 5,
      duplicates: { skipped: 0, replaced: 0, kept: 3 },
    });
    // The text of an object is not the object.
    expect(await changed(account, id, { items: [{ input: '{"x":1,"y":2}' }] })).toMatchObject({ added: 1 });
  });

  it('200: each refused item has its place, its field and the reason', async () => {
    const account = await app.account();
    const id = await made(account);
    const items = [
      { input: 'x'.repeat(4_001) },
      { input: 'a', expectedOutput: ['y'.repeat(4_000)] },
      { input: 'b', metadata: { long: 'z'.repeat(4_000) } },
      { input: 'c', split: 's'.repeat(51) },
      { input: 'd', split: '  ' },
      { input: 'e', split: 'two\nlines' },
      { expectedOutput: 'no input' },
      { input: null },
      { id: 7, input: 'f' },
      { input: 'good' },
    ];
    const { refused, added } = await changed(account, id, { items });
    expect(added).toBe(1);
    expect(
      refused.map(({ index, field, reason }: Record<string, unknown>) => [index, field, reason]),
    ).toEqual([
      [0, 'input', 'text_too_long'],
      [1, 'expectedOutput', 'text_too_long'],
      [2, 'metadata', 'text_too_long'],
      [3, 'split', 'invalid_split'],
      [4, 'split', 'invalid_split'],
      [5, 'split', 'invalid_split'],
      [6, 'input', 'input_required'],
      [7, 'input', 'input_required'],
      [8, 'id', 'unknown_item'],
    ]);
    expect(refused[0].values).toEqual({ chars: 4_001, limit: 4_000 });
    for (const { message } of refused) expect(message).toMatch(/^[A-Z].*\.$/);
    const many = Array.from({ length: 25 }, (_, at) => ({ input: `q${at}` }));
    const full = await changed(account, id, { items: many });
    expect([full.added, full.itemCount, full.refused.length]).toEqual([19, 20, 6]);
    expect(full.refused[0]).toMatchObject({ index: 19, reason: 'dataset_full', values: { limit: 20 } });
    // Removed items make room in the same request.
    expect(await changed(account, id, { remove: [1, 2], items: many.slice(20) })).toMatchObject({ added: 2 });
  });

  it('400, 403, 404, 409: bad batches, no access, no dataset, a frozen one', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const id = await made(account);
    for (const body of [
      {},
      { items: [] },
      { items: [{ input: 'x', what: 1 }] },
      { items: [{ input: 'x', metadata: [1] }] },
      { items: [{ input: 'x', metadata: 'text' }] },
      { items: [{ id: '1', input: 'x' }] },
      { items: [{ externalId: '', input: 'x' }] },
      { items: [{ input: 'a\u0000' }] },
      { items: Array.from({ length: 1_001 }, () => ({ input: 'x' })) },
      { remove: ['1'] },
      { duplicates: 'merge', items: [{ input: 'x' }] },
    ]) {
      expect([body, (await batch(account, id, body)).statusCode]).toEqual([body, 400]);
    }
    for (const [method, path] of [
      ['POST', 'items/batch'],
      ['GET', 'items'],
      ['GET', 'versions'],
      ['GET', 'export'],
    ] as const) {
      const reply = await other.call(
        method,
        `${URL}/${id}/${path}`,
        method === 'POST' ? { remove: [1] } : undefined,
      );
      expect([path, reply.statusCode]).toEqual([path, 404]);
    }
    const reader = await account.key(['read']);
    expect((await batch(reader, id, { items: [{ input: 'x' }] })).json().reason).toBe('insufficient_scope');
    expect((await reader.call('GET', `${URL}/${id}/items`)).statusCode).toBe(200);
    const free = await app.account({ plan: 'free' });
    expect((await batch(free, id, { items: [{ input: 'x' }] })).json().reason).toBe('plan_required');
    await account.call('PATCH', `${URL}/${id}`, { frozen: true });
    expect((await batch(account, id, { items: [{ input: 'x' }] })).json().reason).toBe('dataset_frozen');
  });
});

describe('raised limits', () => {
  it('200: more and longer items in every way to add them; 400 beyond, and the plan’s limits again with null', async () => {
    const account = await app.account();
    const reply = await raise(account, { datasetItems: 30, itemCharacters: 6_000 });
    expect(reply.json().limits).toMatchObject({ datasetItems: 30, itemCharacters: 6_000 });
    const limits = (await account.call('GET', '/v1/account')).json().limits;
    expect([limits.datasetItems, limits.itemCharacters]).toEqual([30, 6_000]);
    const long = 'x'.repeat(6_000);
    const id = await made(
      account,
      'Large',
      Array.from({ length: 21 }, (_, at) => ({ inputText: `${at}${long.slice(9)}` })),
    );
    const added = await account.call('POST', `${URL}/${id}/items`, {
      items: Array.from({ length: 10 }, (_, at) => ({ inputText: `more ${at}` })),
    });
    expect([added.json().added, added.json().skipped[0].message]).toEqual([
      9,
      'A dataset can have at most 30 items.',
    ]);
    expect(
      (await account.call('POST', URL, { name: 'x', items: [{ inputText: `${long}y` }] })).json().details[0]
        .path,
    ).toBe('items.0.inputText');
    expect((await raise(account, { datasetItems: 10_001 })).statusCode).toBe(400);
    expect((await raise(account, { items: 5 })).statusCode).toBe(400);
    await raise(account, { datasetItems: null, itemCharacters: null });
    // What is there stays; nothing more fits.
    expect(await changed(account, id, { items: [{ input: 'new' }] })).toMatchObject({
      added: 0,
      itemCount: 30,
    });
  });

  it('200: thousands of items in pages, and only the first of them in the dataset itself', async () => {
    const account = await app.account();
    await raise(account, { datasetItems: 2_500 });
    const id = await made(account);
    for (let from = 0; from < 2_400; from += 800) {
      const items = Array.from({ length: 800 }, (_, at) => ({
        input: `q${from + at}`,
        metadata: { at: from + at },
        split: at % 2 === 0 ? 'train' : 'test',
      }));
      await changed(account, id, { items });
    }
    const seen: unknown[] = [];
    let cursor: string | null = '';
    do {
      const page = await listed(account, id, `?limit=200${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.items.map(({ input }) => input));
      cursor = page['nextCursor'] as string | null;
    } while (cursor);
    expect([seen.length, new Set(seen).size, seen[0], seen.at(-1)]).toEqual([2_400, 2_400, 'q0', 'q2399']);
    const shown = (await account.call('GET', `${URL}/${id}`)).json();
    expect([shown.itemCount, shown.items.length, shown.itemsTruncated]).toEqual([2_400, 1_000, true]);
    const [first] = (await listed(account, id, '?split=test&limit=1')).items;
    expect(first).toMatchObject({ input: 'q1', split: 'test' });
    expect((await listed(account, id))['splits']).toEqual([
      { name: 'test', itemCount: 1_200 },
      { name: 'train', itemCount: 1_200 },
    ]);
    // A search reads a part of the items at a time.
    const found = await listed(account, id, '?search=Q2399');
    const rest = await listed(account, id, `?search=Q2399&cursor=${String(found['nextCursor'])}`);
    expect([found.items, rest.items.map(({ input }) => input), rest['nextCursor']]).toEqual([
      [],
      ['q2399'],
      null,
    ]);
    const small = await listed(account, id, `?search=${encodeURIComponent('"at":17}')}`);
    expect(small.items.map(({ input }) => input)).toEqual(['q17']);
  });
});

describe('versions', () => {
  it('200: each change makes one, and earlier ones are read as they were', async () => {
    const account = await app.account();
    const id = await made(account, 'Set', [{ inputText: 'a' }, { inputText: 'b' }, { inputText: 'c' }]);
    clock.advance(1_000);
    await changed(account, id, { items: [{ id: 2, input: 'B', split: 'test' }, { input: 'd' }] });
    await changed(account, id, { remove: [1] });
    await account.call('PATCH', `${URL}/${id}`, { items: [{ inputText: 'd' }, { inputText: 'c' }] });
    await account.call('POST', `${URL}/${id}/items`, { items: [{ inputText: 'e' }] });
    expect(await inputsOf(account, id)).toEqual(['d', 'c', 'e']);
    expect(await inputsOf(account, id, '?version=5')).toEqual(['d', 'c', 'e']);
    expect(await inputsOf(account, id, '?version=4')).toEqual(['d', 'c']);
    expect(await inputsOf(account, id, '?version=3')).toEqual(['B', 'c', 'd']);
    expect(await inputsOf(account, id, '?version=2')).toEqual(['a', 'B', 'c', 'd']);
    expect(await inputsOf(account, id, '?version=1')).toEqual(['a', 'b', 'c']);
    expect((await listed(account, id, '?version=2&split=test')).items).toMatchObject([{ id: 2, input: 'B' }]);
    expect((await listed(account, id, '?version=2'))['splits']).toEqual([{ name: 'test', itemCount: 1 }]);
    for (const version of [6, 2_147_483_647])
      expect((await account.call('GET', `${URL}/${id}/items?version=${version}`)).json().reason).toBe(
        'unknown_version',
      );
    expect((await account.call('GET', `${URL}/${id}/items?version=0`)).statusCode).toBe(400);
    const { versions, nextCursor } = (await account.call('GET', `${URL}/${id}/versions?limit=4`)).json();
    const facts = versions.map((each: Record<string, unknown>) => [
      each['version'],
      each['itemCount'],
      each['added'],
      each['changed'],
      each['removed'],
    ]);
    expect(facts).toEqual([
      [5, 3, 1, 0, 0],
      [4, 2, 0, 2, 1],
      [3, 3, 0, 0, 1],
      [2, 4, 1, 1, 0],
    ]);
    expect(versions[0].madeBy).toMatch(/^key_/);
    const rest = (await account.call('GET', `${URL}/${id}/versions?cursor=${nextCursor}`)).json();
    expect(rest).toMatchObject({ versions: [{ version: 1, added: 3, itemCount: 3 }], nextCursor: null });
    await account.call('DELETE', `${URL}/${id}`);
    for (const table of ['eval_dataset_past_items', 'eval_dataset_versions'] as const) {
      const rows = app.services.metadata.reader.selectFrom(table).selectAll().where('dataset_id', '=', id);
      expect(await rows.execute()).toEqual([]);
    }
  });

  it('200: the pages of a list are of one version while the dataset changes', async () => {
    const account = await app.account();
    const id = await made(account, 'Set', [{ inputText: 'a' }, { inputText: 'b' }, { inputText: 'c' }]);
    const first = await listed(account, id, '?limit=1');
    await changed(account, id, { remove: [2], items: [{ id: 3, input: 'C' }, { input: 'd' }] });
    const cursor = String(first['nextCursor']);
    const second = await listed(account, id, `?cursor=${cursor}`);
    expect([second['version'], second.items.map(({ input }) => input)]).toEqual([1, ['b', 'c']]);
    for (const bad of [
      'x',
      Buffer.from('[99,0]').toString('base64url'),
      Buffer.from('[1]').toString('base64url'),
    ])
      expect((await account.call('GET', `${URL}/${id}/items?cursor=${bad}`)).statusCode).toBe(400);
    expect((await account.call('GET', `${URL}/${id}/items?version=2&cursor=${cursor}`)).statusCode).toBe(400);
  });

  it('200: items made from a span go with the calls of its trace', async () => {
    const account = await app.account();
    const id = await made(account, 'Set', [{ inputText: 'keep' }]);
    const item = { inputText: 'arguments', sourceTraceId: 'trace-1' };
    expect((await account.call('POST', `${URL}/${id}/items`, { items: [item] })).statusCode).toBe(200);
    await changed(account, id, { items: [{ input: { q: 'asked' }, sourceTraceId: 'trace-1' }] });
    expect(await inputsOf(account, id)).toHaveLength(3);
    await app.services.metadata.transaction((db) =>
      forgetItems(db, account.id, { projectId: null, callIds: [], traceIds: ['trace-1'] }, clock.now()),
    );
    expect(await inputsOf(account, id)).toEqual(['keep']);
  });

  it('200: erased calls leave every version', async () => {
    const account = await app.account();
    const id = await made(account, 'Set', [
      { inputText: 'keep' },
      { inputText: 'secret', sourceCallId: 'erased' },
    ]);
    await changed(account, id, { items: [{ id: 2, input: 'secret again' }] });
    await app.services.metadata.transaction((db) =>
      forgetItems(db, account.id, { projectId: null, callIds: ['erased'], traceIds: [] }, clock.now()),
    );
    expect(await inputsOf(account, id)).toEqual(['keep']);
    for (const version of [1, 2])
      expect(await inputsOf(account, id, `?version=${version}`)).toEqual(['keep']);
    expect((await account.call('GET', `${URL}/${id}/versions`)).json().versions[0]).toMatchObject({
      version: 3,
      itemCount: 1,
      removed: 1,
      madeBy: null,
    });
  });

  it('200: the oldest versions are deleted when they hold too many items', async () => {
    const account = await app.account();
    await raise(account, { datasetItems: 100 });
    const id = await made(
      account,
      'Set',
      Array.from({ length: 100 }, (_, at) => ({ inputText: `q${at}` })),
    );
    for (let round = 0; round < 12; round += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({ id: at + 1, expectedOutput: `${round}` }));
      await changed(account, id, { items });
    }
    const { count } = await app.services.metadata.reader
      .selectFrom('eval_dataset_past_items')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('dataset_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBeLessThanOrEqual(1_000);
    expect((await account.call('GET', `${URL}/${id}/items?version=1`)).statusCode).toBe(404);
    for (const version of [4, 12]) {
      const [first] = (await listed(account, id, `?version=${version}`)).items;
      expect(first).toMatchObject({ expectedOutput: `${version - 2}` });
    }
  });
});

describe('items from a filter', () => {
  it('200: counted first, then the newest calls are added as text or as messages', async () => {
    const account = await app.account();
    const id = await made(account, 'Set', [{ inputText: 'x', sourceCallId: 'known' }]);
    const talk = [
      ...MESSAGES,
      { role: 'assistant', content: 'Because.' },
      { role: 'user', content: 'Really?' },
    ];
    calls.clear();
    calls.set('talk', { input: talk, output: 'Yes.' });
    calls.set('bare', null);
    calls.set('known', { input: 'x', output: 'y' });
    calls.set('long', { input: [{ role: 'user', content: 'l'.repeat(4_500) }] });
    const body = { filter: { model: 'gpt-4o' }, limit: 50, as: 'messages' };
    const count = await account.call('POST', `${URL}/${id}/items/from-filter/count`, body);
    expect([count.statusCode, count.json()]).toEqual([200, { matched: 4, room: 19 }]);
    const reply = await account.call('POST', `${URL}/${id}/items/from-filter`, body);
    expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
    expect(filters.at(-1)).toMatchObject({ model: 'gpt-4o' });
    expect(reply.json()).toMatchObject({ version: 2, itemCount: 3, read: 4, added: 2, truncated: 1 });
    expect(reply.json().skipped).toMatchObject([
      { reason: 'content_not_stored', count: 1 },
      { reason: 'already_in_dataset', count: 1 },
    ]);
    expect((await listed(account, id)).items.slice(1)).toMatchObject([
      { input: talk, expectedOutput: 'Yes.', sourceCallId: 'talk' },
      // Messages that are too long are a text, which can be cut.
      { input: 'l'.repeat(4_000), expectedOutput: null, sourceCallId: 'long' },
    ]);
    const again = await account.call('POST', `${URL}/${id}/items/from-filter`, body);
    expect(again.json()).toMatchObject({ version: 2, added: 0 });
    const text = await made(account, 'Texts');
    await account.call('POST', `${URL}/${text}/items/from-filter`, { filter: {}, limit: 1 });
    expect(await inputsOf(account, text)).toEqual(['user: Why?\n\nassistant: Because.\n\nuser: Really?']);
    for (const bad of [{}, { filter: { what: 1 } }, { filter: {}, limit: 1_001 }, { filter: {}, as: 'xml' }])
      expect((await account.call('POST', `${URL}/${id}/items/from-filter`, bad)).statusCode).toBe(400);
  });
});
