import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAccount } from '#core/access/accounts';
import { priceBookFor } from '#services/prices';
import { nextNumber } from '#metadata';
import type { CallCost, CostChange } from '#records';
import { makeTestApp, type TestApp } from '#test/support/app';
import type { RecordsReplies } from '#test/support/fake-records';

const URL = '/v1/account/model-prices';
const price = (model: string, more: object = {}) => ({
  provider: 'openai',
  model,
  inputPerMTok: 1,
  outputPerMTok: 2,
  cacheReadPerMTok: null,
  cacheWritePerMTok: 0.125,
  ...more,
});

const LONG = {
  aboveTokens: 272_000,
  inputPerMTok: 10,
  outputPerMTok: 60,
  cacheReadPerMTok: 1,
  cacheWritePerMTok: null,
};
const SOL = price('gpt-6.1-sol', {
  inputPerMTok: 5,
  outputPerMTok: 30,
  cacheReadPerMTok: 0.5,
  cacheWrite1hPerMTok: 8,
  webSearchPerThousand: 12,
  codeContainerPerThousand: 0,
  longInput: [LONG],
  tiers: {
    flex: { inputPerMTok: 2.5, outputPerMTok: 15, cacheReadPerMTok: null, cacheWritePerMTok: null },
  },
});

/** The part of the records store that these tests use, in memory; its SQL has its own tests. */
class FakeCosts implements Pick<RecordsReplies, 'selectDerivedCosts' | 'stageCosts' | 'applyStagedCosts'> {
  readonly rows = new Map<number, CallCost[]>();
  staged: CostChange[] = [];
  failing = false;
  /** Resolved when a query arrives, which then waits for `go`. */
  held: { asked: () => void; go: Promise<void> } | null = null;

  selectDerivedCosts: RecordsReplies['selectDerivedCosts'] = async (
    { account, project },
    { startMs, endMs },
    after,
    limit,
  ) => {
    this.held?.asked();
    await this.held?.go;
    const key = ({ timestampMs, id }: { timestampMs: number; id: string }) =>
      `${String(timestampMs).padStart(15, '0')}${id}`;
    return (this.rows.get(account) ?? [])
      .filter((row) => row.timestampMs >= startMs && row.timestampMs < endMs)
      .filter((row) => project === null || row.project === project)
      .filter((row) => after === null || key(row) > key(after))
      .toSorted((left, right) => (key(left) < key(right) ? -1 : 1))
      .slice(0, limit);
  };
  stageCosts: RecordsReplies['stageCosts'] = async (_account, _batch, changes) => {
    this.staged.push(...changes);
    if (this.failing) throw new Error('The engine went away.');
  };
  applyStagedCosts: RecordsReplies['applyStagedCosts'] = async (account) => {
    for (const { call, ...cost } of this.staged) {
      const row = this.rows.get(account)?.find(({ id }) => id === call.id);
      if (row) Object.assign(row, cost);
    }
    this.staged = [];
  };
}

const AT = Date.UTC(2026, 5, 1, 12);
const call = (id: string, more: Partial<CallCost> = {}): CallCost => ({
  id,
  timestampMs: AT,
  expiresAtMs: AT * 2,
  project: 0,
  evalRun: 0,
  provider: 'openai',
  model: 'in-house',
  promptTokens: 1_000_000,
  completionTokens: 0,
  totalTokens: 1_000_000,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  audioTokens: 0,
  costUsd: 0,
  cacheSavingsUsd: 0,
  priceSource: 'none',
  responseModel: '',
  serviceTier: '',
  cacheWrite1hTokens: 0,
  webSearches: 0,
  fileSearches: 0,
  codeContainers: 0,
  audioOutputTokens: 0,
  gateway: '',
  imageTokens: 0,
  imageOutputTokens: null,
  cachedAudioTokens: null,
  cachedImageTokens: null,
  speed: '',
  inferenceGeo: '',
  pricing: 'null',
  ...more,
});
const day = { startTime: '2026-06-01T00:00:00.000Z', endTime: '2026-06-02T00:00:00.000Z' };

let app: TestApp;
const costs = new FakeCosts();
beforeAll(async () => {
  app = await makeTestApp({ records: costs });
});
afterAll(() => app.stop());

const entries = async (account: { call: TestApp['call'] }, action: string) => {
  const reply = await account.call('GET', '/v1/audit');
  return reply.json().entries.filter((entry: { action: string }) => entry.action === action);
};
const storedAccount = async (id: string) => {
  const account = await loadAccount(app.services.metadata.reader, id);
  if (!account) throw new Error('There is no such account.');
  return account;
};

describe('prices of an account', () => {
  it('200: none at first, then exactly the submitted prices, in their order', async () => {
    const account = await app.account();
    const empty = (await account.call('GET', URL)).json();
    expect(empty).toEqual({ prices: [], version: expect.any(String), updatedAt: null });

    const { provider: _any, ...anyProvider } = price('gpt-*');
    const put = await account.call('PUT', URL, {
      prices: [price('gpt-4o*', { inputPerMTok: 0.1 }), anyProvider, price('o3', { provider: '*' })],
    });
    expect(put.statusCode).toBe(200);
    expect(put.json().prices).toEqual([
      price('gpt-4o*', { inputPerMTok: 0.1 }),
      price('gpt-*', { provider: null }),
      price('o3', { provider: null }),
    ]);
    expect(put.json().version).not.toBe(empty.version);
    expect((await account.call('GET', URL)).json()).toEqual(put.json());

    const short = await account.call('PUT', URL, {
      prices: [{ model: 'x', inputPerMTok: 0, outputPerMTok: 1e6 }],
    });
    expect(short.json().prices).toEqual([
      price('x', { provider: null, inputPerMTok: 0, outputPerMTok: 1e6, cacheWritePerMTok: null }),
    ]);
    expect((await account.call('PUT', URL, { prices: [] })).json()).toEqual(empty);
  });

  it('200: prices by length, of one-hour cache writes, tools and service tiers are kept', async () => {
    const account = await app.account();
    const put = await account.call('PUT', URL, { prices: [SOL, price('other')] });
    expect(put.statusCode).toBe(200);
    expect(put.json().prices).toEqual([SOL, price('other')]);
    expect((await account.call('GET', URL)).json()).toEqual(put.json());
    expect((await storedAccount(account.id)).modelPrices).toEqual([SOL, price('other')]);
    const changed = { ...SOL, longInput: [{ ...LONG, aboveTokens: 200_000 }] };
    const again = await account.call('PUT', URL, { prices: [changed, price('other')] });
    expect(again.json().version).not.toBe(put.json().version);
  });

  it('400: faulty prices by length, of tools and service tiers', async () => {
    const account = await app.account();
    for (const [path, more] of [
      ['longInput', { longInput: [LONG, LONG] }],
      ['longInput.0.aboveTokens', { longInput: [{ ...LONG, aboveTokens: 0 }] }],
      ['longInput.0.inputPerMTok', { longInput: [{ aboveTokens: 1, outputPerMTok: 1 }] }],
      ['longInput', { longInput: Array.from({ length: 9 }, (_, at) => ({ ...LONG, aboveTokens: at + 1 })) }],
      ['cacheWrite1hPerMTok', { cacheWrite1hPerMTok: -1 }],
      ['fileSearchPerThousand', { fileSearchPerThousand: 1e7 }],
      ['tiers.flex.model', { tiers: { flex: { inputPerMTok: 1, outputPerMTok: 1, model: 'a' } } }],
      ['tiers.standard', { tiers: { standard: { inputPerMTok: 1, outputPerMTok: 1 } } }],
      ['tiers.a.longInput', { tiers: { a: { inputPerMTok: 1, outputPerMTok: 1, longInput: [LONG, LONG] } } }],
    ] as const) {
      const reply = await account.call('PUT', URL, { prices: [price('ok'), price('b', more)] });
      expect([path, reply.statusCode, reply.json().details[0].path]).toEqual([path, 400, `prices.1.${path}`]);
    }
  });

  it('200: each effective change is in the audit log, and no other', async () => {
    const account = await app.account();
    for (let time = 0; time < 2; time += 1) await account.call('PUT', URL, { prices: [price('a')] });
    expect(await entries(account, 'model_prices.replace')).toMatchObject([{ metadata: { prices: 1 } }]);
  });

  it('200: new calls are priced by them, before the operator’s prices and the catalog', async () => {
    const account = await app.account();
    const config = {
      ...app.config,
      modelPrices: [price('gpt-*', { inputPerMTok: 7 })],
      modelPricesVersion: 'f1',
    };
    const quote = async (model: string) =>
      priceBookFor(await storedAccount(account.id), config).quote('openai', model, AT);
    expect(await quote('gpt-4o')).toMatchObject({ source: 'operator', version: 'f1', rates: { input: 7 } });
    const { version } = (await account.call('PUT', URL, { prices: [price('GPT-4o')] })).json();
    expect(await quote('gpt-4o')).toMatchObject({ source: 'custom', version, rates: { input: 1 } });
    expect(await quote('gpt-4.1')).toMatchObject({ source: 'operator' });
    expect(await quote('o3-mini')).toMatchObject({ source: 'catalog' });
    const cached = await app.services.accounts.get(account.id);
    expect(cached).toMatchObject({ modelPrices: [price('GPT-4o')], modelPricesVersion: version });
  });

  it('200: the same lists share one price book, and so do all accounts without prices', async () => {
    const [one, two] = [await app.account(), await app.account()];
    const [first, second] = [await storedAccount(one.id), await storedAccount(two.id)];
    expect(priceBookFor(first, app.config)).toBe(priceBookFor(second, app.config));
    await one.call('PUT', URL, { prices: [price('a')] });
    const own = await storedAccount(one.id);
    expect(priceBookFor(own, app.config)).not.toBe(priceBookFor(second, app.config));
    expect(priceBookFor(own, app.config)).toBe(priceBookFor(own, app.config));
  });

  it('400: invalid prices, by the name of the field', async () => {
    const account = await app.account();
    for (const [field, value] of [
      ['model', ''],
      ['model', '  '],
      ['model', 'x'.repeat(129)],
      ['model', 'gpt-?'],
      ['model', 'a\nb'],
      ['provider', 'Open AI'],
      ['inputPerMTok', -1],
      ['inputPerMTok', 1_000_001],
      ['outputPerMTok', '2'],
      ['outputPerMTok', null],
      ['cacheReadPerMTok', -0.1],
    ] as const) {
      const reply = await account.call('PUT', URL, { prices: [price('ok'), price('b', { [field]: value })] });
      expect([field, value, reply.statusCode]).toEqual([field, value, 400]);
      expect(reply.json().details[0].path).toBe(`prices.1.${field}`);
    }
    for (const body of [
      {},
      { prices: null },
      { prices: [], more: 1 },
      { prices: [price('a', { currency: 'EUR' })] },
    ]) {
      expect((await account.call('PUT', URL, body)).statusCode).toBe(400);
    }
    const many = Array.from({ length: 201 }, (_, index) => price(`m${index}`));
    expect((await account.call('PUT', URL, { prices: many })).statusCode).toBe(400);
    expect((await account.call('PUT', URL, { prices: many.slice(1) })).statusCode).toBe(200);
  });

  it('400: the same provider and model twice', async () => {
    const account = await app.account();
    const reply = await account.call('PUT', URL, { prices: [price('a'), price('b'), price('A')] });
    expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, 'prices.2.model']);
    const apart = [price('a'), price('a', { provider: null }), price('a', { provider: 'google' })];
    expect((await account.call('PUT', URL, { prices: apart })).statusCode).toBe(200);
  });

  it('403: members may read, admins may change; the same for scopes', async () => {
    const account = await app.account();
    const [member, admin] = [await account.member('member'), await account.member('admin')];
    expect((await member.call('GET', URL)).statusCode).toBe(200);
    expect((await member.call('PUT', URL, { prices: [] })).statusCode).toBe(403);
    expect((await member.call('POST', `${URL}/reprice`, day)).statusCode).toBe(403);
    expect((await admin.call('PUT', URL, { prices: [price('a')] })).statusCode).toBe(200);
    const reader = await account.key(['read']);
    expect((await reader.call('PUT', URL, { prices: [] })).statusCode).toBe(403);
  });

  it('200: two concurrent replacements leave one list or the other', async () => {
    const account = await app.account();
    const lists = [[price('a'), price('b')], [price('c')]];
    await Promise.all(lists.map((prices) => account.call('PUT', URL, { prices })));
    expect(lists).toContainEqual((await account.call('GET', URL)).json().prices);
  });
});

describe('reprice', () => {
  const accountWith = async (...rows: CallCost[]) => {
    const account = await app.account();
    const { number } = await storedAccount(account.id);
    costs.rows.set(number, rows);
    await account.call('PUT', URL, { prices: [price('in-house', { cacheReadPerMTok: 0.5 })] });
    return { ...account, rows, reprice: (body: object) => account.call('POST', `${URL}/reprice`, body) };
  };

  it('200: a dry run by default reports the difference and changes nothing', async () => {
    const account = await accountWith(call('a'), call('b', { model: 'nobody-knows' }));
    const reply = await account.reprice(day);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      applied: false,
      ...day,
      records: 2,
      changedRecords: 1,
      beforeUsd: 0,
      afterUsd: 1,
      differenceUsd: 1,
      models: [
        { provider: 'openai', model: 'in-house', records: 1, changedRecords: 1, beforeUsd: 0, afterUsd: 1 },
        {
          provider: 'openai',
          model: 'nobody-knows',
          records: 1,
          changedRecords: 0,
          beforeUsd: 0,
          afterUsd: 0,
        },
      ],
    });
    expect(account.rows[0]).toMatchObject({ costUsd: 0, priceSource: 'none' });
    expect(await entries(account, 'model_prices.reprice')).toEqual([]);
  });

  it('200: applied once, then there is nothing left to change; the audit log records it', async () => {
    const cached = call('cached', {
      cachedTokens: 400_000,
      reasoningTokens: 5,
      completionTokens: 10,
      totalTokens: 1_000_010,
    });
    const account = await accountWith(call('a'), cached, call('batch', { serviceTier: 'batch' }));
    const { version } = (await account.call('GET', URL)).json();
    const applied = (await account.reprice({ ...day, dryRun: false })).json();
    const cachedUsd = 0.6 + 0.2 + 0.00002;
    expect(applied).toMatchObject({ applied: true, records: 3, changedRecords: 3 });
    expect(applied.afterUsd).toBeCloseTo(1 + cachedUsd + 0.5, 12);
    expect(account.rows.map(({ costUsd, cacheSavingsUsd }) => [costUsd, cacheSavingsUsd])).toEqual([
      [1, 0],
      [expect.closeTo(cachedUsd, 12), expect.closeTo(0.2, 12)],
      [0.5, 0],
    ]);
    expect(JSON.parse(account.rows[0]?.pricing ?? '')).toEqual({
      source: 'custom',
      version,
      inputPerMTok: 1,
      outputPerMTok: 2,
      cacheReadPerMTok: 0.5,
      cacheWritePerMTok: 0.125,
    });
    expect(JSON.parse(account.rows[2]?.pricing ?? '')).toMatchObject({ inputPerMTok: 0.5, batch: true });
    expect((await account.reprice({ ...day, dryRun: false })).json()).toMatchObject({
      changedRecords: 0,
      differenceUsd: 0,
    });
    expect(await entries(account, 'model_prices.reprice')).toMatchObject([
      { metadata: { ...day, records: 3, changedRecords: 3, complete: true, version } },
    ]);
  });

  it('200: applies prices by length, of one-hour cache writes, tools and service tiers', async () => {
    const long = { ...call('long', { model: 'gpt-6.1-sol' }), promptTokens: 300_000, totalTokens: 300_000 };
    const account = await accountWith(
      long,
      { ...long, id: 'short', promptTokens: 272_000, totalTokens: 272_000 },
      {
        ...long,
        id: 'hour',
        promptTokens: 1_000,
        totalTokens: 1_000,
        cacheWriteTokens: 1_000,
        cacheWrite1hTokens: 1_000,
      },
      { ...long, id: 'searches', promptTokens: 0, totalTokens: 0, webSearches: 5 },
      { ...long, id: 'flex', promptTokens: 1_000, totalTokens: 1_000, serviceTier: 'flex' },
    );
    await account.call('PUT', URL, { prices: [SOL] });
    const applied = (await account.reprice({ ...day, dryRun: false })).json();
    expect(applied).toMatchObject({ records: 5, changedRecords: 5 });
    const usd = (id: string) => account.rows.find((row) => row.id === id)?.costUsd;
    expect(['long', 'short', 'hour', 'searches', 'flex'].map(usd)).toEqual(
      [3, 1.36, 0.008, 0.06, 0.0025].map((cost) => expect.closeTo(cost, 12)),
    );
    expect(JSON.parse(account.rows[3]?.pricing ?? '')).toMatchObject({ webSearchPerThousand: 12 });
    expect(JSON.parse(account.rows[4]?.pricing ?? '')).toMatchObject({ tier: 'flex', inputPerMTok: 2.5 });
    expect((await account.reprice({ ...day, dryRun: false })).json()).toMatchObject({ changedRecords: 0 });
  });

  it('200: only the window, and only the requested project', async () => {
    const account = await accountWith(
      call('before', { timestampMs: Date.parse(day.startTime) - 1 }),
      call('first', { timestampMs: Date.parse(day.startTime) }),
      call('end', { timestampMs: Date.parse(day.endTime) }),
    );
    expect((await account.reprice(day)).json().records).toBe(1);
    const project = { 'x-project-id': account.projectId };
    const reply = await account.call('POST', `${URL}/reprice`, day, project);
    expect(reply.json().records).toBe(0);
  });

  it('200: more calls than a page holds', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) =>
      call(`call-${index}`, { timestampMs: AT + (index % 7) }),
    );
    const account = await accountWith(...rows);
    const reply = (await account.reprice({ ...day, dryRun: false })).json();
    expect([reply.records, reply.changedRecords, reply.afterUsd]).toEqual([5_001, 5_001, 5_001]);
    expect(rows.every(({ costUsd }) => costUsd === 1)).toBe(true);
  });

  it('409 reprice_running: while another one runs, and 200 after it has ended', async () => {
    const account = await accountWith(call('a'));
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    costs.held = { asked: asked.resolve, go: go.promise };
    const first = account.reprice({ ...day, dryRun: false });
    await asked.promise;
    const second = await account.reprice({ ...day, dryRun: false });
    expect([second.statusCode, second.json().reason]).toEqual([409, 'reprice_running']);
    costs.held = null;
    go.resolve();
    expect((await first).statusCode).toBe(200);
    expect((await account.reprice(day)).statusCode).toBe(200);
  });

  it('409, then 200: the lock of a process that died expires', async () => {
    const account = await accountWith(call('a'));
    const { metadata, clock } = app.services;
    const { number } = await storedAccount(account.id);
    const turn = {
      account: number,
      kind: 'reprice',
      place: account.id,
      holder: 'dead',
      calls: null,
      note: null,
    };
    const heldUntil = (until: number) =>
      metadata.transaction(async (db) => {
        await db.deleteFrom('record_changes').where('place', '=', account.id).execute();
        const ticket = await nextNumber(db, 'record-changes');
        await db
          .insertInto('record_changes')
          .values({ ...turn, ticket, held_until: until })
          .execute();
      });
    await heldUntil(clock.now() + 60_000);
    expect((await account.reprice(day)).statusCode).toBe(409);
    await heldUntil(clock.now() - 1);
    expect((await account.reprice(day)).statusCode).toBe(200);
  });

  it('500, then 200: an interrupted change is completed by the next one', async () => {
    const account = await accountWith(call('a'));
    costs.failing = true;
    expect((await account.reprice({ ...day, dryRun: false })).statusCode).toBe(500);
    costs.failing = false;
    expect(account.rows[0]?.costUsd).toBe(0);
    expect((await account.reprice({ ...day, dryRun: false })).statusCode).toBe(200);
    expect(account.rows[0]?.costUsd).toBe(1);
    expect(await entries(account, 'model_prices.reprice')).toMatchObject([{ metadata: { complete: false } }]);
  });

  it('400: invalid windows', async () => {
    const account = await app.account();
    for (const body of [
      {},
      { startTime: day.startTime },
      { startTime: day.endTime, endTime: day.startTime },
      { startTime: day.startTime, endTime: day.startTime },
      { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-03T00:00:00.001Z' },
      { startTime: 'yesterday', endTime: day.endTime },
      { ...day, dryRun: 'no' },
      { ...day, model: 'x' },
    ]) {
      expect([body, (await account.call('POST', `${URL}/reprice`, body)).statusCode]).toEqual([body, 400]);
    }
    const longest = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-03T00:00:00Z' };
    expect((await account.call('POST', `${URL}/reprice`, longest)).statusCode).toBe(200);
  });
});
