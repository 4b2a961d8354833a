// Search over sealed content from the request to the answer: ingest hashes the words, the log and the engine
// store them, the query finds them, and matches are decrypted and checked. The test has few queries, because
// each is slow under emulation.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { leftToSqlite } from '#test/support/records-engine';

const SLOW_MS = 400_000;

async function storing(app: TestApp): Promise<TestAccount> {
  const account = await app.account();
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  return account;
}

const said = (id: string, ageMs: number, output: string, changes: Record<string, unknown> = {}) =>
  sampleRecord({
    id,
    timestamp: new Date(Date.now() - ageMs).toISOString(),
    requestMeta: { input: [{ role: 'user', content: 'A question' }], output },
    ...changes,
  });

describe.skipIf(leftToSqlite(inject('engine')))('search over content', () => {
  let app: TestApp;
  let owner: TestAccount;
  let project: string;
  beforeAll(async () => {
    app = await makeTestApp();
    const stranger = await storing(app);
    owner = await storing(app);
    project = (await owner.call('POST', '/v1/projects', { name: 'other' })).json().id;
    const send = async (records: unknown[], to = owner, headers = {}) => {
      const reply = await to.call('POST', '/v1/ingest', { records }, headers);
      expect(reply.json()).toEqual({ accepted: records.length, rejected: [] });
    };
    await send([
      said('newest', 1_000, 'Your REFUND is on its way.', { costUsd: 1 }),
      said('named-refund', 2_000, 'Nothing to see.', { costUsd: 3 }),
      said('japanese', 3_000, '返金は東京の事務所から送られます。', { costUsd: 2 }),
      said('older', 2.5 * DAY_MS, 'No refund for this order, 48213.', { costUsd: 5 }),
    ]);
    await storeOfRun(app, owner.id, [
      said('of-a-run', 4_000, 'A refund that a run made up.', { tags: { 'tracewell.eval_run': '7' } }),
    ]);
    await send([said('elsewhere', 5_000, 'A refund in another project.', { costUsd: 4 })], owner, {
      'x-project-id': project,
    });
    await send([said('foreign', 6_000, 'Their refund is theirs.')], stranger);
  }, SLOW_MS);
  afterAll(() => app.stop());

  /** Reads all pages, because a page that took long is short. */
  const find = async (body: Record<string, unknown>, headers = {}): Promise<string[]> => {
    const startTime = new Date(Date.now() - 3 * DAY_MS).toISOString();
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const wanted: object = { startTime, limit: 3, ...body, ...(cursor === null ? {} : { cursor }) };
      const reply = await owner.call('POST', '/v1/query/calls', wanted, headers);
      expect(reply.statusCode).toBe(200);
      ids.push(...reply.json().records.map(({ id }: { id: string }) => id));
      cursor = reply.json().nextCursor;
    } while (cursor !== null);
    return ids;
  };
  const lately = () => ({
    startTime: new Date(Date.now() - 3_600_000).toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
    limit: 5,
  });

  it(
    'finds words in its own content, across pages and days, and nothing else',
    { timeout: SLOW_MS },
    async () => {
      expect(await find({ search: 'Refund' })).toEqual(['newest', 'named-refund', 'elsewhere', 'older']);
    },
  );

  it(
    'finds phrases, Japanese, in a project, in another order, for an export',
    { timeout: SLOW_MS },
    async () => {
      expect(await find({ ...lately(), search: '"on its way"' })).toEqual(['newest']);
      expect(await find({ ...lately(), search: '東京' })).toEqual(['japanese']);
      expect(await find({ ...lately(), search: 'refund' }, { 'x-project-id': project })).toEqual([
        'elsewhere',
      ]);
      const byCost = { ...lately(), search: 'refund', sortBy: 'cost_usd' };
      expect(await find(byCost)).toEqual(['elsewhere', 'named-refund', 'newest']);
      const body = { ...lately(), search: 'way refund' };
      const csv = await owner.call('POST', '/v1/query/export?format=csv', body);
      expect(csv.body.split('\r\n').filter((line) => line.includes('newest'))).toHaveLength(1);
      expect(csv.body).not.toMatch(/named-refund|foreign|elsewhere/);
    },
  );
});
