// Users as a client sees them, over a records store that answers from memory. What the engine does with the
// query is in users.engine.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import type { CallFilter, Scope, UserQuestion } from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const now = clock.now();
const URL = '/v1/query/users';

let app: TestApp;
let account: TestAccount;
const asked: { scope?: Scope; filter?: CallFilter; wanted?: UserQuestion } = {};

beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      selectUsers: async (scope, filter, wanted) => {
        Object.assign(asked, { scope, filter, wanted });
        const user = {
          userId: "it's 🚀",
          calls: 3,
          sessions: 2,
          traces: 1,
          errors: 1,
          costUsd: 0.1 + 0.2,
          totalTokens: 30,
          firstMs: now - 5_000,
          lastMs: now - 1_000,
        };
        return { users: [user], total: 7 };
      },
    },
  });
  account = await app.account();
});
afterAll(() => app.stop());

describe('users', () => {
  it('200: the last seen first, 50 of them, of 30 days, also without a body', async () => {
    for (const body of [undefined, {}]) {
      const reply = await account.call('POST', URL, body);
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        {
          users: [
            {
              userId: "it's 🚀",
              calls: 3,
              sessions: 2,
              traces: 1,
              errors: 1,
              costUsd: 0.3,
              totalTokens: 30,
              firstSeen: isoTime(now - 5_000),
              lastSeen: isoTime(now - 1_000),
            },
          ],
          total: 7,
        },
      ]);
      expect(asked.wanted).toEqual({ order: 'lastSeen', limit: 50 });
      expect(asked.filter).toMatchObject({ startMs: now - 30 * DAY_MS, endMs: now + 1 });
    }
  });

  it('200: a search matches the id of the user, the rest filters the calls', async () => {
    const body = {
      search: 'ADA',
      sortBy: 'cost',
      limit: 5,
      model: 'gpt',
      userId: 'ada',
      error: true,
      startTime: '2026-02-01T00:00:00Z',
      endTime: '2026-02-02T00:00:00Z',
    };
    expect((await account.call('POST', URL, body)).statusCode).toBe(200);
    expect(asked.wanted).toEqual({ order: 'cost', limit: 5, search: 'ADA' });
    expect(asked.filter).toMatchObject({ model: 'gpt', userId: 'ada', error: true });
    expect(asked.filter).not.toHaveProperty('search');
  });

  it('400: another order, too many, no user, a window that ends before it starts', async () => {
    for (const body of [
      { sortBy: 'name' },
      { sortBy: 'cost; DROP' },
      { limit: 201 },
      { limit: 0 },
      { userId: '' },
      { search: '' },
      { search: 'x'.repeat(257) },
      { cursor: 'x' },
      { startTime: '2026-02-02T00:00:00Z', endTime: '2026-02-01T00:00:00Z' },
    ])
      expect([body, (await account.call('POST', URL, body)).statusCode]).toEqual([body, 400]);
  });
});
