// Every list of the interface, read over three pages of which the last is not full: it gives each row once, in
// the order of the whole list.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MINUTE_MS, isoTime } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { leftToSqlite } from '#test/support/records-engine';
import { plain, exportOf } from '#test/support/sample-spans';
import { sampleRecord } from '#test/support/sample-records';
import { openApiDocument } from '../../src/http/openapi.ts';
import { TAGS, allEndpoints } from '../../src/modules.ts';

const LIMIT = 3;
const ROWS = 2 * LIMIT + 1;

const clock = new FakeClock(Date.now());
let app: TestApp;
let account: TestAccount;
let owner: Caller & { userId: string };

beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

async function ok(method: string, path: string, body?: object, by: Caller = account) {
  const reply = await by.call(method, path, body);
  if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
  return reply.body === '' ? null : reply.json();
}

/** A row after the other, each a moment later. */
async function each(make: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ROWS; at += 1) {
    clock.advance(1_000);
    await make(at);
  }
}

const calls = (more: (at: number) => object = () => ({})) =>
  ok('POST', '/v1/ingest', {
    records: Array.from({ length: ROWS }, (_, at) =>
      sampleRecord({ id: `call-${at}`, timestamp: isoTime(clock.now() - MINUTE_MS - at), ...more(at) }),
    ),
  });

const items = Array.from({ length: ROWS }, (_, at) => ({ inputText: `Item ${at}` }));
const dataset = async (): Promise<number> =>
  (await ok('POST', '/v1/eval-datasets', { name: 'Set', items })).id;
const prompt = async (at: number, name = 'p'): Promise<number> =>
  (await ok('POST', '/v1/prompts', { name, version: `${at}`, template: `Hi ${at}` })).prompt.id;
const deployed = async (id: number) => ok('POST', `/v1/prompts/${id}/deploy`, { label: 'live' });
const experiment = async (datasetId: number): Promise<string> =>
  (
    await ok('POST', '/v1/experiments', {
      name: 'Trial',
      datasetId,
      variants: [{ name: 'mine', kind: 'code' }],
    })
  ).id;
const key = async (by: Caller, at: number) =>
  ok('POST', '/v1/api-keys', { name: `Key ${at}`, scopes: ['read'] }, by);

/** Makes the rows, and returns what the path and the query need. */
const LISTS: Record<string, () => Promise<Record<string, string | number> | void>> = {
  'POST /v1/query/calls': async () => void (await calls()),
  'POST /v1/query/traces': async () => void (await calls((at) => ({ traceId: `trace-${at}` }))),
  'POST /v1/query/spans': async () => void (await calls()),
  'POST /v1/query/sessions': async () => void (await calls((at) => ({ sessionId: `session-${at}` }))),
  'GET /v1/query/trace/{id}/spans': async () => {
    const traceId = 'a'.repeat(32);
    const spans = Array.from({ length: ROWS }, (_, at) => ({
      ...plain({}, `span ${at}`, clock.now() - MINUTE_MS + at),
      traceId,
    }));
    await ok('POST', '/v1/traces', exportOf(spans));
    return { id: traceId };
  },
  'GET /v1/query/trace/{id}/conversation': async () => {
    await calls((at) => ({ traceId: 'talk', spanId: `span-${at}` }));
    return { id: 'talk' };
  },
  'GET /v1/query/session/{id}/conversation': async () => {
    await calls(() => ({ sessionId: 'talk' }));
    return { id: 'talk' };
  },
  'GET /v1/erasures': () => each((at) => ok('POST', '/v1/erasures', { userId: `user-${at}` })),
  'GET /v1/eval-datasets': () => each((at) => ok('POST', '/v1/eval-datasets', { name: `Set ${at}` })),
  'GET /v1/eval-datasets/{id}/items': async () => ({ id: await dataset() }),
  'GET /v1/eval-datasets/{id}/versions': async () => {
    const id = await dataset();
    await each((at) => ok('PATCH', `/v1/eval-datasets/${id}`, { items: [{ inputText: `New ${at}` }] }));
    return { id };
  },
  'GET /v1/eval-runs': async () => {
    const rule = { name: 'Rule', type: 'contains', rubric: 'a', scaleMin: 0, scaleMax: 1 };
    const { criteria } = await ok('POST', '/v1/eval-criteria', rule);
    const { id } = criteria.find(({ name }: { name: string }) => name === 'Rule');
    const run = { recentCount: 1, criterionIds: [id] };
    await each((at) => ok('POST', '/v1/eval-runs', { name: `Run ${at}`, ...run }));
  },
  'GET /v1/experiments': async () => {
    const id = await dataset();
    await each(() => experiment(id));
  },
  'GET /v1/experiments/{id}/results': async () => {
    const id = await experiment(await dataset());
    const results = items.map((_, at) => ({ itemId: at + 1, variant: 0, output: `${at}` }));
    await ok('POST', `/v1/experiments/${id}/results`, { results });
    return { id };
  },
  'GET /v1/annotations': async () => {
    await calls();
    await each((at) => ok('POST', '/v1/annotations', { callId: 'call-0', annotationText: `${at}` }));
    return { callId: 'call-0' };
  },
  'GET /v1/comments': async () => {
    await calls();
    await each((at) => ok('POST', '/v1/comments', { on: { callId: 'call-0' }, text: `${at}` }));
    return { callId: 'call-0' };
  },
  'GET /v1/review-queues/{id}/items': async () => {
    await calls();
    const dimensions = [{ name: 'good', kind: 'boolean' }];
    const { id } = await ok('POST', '/v1/review-queues', { name: 'Queue', dimensions });
    const callIds = Array.from({ length: ROWS }, (_, at) => `call-${at}`);
    await ok('POST', `/v1/review-queues/${id}/items`, { callIds });
    return { id };
  },
  // At one time, so that only their numbers order them.
  'GET /v1/scores': async () => {
    const scores = items.map((_, at) => ({ id: `s${at}`, name: 'n', value: at, callId: 'c' }));
    await ok('POST', '/v1/scores', { scores });
  },
  'GET /v1/prompts': () => each((at) => prompt(at)),
  'GET /v1/prompts/names': () => each((at) => prompt(0, `name ${at}`)),
  'GET /v1/prompts/deployments': () => each(async (at) => deployed(await prompt(0, `name ${at}`))),
  'GET /v1/prompts/deployments/history': () => each(async (at) => deployed(await prompt(at))),
  'GET /v1/alerts': () =>
    each((at) =>
      ok('POST', '/v1/alerts', {
        name: `Alert ${at}`,
        alertType: 'error_rate',
        thresholdValue: 1,
        windowMinutes: 60,
        channelKinds: ['webhook'],
        channelTargets: { webhook: { url: `https://hooks.example.com/${at}` } },
      }),
    ),
  'GET /v1/gate/budgets': () =>
    each((at) => ok('POST', '/v1/gate/budgets', { name: `Budget ${at}`, limitUsd: 1, period: 'day' })),
  'GET /v1/gate/policies': () =>
    each((at) =>
      ok('POST', '/v1/gate/policies', { name: `Policy ${at}`, match: { tools: ['t'] }, effect: 'deny' }),
    ),
  'GET /v1/gate/approvals': async () => {
    const policy = { name: 'Ask', match: { tools: ['pay'] }, effect: 'require_approval' };
    await ok('POST', '/v1/gate/policies', policy);
    await each((at) => ok('POST', '/v1/gate/check', { tool: 'pay', traceId: `trace-${at}` }));
  },
  'GET /v1/webhooks': () =>
    each((at) =>
      ok('POST', '/v1/webhooks', { url: `https://hooks.example.com/${at}`, events: ['alert.fired'] }),
    ),
  'GET /v1/webhooks/{id}/deliveries': async () => {
    const hook = { url: 'https://hooks.example.com/deployed', events: ['prompt.deployed'] };
    const { id } = await ok('POST', '/v1/webhooks', hook);
    await each(async (at) => deployed(await prompt(at)));
    return { id };
  },
  'GET /v1/api-keys': () => each((at) => key(account, at)),
  'GET /v1/api-keys/{id}/api-keys': async () => {
    const maker = await account.key(null);
    await each((at) => key(maker, at));
    return { id: maker.id };
  },
  'GET /v1/projects': () => each((at) => ok('POST', '/v1/projects', { name: `Project ${at}` })),
  'GET /v1/team/members': () => each(() => account.member('member')),
  'GET /v1/team/members/{userId}/api-keys': async () => {
    await each((at) => key(owner, at));
    return { userId: owner.userId };
  },
  'GET /v1/team/invitations': () =>
    each((at) => ok('POST', '/v1/team/invitations', { email: `p${at}@example.com`, role: 'member' }, owner)),
  'GET /v1/audit': () => each((at) => ok('POST', '/v1/projects', { name: `Project ${at}` })),
  'GET /operator/jobs': () => each((at) => ok('POST', '/v1/erasures', { userId: `user-${at}` })),
};

/** Lists that are not read here: the test that reads their pages, since jobs make their rows, or the reason. */
const ELSEWHERE: Record<string, string> = {
  'GET /v1/query/calls/{id}/scores': 'call-scores.test.ts',
  'GET /v1/eval-rules/{id}/scores': 'eval-rules.test.ts',
  'GET /v1/safety-assessments': 'safety.test.ts',
  'GET /v1/alerts/events/{eventId}/deliveries':
    'An event has one for each kind of channel: less than a page.',
  'GET /v1/guardian/findings': 'guardian.test.ts',
  'GET /v1/proposals': 'proposals.test.ts',
  'GET /operator/audit': 'operator.test.ts',
};

interface Page {
  rows: unknown[];
  next: string | null;
}

async function page(operation: string, path: string, asked: object): Promise<Page> {
  const [method = ''] = operation.split(' ');
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const by = path.startsWith('/operator') ? app : path.startsWith('/v1/team') ? owner : account;
  const reply =
    method === 'POST'
      ? await by.call('POST', path, asked)
      : await by.call('GET', `${path}?${query.toString()}`, undefined, by === app ? operator : {});
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  const body = reply.json();
  if (Array.isArray(body)) return { rows: body, next: nextOf(reply.headers) };
  const rows = Object.values(body as object).find(Array.isArray) as unknown[];
  return { rows, next: body.nextCursor };
}

const nextOf = (headers: Record<string, unknown>): string | null => {
  const value = headers['x-next-cursor'];
  return typeof value === 'string' ? value : null;
};

it.skipIf(leftToSqlite(inject('engine'))).each(Object.entries(LISTS))('%s', async (operation, plant) => {
  account = await app.account();
  owner = await account.member('owner');
  const given = (await plant()) ?? {};
  const path = (operation.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const inQuery = Object.fromEntries(
    Object.entries(given).filter(([name]) => !operation.includes(`{${name}}`)),
  );
  const { rows: whole, next: none } = await page(operation, path, { ...inQuery, limit: 50 });
  expect(whole.length).toBeGreaterThanOrEqual(ROWS);
  const seen: unknown[] = [];
  const lengths: number[] = [];
  let cursor: string | null = null;
  do {
    const { rows, next }: Page = await page(operation, path, {
      ...inQuery,
      limit: LIMIT,
      ...(cursor !== null && { cursor }),
    });
    seen.push(...rows);
    lengths.push(rows.length);
    cursor = next;
  } while (cursor !== null && lengths.length < 50);
  expect(none).toBeNull();
  expect(seen).toEqual(whole);
  expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(whole.length);
  // Full pages, and a rest.
  const rest = whole.length % LIMIT;
  expect(lengths.slice(0, -1)).toEqual(Array.from({ length: lengths.length - 1 }, () => LIMIT));
  expect(lengths.at(-1)).toBe(rest === 0 ? LIMIT : rest);
});

it('every list with a cursor is here, or is named with its test', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(allEndpoints, TAGS))) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties?: object }> };
  };
  const lists = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const ref = requestBody?.content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
      const body = document.components.schemas[ref]?.properties ?? {};
      const isPaged = parameters.some(({ name }) => name === 'cursor') || 'cursor' in body;
      return isPaged ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
  const known = [...Object.keys(LISTS), ...Object.keys(ELSEWHERE), ...NO_LIST];
  expect(lists.toSorted()).toEqual(known.toSorted());
});

/** It sends everything, from a cursor on. */
const NO_LIST: string[] = ['POST /v1/query/export', 'POST /v1/query/spans/export'];

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> };
}
