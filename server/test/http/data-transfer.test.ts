// The data of an account through the interface: days, files and rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { sampleRecord } from '#test/support/sample-records';
import { readPart, type DataRow } from '../../src/archive/read-part.ts';

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const clock = new FakeClock(today + 2 * HOUR_MS);
const at = (daysAgo: number, ms = 0) => new Date(today - daysAgo * DAY_MS + HOUR_MS + ms).toISOString();
const day = (daysAgo: number) => at(daysAgo).slice(0, 10);

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

async function furnished(): Promise<TestAccount> {
  const account = await app.account();
  const records = [
    sampleRecord({ id: 'one', timestamp: at(2), traceId: 'trace-1', costUsd: 0.25, tags: { env: 'eu' } }),
    sampleRecord({ id: 'two', timestamp: at(2, 5) }),
    sampleRecord({ id: 'three', timestamp: at(1) }),
  ];
  expect((await account.call('POST', '/v1/ingest', { records })).json()).toMatchObject({ accepted: 3 });
  const score = { id: 'scr-1', name: 'thumbs', dataType: 'boolean', value: true, callId: 'one' };
  await account.call('POST', '/v1/scores', { ...score, createdAt: at(1) });
  return account;
}

const daysOf = async (account: Caller, query = '') => (await account.call('GET', `/v1/data${query}`)).json();

/** The files of an answer. */
function filesIn(bytes: Buffer): Buffer[] {
  const files: Buffer[] = [];
  for (let from = 0; ;) {
    const length = bytes.readUInt32BE(from);
    if (length === 0) {
      expect(from + 4).toBe(bytes.length);
      return files;
    }
    files.push(bytes.subarray(from + 4, from + 4 + length));
    from += 4 + length;
  }
}

async function rowsOf(account: Caller, table: string, when: string): Promise<DataRow[]> {
  const reply = await account.call('GET', `/v1/data/${table}/${when}`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/vnd.tracewell.parts']);
  const rows: DataRow[] = [];
  for (const file of filesIn(reply.rawPayload)) for await (const some of readPart(file)) rows.push(...some);
  return rows;
}

const sent = (account: Caller, from: TestAccount, table: string, rows: readonly DataRow[]) =>
  account.call('POST', '/v1/data/import', {
    account: from.id,
    projects: [{ id: from.projectId, name: 'Imported' }],
    table,
    rows,
  });

const withoutProject = ({ projectId: _project, ...row }: DataRow): DataRow => row;

describe('GET /v1/data', () => {
  it('200: the days with rows, within the window, and marks that change with a record', async () => {
    const account = await furnished();
    const all = await daysOf(account);
    expect(all).toMatchObject({
      account: { id: account.id },
      project: null,
      projects: [{ id: account.projectId }],
      content: false,
      window: { to: day(0) },
      days: [
        { table: 'calls', day: day(2), rows: 2 },
        { table: 'calls', day: day(1), rows: 1 },
        { table: 'scores', day: day(1), rows: 1 },
      ],
    });
    const some = await daysOf(account, `?from=${day(1)}&to=${day(1)}`);
    expect(some.days).toEqual(all.days.slice(1));
    await account.call('POST', '/v1/ingest', {
      records: [sampleRecord({ id: 'late', timestamp: at(2, 9) })],
    });
    const [changed, same] = (await daysOf(account)).days;
    expect([changed.rows, changed.mark === all.days[0].mark]).toEqual([3, false]);
    expect(same).toEqual(all.days[1]);
  });

  it('400: days that do not exist; 409: content that is not stored', async () => {
    const account = await app.account();
    for (const [query, path] of [
      ['?from=2026-02-30', 'from'],
      ['?to=tomorrow', 'to'],
      ['?from=2026-02-02&to=2026-02-01', 'to'],
    ] as const) {
      const reply = await account.call('GET', `/v1/data${query}`);
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, path]);
    }
    for (const path of ['/v1/data?content=true', `/v1/data/calls/${day(1)}?content=true`]) {
      const reply = await account.call('GET', path);
      expect([reply.statusCode, reply.json().reason]).toEqual([409, 'content_not_stored']);
    }
    expect((await account.call('GET', '/v1/data/calls/2026-13-01')).statusCode).toBe(400);
    expect((await account.call('GET', `/v1/data/people/${day(1)}`)).statusCode).toBe(404);
  });

  it('a key that is bound to a project gets that project', async () => {
    const account = await furnished();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Bern' })).json();
    const bound = await account.key(['read', 'write:records'], { projectId: id });
    await bound.call('POST', '/v1/ingest', { records: [sampleRecord({ id: 'bern', timestamp: at(1, 1) })] });
    const found = await daysOf(bound);
    expect(found).toMatchObject({ project: { id }, projects: [{ id }], days: [{ day: day(1), rows: 1 }] });
    expect((await rowsOf(bound, 'calls', day(1))).map((row) => row['id'])).toEqual(['bern']);
  });
});

describe('a transfer into another account', () => {
  it('200: keeps ids, costs, tags and scores; a second one stores nothing', async () => {
    const from = await furnished();
    const to = await app.account();
    const calls = await rowsOf(from, 'calls', day(2));
    expect(calls.map((row) => row['id'])).toEqual(['one', 'two']);
    const scores = await rowsOf(from, 'scores', day(1));
    const first = [await sent(to, from, 'calls', calls), await sent(to, from, 'scores', scores)];
    expect(first.map((reply) => reply.json())).toEqual([
      { read: 2, stored: 2, duplicates: 0, rejected: [] },
      { read: 1, stored: 1, duplicates: 0, rejected: [] },
    ]);
    const again = [await sent(to, from, 'calls', calls), await sent(to, from, 'scores', scores)];
    expect(again.map((reply) => reply.json())).toMatchObject([
      { stored: 0, duplicates: 2 },
      { stored: 0, duplicates: 1 },
    ]);
    const { projects } = await daysOf(to);
    const imported = projects.find(({ name }: { name: string }) => name === 'Imported');
    const back = await rowsOf(to, 'calls', day(2));
    expect(back.map(withoutProject)).toEqual(calls.map(withoutProject));
    expect(back.map((row) => row['projectId'])).toEqual([imported?.id, imported?.id]);
  });

  it('200: what one project has is not stored again in another', async () => {
    const from = await furnished();
    const to = await app.account();
    const scores = await rowsOf(from, 'scores', day(1));
    const outcomes: object[] = [];
    for (const name of ['A', 'B']) {
      const { id: projectId } = (await to.call('POST', '/v1/projects', { name })).json();
      const bound = await to.key(['write', 'write:records'], { projectId });
      const body = { account: from.id, projects: [], table: 'scores', rows: scores };
      outcomes.push((await bound.call('POST', '/v1/data/import', body)).json());
    }
    expect(outcomes).toMatchObject([
      { stored: 1, duplicates: 0 },
      { stored: 0, duplicates: 1 },
    ]);
    expect((await to.call('GET', '/v1/scores')).json().scores).toHaveLength(1);
  });

  it('200: rows that the account does not take are counted by reason, and the others are stored', async () => {
    const [from, to] = [await furnished(), await app.account()];
    const [good, second] = await rowsOf(from, 'calls', day(2));
    const old = { ...second, id: 'old', timestamp: new Date(today - 400 * DAY_MS).toISOString() };
    const reply = await sent(to, from, 'calls', [
      { ...good },
      old,
      { ...second, id: 'odd', timestamp: 'yesterday' },
    ]);
    expect(reply.json()).toMatchObject({ read: 3, stored: 1, duplicates: 0 });
    expect(reply.json().rejected).toHaveLength(2);
  });

  it('400, 403: rows of a wrong form, and keys without the scope', async () => {
    const [from, to] = [await app.account(), await app.account()];
    expect((await sent(to, from, 'people', [{ id: 'x' }])).statusCode).toBe(400);
    expect((await sent(to, from, 'calls', [])).statusCode).toBe(400);
    const reader = await to.key(['read', 'write:records']);
    expect((await sent(reader, from, 'calls', [{ id: 'x' }])).statusCode).toBe(403);
  });
});
