import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealContent } from '#content';
import { type Content } from '#core/content/content';
import { sampleCall } from '../../src/core/content/sample-call.ts';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { sealedAlone, type FakeRecords } from '#test/support/fake-records';

interface StoredCall {
  account: number;
  content: Content | null;
  /** Sealed with a key that the service does not have. */
  garbled?: boolean;
  /** Consent was withdrawn: the record exists, its content does not. */
  withdrawn?: boolean;
  project?: number;
}

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const calls = new Map<string, StoredCall>();
let app: TestApp;

const records: FakeRecords = {
  selectCall: async ({ account, project }, id) => {
    const stored = calls.get(id);
    if (!stored || stored.account !== account) return null;
    if (project !== null && project !== stored.project) return null;
    return { call: sampleCall({ id, requestMeta: { stream: true } }), hasContent: stored.content !== null };
  },
  selectSealedContent: async (scope, places) => {
    const sealed = new Map<string, Buffer>();
    for (const { id } of places) {
      const stored = calls.get(id);
      if (!stored?.content || stored.withdrawn) continue;
      const account = await accountOf(scope.account);
      const bytes = sealContent(await app.services.contentKeys.load(account), id, stored.content);
      sealed.set(id, stored.garbled ? Buffer.alloc(bytes.length) : bytes);
    }
    return sealedAlone(sealed);
  },
};

const accountOf = (number: number) =>
  app.services.metadata.reader
    .selectFrom('accounts')
    .select(['id', 'number'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  app = await makeTestApp({ clock, records });
});
afterAll(() => app.stop());

const URL = '/v1/eval-datasets';
const create = (from: Caller, body: Record<string, unknown>) => from.call('POST', URL, body);

async function made(from: Caller, body: Record<string, unknown> = {}) {
  const reply = await create(from, { name: 'Questions', ...body });
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 201]);
  return reply.json();
}

const items = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ inputText: `Question ${from + index}` }));

async function newPrompt(from: Caller, name = 'greeting'): Promise<number> {
  const reply = await from.call('POST', '/v1/prompts', { name, version: '1', template: 'Answer {{input}}' });
  expect(reply.statusCode).toBe(201);
  return reply.json().id ?? reply.json().prompt.id;
}

const numberOf = async (account: TestAccount) => (await app.services.accounts.get(account.id))?.number ?? 0;

/** Stores calls of the account, by id. */
async function store(account: TestAccount, stored: Record<string, Omit<StoredCall, 'account'>>) {
  const number = await numberOf(account);
  for (const [id, call] of Object.entries(stored)) calls.set(id, { account: number, ...call });
}

const fromCalls = (from: Caller, id: number, callIds: unknown) =>
  from.call('POST', `${URL}/${id}/items/from-calls`, { callIds });

describe('datasets', () => {
  it('201, 200: created, listed, read, changed and deleted, each with its audit entry', async () => {
    const account = await app.account({ plan: 'pro' });
    const dataset = await made(account, {
      description: 'What people ask 🚀',
      items: [{ inputText: 'Why?', expectedOutput: 'Because.' }, { inputText: 'When?' }],
    });
    const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' };
    expect(dataset).toEqual({
      id: expect.any(Number),
      name: 'Questions',
      projectId: null,
      description: 'What people ask 🚀',
      promptRegistryId: null,
      frozen: false,
      version: 1,
      itemCount: 2,
      ...times,
      items: [
        { id: 1, inputText: 'Why?', expectedOutput: 'Because.', sourceCallId: null },
        { id: 2, inputText: 'When?', expectedOutput: null, sourceCallId: null },
      ],
    });
    const url = `${URL}/${dataset.id}`;
    expect((await account.call('GET', url)).json()).toEqual(dataset);
    const { items: _items, ...summary } = dataset;
    expect((await account.call('GET', URL)).json()).toEqual({ datasets: [summary], nextCursor: null });
    clock.advance(1_000);
    const renamed = await account.call('PATCH', url, { name: 'Asked', description: null });
    expect([renamed.statusCode, renamed.json()]).toEqual([
      200,
      { ...dataset, name: 'Asked', description: null, updatedAt: '2026-03-01T12:00:01.000Z' },
    ]);
    for (const nothing of [{}, { name: 'Asked' }, { items: dataset.items }]) {
      expect((await account.call('PATCH', url, nothing)).json()).toEqual(renamed.json());
    }
    const gone = await account.call('DELETE', url);
    expect([gone.statusCode, gone.json()]).toEqual([200, { ok: true }]);
    for (const method of ['GET', 'DELETE']) expect((await account.call(method, url)).statusCode).toBe(404);
    const left = await app.services.metadata.reader
      .selectFrom('eval_dataset_items')
      .select('id')
      .where('dataset_id', '=', dataset.id)
      .execute();
    expect(left).toEqual([]);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'eval_dataset.delete', targetId: String(dataset.id), metadata: { name: 'Asked' } },
      { action: 'eval_dataset.update', metadata: { changed: ['name', 'description'], version: 1 } },
      { action: 'eval_dataset.create', metadata: { name: 'Questions', items: 2, frozen: false } },
    ]);
    expect(entries[3].action).not.toMatch(/^eval_dataset/);
  });

  it('200: items keep their ids across versions, and no id is used twice', async () => {
    const account = await app.account();
    const { id } = await made(account, { items: items(3) });
    const patch = async (next: unknown) => {
      const reply = await account.call('PATCH', `${URL}/${id}`, { items: next });
      expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
      const { version, items: now, itemCount } = reply.json();
      expect(itemCount).toBe(now.length);
      return [version, now.map((item: { id: number; inputText: string }) => `${item.id} ${item.inputText}`)];
    };
    // The same inputs in another order, one with an expected output now: the same items.
    expect(
      await patch([{ inputText: 'Question 3' }, { inputText: 'Question 1', expectedOutput: 'Yes' }]),
    ).toEqual([2, ['3 Question 3', '1 Question 1']]);
    // An item can be reworded by its id. A new item has a new id, even after one was removed.
    expect(
      await patch([
        { id: 3, inputText: 'Question three' },
        { inputText: 'Question 2' },
        { inputText: 'New' },
      ]),
    ).toEqual([3, ['3 Question three', '4 Question 2', '5 New']]);
    expect(await patch([])).toEqual([4, []]);
    expect(await patch(items(1))).toEqual([5, ['6 Question 1']]);
    // The same input twice is two items.
    expect(await patch([...items(1), ...items(1)])).toEqual([6, ['6 Question 1', '7 Question 1']]);
    expect(await patch([...items(1), ...items(1)])).toEqual([6, ['6 Question 1', '7 Question 1']]);
    expect((await account.call('GET', `${URL}/${id}`)).json()).toMatchObject({
      version: 6,
      items: [{ id: 6 }, { id: 7 }],
    });
    for (const [bad, path] of [
      [[{ id: 99, inputText: 'x' }], 'items.0.id'],
      [
        [
          { id: 6, inputText: 'x' },
          { id: 6, inputText: 'y' },
        ],
        'items.1.id',
      ],
    ] as const) {
      const reply = await account.call('PATCH', `${URL}/${id}`, { items: bad });
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, path]);
    }
    const unknown = await create(account, { name: 'With ids', items: [{ id: 1, inputText: 'x' }] });
    expect(unknown.statusCode).toBe(400);
  });

  it('409 dataset_frozen: everything but the description, and it cannot be unfrozen; it can still be deleted', async () => {
    const account = await app.account();
    const promptRegistryId = await newPrompt(account);
    const { id } = await made(account, { items: items(2) });
    const url = `${URL}/${id}`;
    // Changes in the request that freezes it are still accepted.
    const frozen = await account.call('PATCH', url, { frozen: true, name: 'Golden', items: items(3) });
    expect(frozen.json()).toMatchObject({ frozen: true, name: 'Golden', version: 2, itemCount: 3 });
    for (const change of [
      { name: 'Silver' },
      { name: 'Golden' },
      { items: [] },
      { items: frozen.json().items },
      { promptRegistryId },
      { promptRegistryId: null },
      { frozen: false },
      { frozen: false, description: 'x' },
      { frozen: true, name: 'Silver' },
    ]) {
      const reply = await account.call('PATCH', url, change);
      expect([change, reply.statusCode, reply.json().reason]).toEqual([change, 409, 'dataset_frozen']);
    }
    await store(account, { 'call-frozen': { content: { input: 'x' } } });
    expect((await fromCalls(account, id, ['call-frozen'])).json().reason).toBe('dataset_frozen');
    expect((await account.call('PATCH', url, { frozen: true })).json()).toEqual(frozen.json());
    const described = await account.call('PATCH', url, { description: 'Never changes', frozen: true });
    expect(described.json()).toMatchObject({ description: 'Never changes', version: 2, frozen: true });
    expect((await account.call('DELETE', url)).json()).toEqual({ ok: true });
    expect(await made(account, { name: 'Born frozen', frozen: true, items: items(1) })).toMatchObject({
      frozen: true,
    });
  });

  it('409 dataset_frozen or 200: of changes concurrent with a freeze, each is stored or refused', async () => {
    const account = await app.account();
    for (let round = 0; round < 4; round += 1) {
      const { id } = await made(account, { name: `Race ${round}` });
      const [frozen, ...changes] = await Promise.all([
        account.call('PATCH', `${URL}/${id}`, { frozen: true }),
        ...[1, 2, 3].map((n) => account.call('PATCH', `${URL}/${id}`, { items: items(n) })),
      ]);
      expect(frozen?.statusCode).toBe(200);
      const taken = changes.filter((reply) => reply.statusCode === 200).length;
      expect(changes.filter((reply) => reply.statusCode === 409)).toHaveLength(3 - taken);
      expect((await account.call('GET', `${URL}/${id}`)).json().version).toBe(1 + taken);
    }
  });

  it('200: concurrent changes each get their own version number', async () => {
    const account = await app.account();
    const { id } = await made(account);
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => account.call('PATCH', `${URL}/${id}`, { items: items(n, n * 10) })),
    );
    expect(replies.map((reply) => reply.json().version).toSorted()).toEqual([2, 3, 4, 5, 6]);
    const last = replies.find((reply) => reply.json().version === 6)?.json();
    expect((await account.call('GET', `${URL}/${id}`)).json()).toEqual(last);
  });

  it('409 name_taken: the same name twice, also concurrently; another account can use it', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const replies = await Promise.all([1, 2, 3].map(() => create(account, { name: 'Same' })));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('name_taken');
    expect((await create(other, { name: 'Same' })).statusCode).toBe(201);
    const { id } = await made(account, { name: 'Other' });
    const reply = await account.call('PATCH', `${URL}/${id}`, { name: 'Same' });
    expect([reply.statusCode, reply.json().reason]).toEqual([409, 'name_taken']);
  });

  it('404 unknown_prompt: a prompt that does not exist or belongs to another account; a deleted one is unlinked', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const [mine, theirs] = [await newPrompt(account), await newPrompt(other)];
    for (const promptRegistryId of [theirs, 999_999_999, Number.MAX_SAFE_INTEGER]) {
      const reply = await create(account, { name: 'x', promptRegistryId });
      expect([reply.statusCode, reply.json().reason]).toEqual([404, 'unknown_prompt']);
    }
    const { id, promptRegistryId } = await made(account, { promptRegistryId: mine });
    expect(promptRegistryId).toBe(mine);
    const foreign = await account.call('PATCH', `${URL}/${id}`, { promptRegistryId: theirs });
    expect([foreign.statusCode, foreign.json().reason]).toEqual([404, 'unknown_prompt']);
    expect(
      (await account.call('PATCH', `${URL}/${id}`, { promptRegistryId: null })).json().promptRegistryId,
    ).toBeNull();
    expect((await account.call('PATCH', `${URL}/${id}`, { promptRegistryId: mine })).json().version).toBe(1);
    const raced = await Promise.all([
      account.call('DELETE', `/v1/prompts/${mine}`),
      ...[1, 2, 3].map((n) => create(account, { name: `Race ${n}`, promptRegistryId: mine })),
    ]);
    expect(raced[0]?.statusCode).toBe(200);
    for (const reply of raced.slice(1)) expect([201, 404]).toContain(reply.statusCode);
    const { datasets } = (await account.call('GET', URL)).json();
    expect(
      new Set(datasets.map((each: { promptRegistryId: number | null }) => each.promptRegistryId)),
    ).toEqual(new Set([null]));
  });

  it('400: invalid datasets, and 201 just within the limits', async () => {
    const account = await app.account();
    const cases: [body: Record<string, unknown>, path: string][] = [
      [{ name: undefined }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\u0000' }, 'name'],
      [{ description: 'x'.repeat(501) }, 'description'],
      [{ description: 7 }, 'description'],
      [{ promptRegistryId: 0 }, 'promptRegistryId'],
      [{ promptRegistryId: 1.5 }, 'promptRegistryId'],
      [{ promptRegistryId: '1' }, 'promptRegistryId'],
      [{ frozen: 'yes' }, 'frozen'],
      [{ items: items(21) }, 'items'],
      [{ items: {} }, 'items'],
      [{ items: ['x'] }, 'items.0'],
      [{ items: [{}] }, 'inputText'],
      [{ items: [{ inputText: '' }] }, 'items.0.inputText'],
      [{ items: [{ inputText: 'x'.repeat(4_001) }] }, 'items.0.inputText'],
      [{ items: [{ inputText: 'a\u0000' }] }, 'items.0.inputText'],
      [{ items: [{ inputText: 'x', expectedOutput: 'x'.repeat(4_001) }] }, 'items.0.expectedOutput'],
      [{ items: [{ inputText: 'x', expected: 'y' }] }, 'items.0.expected'],
      [{ version: 7 }, 'version'],
      [{ id: 7 }, 'id'],
    ];
    const { id } = await made(account, { name: 'There' });
    for (const [body, path] of cases) {
      for (const reply of [
        await create(account, { name: 'Bad', ...body }),
        ...('name' in body && body['name'] === undefined
          ? []
          : [await account.call('PATCH', `${URL}/${id}`, body)]),
      ]) {
        expect([body, reply.statusCode]).toEqual([body, 400]);
        expect(JSON.stringify(reply.json().details[0])).toContain(path);
      }
    }
    const widest = await made(account, {
      name: '語'.repeat(100),
      description: 'd'.repeat(500),
      items: Array.from({ length: 20 }, () => ({
        inputText: '語'.repeat(4_000),
        expectedOutput: 'o'.repeat(4_000),
      })),
    });
    expect((await account.call('GET', `${URL}/${widest.id}`)).json()).toEqual(widest);
    expect(
      await made(account, { name: 'Empty answer', items: [{ inputText: 'x', expectedOutput: '' }] }),
    ).toMatchObject({ items: [{ expectedOutput: '' }] });
  });

  it('404: datasets of other accounts and invalid ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { id } = await made(other, { items: items(1) });
    for (const each of [id, 999_999_999, 0, -1, 'x', 2 ** 63, '99999999999999999999']) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'Mine' }],
        ['DELETE', '', undefined],
        ['POST', '/items', { items: [{ inputText: 'Mine' }] }],
        ['POST', '/items/from-calls', { callIds: ['call-1'] }],
      ] as const) {
        const reply = await mine.call(method, `${URL}/${each}${path}`, body);
        expect([each, method, reply.statusCode]).toEqual([each, method, 404]);
      }
    }
    expect((await mine.call('GET', URL)).json().datasets).toEqual([]);
    expect((await other.call('GET', `${URL}/${id}`)).json()).toMatchObject({
      name: 'Questions',
      itemCount: 1,
    });
    expect((await mine.call('GET', `${URL}/${id}`)).statusCode).toBe(404);
  });

  it('403: Free, viewers and keys without write can read but not change', async () => {
    const [free, paying] = [await app.account({ plan: 'free' }), await app.account()];
    const { id } = await made(paying);
    const callers = [
      [free, 'plan_required'],
      [await paying.member('viewer'), 'insufficient_role'],
      [await paying.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const;
    for (const [caller, reason] of callers) {
      expect((await caller.call('GET', URL)).statusCode).toBe(200);
      for (const [method, url, body] of [
        ['POST', URL, { name: 'New' }],
        ['PATCH', `${URL}/${id}`, { name: 'New' }],
        ['DELETE', `${URL}/${id}`, undefined],
        ['POST', `${URL}/${id}/items`, { items: [{ inputText: 'Mine' }] }],
        ['POST', `${URL}/${id}/items/from-calls`, { callIds: ['call-1'] }],
      ] as const) {
        const reply = await caller.call(method, url, body);
        expect([method, reply.statusCode, reply.json().reason]).toEqual([method, 403, reason]);
      }
    }
  });

  it('200: pages of the list are complete and in order of creation', async () => {
    const account = await app.account();
    for (let n = 0; n < 5; n += 1) await made(account, { name: `Set ${n}` });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await account.call('GET', `${URL}?limit=2${cursor && `&cursor=${cursor}`}`);
      const page: { datasets: { name: string }[]; nextCursor: string | null } = reply.json();
      seen.push(...page.datasets.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Set 0', 'Set 1', 'Set 2', 'Set 3', 'Set 4']);
    expect((await account.call('GET', `${URL}?cursor=nonsense`)).statusCode).toBe(400);
  });
});

describe('items added to existing ones', () => {
  const add = (from: Caller, id: number, added: unknown) =>
    from.call('POST', `${URL}/${id}/items`, { items: added });

  it('200: existing items keep their ids and texts; a repeated request adds nothing', async () => {
    const account = await app.account();
    const dataset = await made(account, { items: [{ inputText: 'Why?', expectedOutput: 'So.' }] });
    clock.advance(1_000);
    const more = [
      { inputText: 'Why?', expectedOutput: 'Because.', sourceCallId: 'call-7' },
      { inputText: 'When?' },
    ];
    const reply = await add(account, dataset.id, more);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        added: 2,
        skipped: [],
        dataset: {
          ...dataset,
          version: 2,
          itemCount: 3,
          updatedAt: new Date(clock.now()).toISOString(),
          items: [
            ...dataset.items,
            { id: 2, inputText: 'Why?', expectedOutput: 'Because.', sourceCallId: 'call-7' },
            { id: 3, inputText: 'When?', expectedOutput: null, sourceCallId: null },
          ],
        },
      },
    ]);
    const again = (
      await add(account, dataset.id, [...more, { inputText: 'Who?' }, { inputText: 'Who?' }])
    ).json();
    expect(again).toMatchObject({ added: 1, dataset: { version: 3, itemCount: 4 } });
    expect(again.skipped.map(({ index, reason }: Record<string, unknown>) => [index, reason])).toEqual([
      [0, 'already_in_dataset'],
      [1, 'already_in_dataset'],
      [3, 'already_in_dataset'],
    ]);
    const nothing = (await add(account, dataset.id, more)).json();
    expect([nothing.added, nothing.dataset]).toEqual([0, again.dataset]);
    const { entries } = (await account.call('GET', '/v1/audit?action=eval_dataset.add_items')).json();
    expect(entries.map(({ metadata }: { metadata: unknown }) => metadata)).toEqual([
      { name: 'Questions', items: 1, version: 3 },
      { name: 'Questions', items: 2, version: 2 },
    ]);
  });

  it('200: concurrent additions lose nothing, up to twenty items', async () => {
    const account = await app.account();
    const { id } = await made(account, { items: items(2) });
    const replies = await Promise.all(
      [100, 200, 300].map((from) => add(account, id, items(8, from)).then((reply) => reply.json())),
    );
    expect(replies.map(({ added }) => added).toSorted()).toEqual([2, 8, 8]);
    const refused = replies.flatMap(({ skipped }) => skipped);
    expect(refused.map(({ reason }: { reason: string }) => reason)).toEqual(Array(6).fill('dataset_full'));
    const { items: all } = (await account.call('GET', `${URL}/${id}`)).json();
    expect(all.map((item: { id: number }) => item.id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('409 dataset_frozen, and 400: invalid items', async () => {
    const account = await app.account();
    const { id: frozen } = await made(account, { name: 'Frozen', frozen: true });
    const refused = await add(account, frozen, items(1));
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'dataset_frozen']);
    const { id } = await made(account);
    for (const added of [
      undefined,
      [],
      'text',
      [{}],
      [{ inputText: '' }],
      [{ inputText: 'x'.repeat(4_001) }],
      [{ inputText: 'x', expectedOutput: 'x'.repeat(4_001) }],
      [{ inputText: 'x', id: 1 }],
      [{ inputText: 'a\u0000' }],
      items(21),
    ]) {
      const reply = await add(account, id, added);
      expect([added, reply.statusCode]).toEqual([added, 400]);
    }
  });
});

describe('items from calls', () => {
  it('200: input and output, in every format that clients send', async () => {
    const account = await app.account();
    await store(account, {
      text: { content: { input: 'Why?', output: 'Because.' } },
      openai: {
        content: {
          input: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Why?' },
          ],
          output: [{ role: 'assistant', content: 'So.' }],
          systemInstructions: 'Be brief.',
        },
      },
      parts: {
        content: {
          input: [{ role: 'user', parts: [{ type: 'text', content: 'Wo?' }] }],
          output: [{ role: 'assistant', parts: [{ type: 'text', content: 'Dort.' }], finish_reason: 'stop' }],
        },
      },
      talk: {
        content: {
          input: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'Hello!' },
            { role: 'user', content: 'Why?' },
          ],
          output: 'Because.',
        },
      },
      failed: { content: { input: 'Why?' } },
      tools: {
        content: {
          input: 'Weather?',
          output: [{ role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{}' } }] }],
        },
      },
      agent: {
        content: {
          input: [
            { role: 'user', content: 'What colour?' },
            { role: 'assistant', content: 'I look.', tool_calls: [{ id: 'a', function: { name: 'look' } }] },
            { role: 'tool', tool_call_id: 'a', content: '{"rgb":"f00"}' },
          ],
          output: [
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: 'Hmm, f00 is red.' },
                { type: 'text', text: 'Red.' },
              ],
            },
          ],
        },
      },
    });
    const { id } = await made(account, { items: items(1) });
    const ids = ['text', 'openai', 'parts', 'talk', 'failed', 'tools', 'agent'];
    clock.advance(1_000);
    const reply = await fromCalls(account, id, ids);
    expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
    const { dataset, ...told } = reply.json();
    expect(told).toEqual({ added: 7, truncated: [], skipped: [] });
    expect(dataset).toMatchObject({ version: 2, itemCount: 8 });
    expect(dataset.items.slice(1)).toEqual([
      { id: 2, inputText: 'Why?', expectedOutput: 'Because.', sourceCallId: 'text' },
      { id: 3, inputText: 'Why?', expectedOutput: 'So.', sourceCallId: 'openai' },
      { id: 4, inputText: 'Wo?', expectedOutput: 'Dort.', sourceCallId: 'parts' },
      {
        id: 5,
        inputText: 'user: Hi\n\nassistant: Hello!\n\nuser: Why?',
        expectedOutput: 'Because.',
        sourceCallId: 'talk',
      },
      { id: 6, inputText: 'Why?', expectedOutput: null, sourceCallId: 'failed' },
      { id: 7, inputText: 'Weather?', expectedOutput: null, sourceCallId: 'tools' },
      // Neither reasoning nor tool calls.
      { id: 8, inputText: 'What colour?', expectedOutput: 'Red.', sourceCallId: 'agent' },
    ]);
    expect((await account.call('GET', `${URL}/${id}`)).json()).toEqual(dataset);
    // The returned items can be sent back unchanged.
    const same = await account.call('PATCH', `${URL}/${id}`, { items: dataset.items });
    expect(same.json()).toEqual(dataset);
    const [entry] = (await account.call('GET', '/v1/audit?action=eval_dataset.add_calls')).json().entries;
    expect(entry).toMatchObject({ targetId: String(id), metadata: { version: 2 } });
    expect(entry.metadata.callDigests).toHaveLength(ids.length);
    expect(JSON.stringify(entry)).not.toContain('Because');
  });

  it('404 unknown_call: of another account, or unknown; nothing is added', async () => {
    const [account, other] = [await app.account(), await app.account()];
    await store(account, { good: { content: { input: 'Why?', output: 'So.' } } });
    await store(other, { foreign: { content: { input: 'secret', output: 'secret' } } });
    const { id } = await made(account);
    for (const unknown of ['foreign', 'none']) {
      const reply = await fromCalls(account, id, ['good', unknown]);
      expect([reply.statusCode, reply.json().reason]).toEqual([404, 'unknown_call']);
      expect(reply.json().details).toMatchObject([{ path: 'callIds.1' }]);
      expect(reply.body).not.toContain('secret');
    }
    expect((await account.call('GET', `${URL}/${id}`)).json().items).toEqual([]);
  });

  it('200: each call that cannot be added is named with the reason', async () => {
    const account = await app.account();
    await store(account, {
      good: { content: { input: 'Why?', output: 'So.' } },
      bare: { content: null },
      withdrawn: { content: { input: 'gone' }, withdrawn: true },
      garbled: { content: { input: 'x', output: 'y' }, garbled: true },
      answer: { content: { output: 'only' } },
      blank: { content: { input: '  ', output: 'x' } },
      system: { content: { input: [{ role: 'system', content: 'Go.' }], output: 'x' } },
    });
    const { id } = await made(account);
    const ids = ['bare', 'withdrawn', 'garbled', 'answer', 'blank', 'system', 'good'];
    const reply = await fromCalls(account, id, ids);
    expect(reply.statusCode).toBe(200);
    const { added, skipped, dataset } = reply.json();
    expect(added).toBe(1);
    expect(skipped.map(({ callId, reason }: Record<string, string>) => [callId, reason])).toEqual([
      ['bare', 'content_not_stored'],
      ['withdrawn', 'content_not_stored'],
      ['garbled', 'content_unreadable'],
      ['answer', 'no_input'],
      ['blank', 'no_input'],
      ['system', 'no_input'],
    ]);
    for (const { message } of skipped) expect(message).toMatch(/^[A-Z].*\.$/);
    // A call is in a dataset once; adding nothing changes nothing.
    const again = await fromCalls(account, id, ['good']);
    expect(again.json()).toMatchObject({
      added: 0,
      skipped: [{ callId: 'good', reason: 'already_in_dataset' }],
    });
    expect(again.json().dataset).toEqual(dataset);
    expect(
      (await account.call('GET', '/v1/audit?action=eval_dataset.add_calls')).json().entries,
    ).toHaveLength(1);
  });

  it('200: texts over 4,000 characters are cut, and the reply says so', async () => {
    const account = await app.account();
    await store(account, {
      long: { content: { input: 'i'.repeat(5_000), output: `${'o'.repeat(3_999)}🚀🚀` } },
      exact: { content: { input: 'i'.repeat(4_000), output: 'o'.repeat(4_000) } },
    });
    const { id } = await made(account);
    const { dataset, truncated } = (await fromCalls(account, id, ['long', 'exact'])).json();
    expect(truncated).toEqual([
      { callId: 'long', field: 'inputText', chars: 5_000 },
      { callId: 'long', field: 'expectedOutput', chars: 4_003 },
    ]);
    expect(dataset.items[0]).toMatchObject({
      inputText: 'i'.repeat(4_000),
      expectedOutput: 'o'.repeat(3_999),
    });
    expect(dataset.items[1].inputText).toHaveLength(4_000);
  });

  it('200: twenty items in total, also with concurrent requests', async () => {
    const account = await app.account();
    const ids = Array.from({ length: 30 }, (_, n) => `many-${n}`);
    await store(account, Object.fromEntries(ids.map((id) => [id, { content: { input: id, output: 'x' } }])));
    const { id } = await made(account, { items: items(18) });
    const full = (await fromCalls(account, id, ids.slice(0, 3))).json();
    expect(full).toMatchObject({ added: 2, skipped: [{ callId: 'many-2', reason: 'dataset_full' }] });
    const { id: empty } = await made(account, { name: 'Empty' });
    const replies = await Promise.all(
      [0, 10, 20].map((from) => fromCalls(account, empty, ids.slice(from, from + 10))),
    );
    expect(replies.map((reply) => reply.json().added).toSorted()).toEqual([0, 10, 10]);
    const { items: all } = (await account.call('GET', `${URL}/${empty}`)).json();
    expect(all.map((item: { id: number }) => item.id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('200: of more calls than fit, the first usable ones are added', async () => {
    const account = await app.account();
    const ids = Array.from({ length: 200 }, (_, n) => `row-${n}`);
    await store(
      account,
      Object.fromEntries(ids.map((id, n) => [id, { content: n < 10 ? null : { input: id, output: 'x' } }])),
    );
    const { id } = await made(account, { items: [{ inputText: 'x', sourceCallId: 'row-12' }] });
    const { added, skipped, dataset } = (await fromCalls(account, id, ids)).json();
    expect(added).toBe(19);
    const reasons = Object.groupBy(skipped, ({ reason }: { reason: string }) => reason);
    expect(Object.entries(reasons).map(([reason, each]) => [reason, each?.length])).toEqual([
      ['content_not_stored', 10],
      ['already_in_dataset', 1],
      ['dataset_full', 170],
    ]);
    expect(dataset.items.at(-1).sourceCallId).toBe('row-29');
  });

  it('404 unknown_call: a key of another project cannot see the call', async () => {
    const account = await app.account();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Walled' })).json();
    await store(account, { elsewhere: { content: { input: 'x', output: 'y' }, project: 1 } });
    const { id } = await made(account);
    const reply = await account.call(
      'POST',
      `${URL}/${id}/items/from-calls`,
      { callIds: ['elsewhere'] },
      { 'x-project-id': projectId },
    );
    expect([reply.statusCode, reply.json().reason]).toEqual([404, 'unknown_call']);
  });

  it('400: invalid lists of ids', async () => {
    const account = await app.account();
    const { id } = await made(account);
    const many = Array.from({ length: 201 }, (_, n) => `c${n}`);
    for (const callIds of [
      undefined,
      [],
      'text',
      [''],
      [7],
      ['a', 'a'],
      many,
      ['x'.repeat(257)],
      ['a\u0000'],
    ]) {
      const reply = await fromCalls(account, id, callIds);
      expect([callIds, reply.statusCode]).toEqual([callIds, 400]);
    }
  });
});
