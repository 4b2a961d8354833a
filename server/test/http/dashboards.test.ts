import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

const URL = '/v1/dashboards';

const widget = (changes: object = {}) => ({
  id: 'cost',
  title: 'Cost by model',
  chart: 'stackedBar',
  question: { metric: 'cost', groupBy: 'model', filter: { provider: 'openai', tags: { env: 'prod' } } },
  position: { x: 0, y: 0 },
  size: { w: 6, h: 3 },
  ...changes,
});

const filtered = (filter: object) => widget({ question: { metric: 'cost', filter } });

const create = (from: Caller, body: object = { name: 'Ours', widgets: [widget()] }) =>
  from.call('POST', URL, body);

const created = async (from: Caller, body?: object) => (await create(from, body)).json().dashboard;

describe('dashboards', () => {
  it('201, 200, 204: created, listed, changed, deleted, each with its audit entry', async () => {
    const account = await app.account();
    const made = await create(account, { name: 'Ours', description: 'For Mondays', widgets: [widget()] });
    expect(made.statusCode).toBe(201);
    const { dashboard } = made.json();
    expect(dashboard).toEqual({
      id: expect.any(Number),
      name: 'Ours',
      description: 'For Mondays',
      widgets: [widget()],
      version: 1,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    });
    const url = `${URL}/${dashboard.id}`;
    expect((await account.call('GET', url)).json()).toEqual({ dashboard });
    expect((await account.call('GET', URL)).json()).toEqual({ dashboards: [{ ...dashboard, widgets: 1 }] });

    const change = { name: 'Yours', widgets: [], version: 1 };
    const changed = await account.call('PUT', url, change);
    expect([changed.statusCode, changed.json().dashboard]).toEqual([
      200,
      { ...dashboard, name: 'Yours', description: '', widgets: [], version: 2 },
    ]);
    const gone = await account.call('DELETE', url);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await account.call('GET', url)).statusCode).toBe(404);
    expect((await account.call('DELETE', url)).statusCode).toBe(404);
    expect((await account.call('PUT', url, change)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const target = { targetType: 'dashboard', targetId: String(dashboard.id) };
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'dashboard.delete', ...target, metadata: { name: 'Yours' } },
      { action: 'dashboard.update', ...target, metadata: { name: 'Yours', widgets: 0, version: 2 } },
      { action: 'dashboard.create', ...target, metadata: { name: 'Ours', widgets: 1 } },
    ]);
  });

  it('409 version_conflict: of five concurrent changes to one version, one succeeds', async () => {
    const account = await app.account();
    const { id } = await created(account);
    const change = (at: number) =>
      account.call('PUT', `${URL}/${id}`, { name: `Name ${at}`, widgets: [], version: 1 });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(change));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const lost = replies.find(({ statusCode }) => statusCode === 409)?.json();
    expect(lost).toMatchObject({
      reason: 'version_conflict',
      error: expect.stringContaining('version is 2'),
    });
    const won = replies.find(({ statusCode }) => statusCode === 200)?.json();
    expect((await account.call('GET', `${URL}/${id}`)).json()).toEqual(won);
  });

  it('201: a widget accepts the conditions of the list of calls', async () => {
    const conditions = {
      where: [
        { field: 'model', op: 'isNot', values: ['gpt-4o'] },
        { field: 'latencyMs', op: 'atMost', values: [2_000] },
      ],
      scores: [{ name: 'helpfulness', op: 'lt', value: 0.5 }],
    };
    const { widgets } = await created(await app.account(), { name: 'Ours', widgets: [filtered(conditions)] });
    expect(widgets[0].question.filter).toEqual(conditions);
  });

  it('201: an exported dashboard can be imported', async () => {
    const account = await app.account();
    const { name, description, widgets } = await created(account);
    const copy = await create(await app.account(), { name, description, widgets });
    expect(copy.json().dashboard).toMatchObject({ name, description, widgets, version: 1 });
  });

  it('201: a widget may measure all spans, by what only they have', async () => {
    const filter = { where: [{ field: 'type', op: 'is', values: ['tool'] }] };
    const question = { of: 'spans', metric: 'error_rate', groupBy: 'tool', filter };
    const byName = { of: 'spans', metric: 'count', groupBy: 'name' };
    const widgets = [widget({ chart: 'line', question }), widget({ id: 'two', question: byName })];
    const made = await create(await app.account(), { name: 'Tools', widgets });
    expect([made.statusCode, made.json().dashboard?.widgets[0].question]).toEqual([201, question]);
  });

  it.each([
    [
      'the cost of spans',
      [widget({ question: { of: 'spans', metric: 'cost' } })],
      'widgets.0.question.metric',
    ],
    [
      'calls by the name of a span',
      [widget({ question: { metric: 'count', groupBy: 'name' } })],
      'widgets.0.question.groupBy',
    ],
    [
      'calls of a type',
      [filtered({ where: [{ field: 'type', op: 'is', values: ['tool'] }] })],
      'widgets.0.question.filter.where.0.field',
    ],
    ['an id twice', [widget(), widget()], 'widgets.1.id'],
    ['beyond the grid', [widget({ position: { x: 7, y: 0 } })], 'widgets.0.size.w'],
    [
      'a heat map of tokens',
      [widget({ chart: 'heatmap', question: { metric: 'tokens' } })],
      'widgets.0.question.metric',
    ],
    [
      'grouped percentiles',
      [widget({ question: { metric: 'latency_percentiles', groupBy: 'model' } })],
      'widgets.0.question.groupBy',
    ],
    [
      'cost by status',
      [widget({ question: { metric: 'cost', groupBy: 'status' } })],
      'widgets.0.question.groupBy',
    ],
    [
      'by a tag without a key',
      [widget({ question: { metric: 'cost', groupBy: 'tag' } })],
      'widgets.0.question.tagKey',
    ],
    [
      'the cost of a score',
      [widget({ question: { metric: 'cost', scoreName: 'x' } })],
      'widgets.0.question.scoreName',
    ],
    [
      'a model in a range',
      [filtered({ where: [{ field: 'model', op: 'atLeast', values: [1] }] })],
      'widgets.0.question.filter.where.0.op',
    ],
    [
      'a category in order',
      [filtered({ scores: [{ name: 'tone', op: 'lt', value: 'kind' }] })],
      'widgets.0.question.filter.scores.0.op',
    ],
  ])('400 invalid_widget: %s', async (_, widgets, path) => {
    const account = await app.account();
    const reply = await create(account, { name: 'Ours', widgets });
    expect([reply.statusCode, reply.json().reason, reply.json().details[0].path]).toEqual([
      400,
      'invalid_widget',
      path,
    ]);
    const { id } = await created(account);
    const change = await account.call('PUT', `${URL}/${id}`, { name: 'Ours', widgets, version: 1 });
    expect(change.json().reason).toBe('invalid_widget');
  });

  it('400: limits of names, widgets and cells', async () => {
    const account = await app.account();
    const many = (count: number) => Array.from({ length: count }, (_, at) => widget({ id: `w${at}` }));
    expect((await create(account, { name: 'x'.repeat(80), widgets: many(30) })).statusCode).toBe(201);
    for (const body of [
      { name: 'x'.repeat(81), widgets: [] },
      { name: ' ', widgets: [] },
      { name: 'x' },
      { name: 'x', widgets: [], description: 'x'.repeat(501) },
      { name: 'x', widgets: many(31) },
      { name: 'x', widgets: [widget({ id: 'a b' })] },
      { name: 'x', widgets: [widget({ title: '' })] },
      { name: 'x', widgets: [widget({ chart: 'pie' })] },
      { name: 'x', widgets: [widget({ size: { w: 0, h: 1 } })] },
      { name: 'x', widgets: [widget({ size: { w: 1, h: 13 } })] },
      { name: 'x', widgets: [widget({ position: { x: -1, y: 0 } })] },
      { name: 'x', widgets: [widget({ question: { metric: 'joy' } })] },
      {
        name: 'x',
        widgets: [widget({ question: { metric: 'cost', filter: { startTime: '2026-01-01T00:00:00Z' } } })],
      },
      { name: 'x', widgets: [widget({ script: 'x' })] },
    ]) {
      const reply = await create(account, body);
      expect([body, reply.statusCode, reply.json().reason]).toEqual([body, 400, 'invalid_request']);
    }
  });

  it('409 limit_reached: the 51st, also with concurrent requests', async () => {
    const account = await app.account();
    const replies = await Promise.all(
      Array.from({ length: 55 }, (_, at) => create(account, { name: `Board ${at}`, widgets: [] })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('limit_reached');
    expect((await account.call('GET', URL)).json().dashboards).toHaveLength(50);
  });

  it('404: dashboards of another account', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { id } = await created(other);
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Mine', widgets: [], version: 1 }],
      ['DELETE', undefined],
    ] as const) {
      expect((await mine.call(method, `${URL}/${id}`, body)).statusCode).toBe(404);
    }
    expect((await mine.call('GET', URL)).json()).toEqual({ dashboards: [] });
    expect((await other.call('GET', `${URL}/${id}`)).json().dashboard).toMatchObject({
      name: 'Ours',
      version: 1,
    });
  });

  it('403: a viewer and a read key can read everything and change nothing; a member can', async () => {
    const account = await app.account();
    const { id } = await created(account);
    for (const [caller, reason] of [
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const) {
      expect((await caller.call('GET', `${URL}/${id}`)).statusCode).toBe(200);
      for (const reply of [
        await create(caller),
        await caller.call('PUT', `${URL}/${id}`, { name: 'x', widgets: [], version: 1 }),
        await caller.call('DELETE', `${URL}/${id}`),
      ]) {
        expect([reply.statusCode, reply.json().reason]).toEqual([403, reason]);
      }
    }
    expect((await create(await account.member('member'))).statusCode).toBe(201);
  });
});
