// The app with records that report the spend that a test wants, and short helpers for checks.
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openApp } from '#app';
import { unavailable } from '#lib/app-error';
import { spendTrackerOf } from '../../src/features/runtime-gate/spend/spend-tracker.ts';
import { makeTestApp, type Caller, type TestAccount, type TestApp, type TestAppOptions } from './app.ts';
import { FakeClock } from './clock.ts';
import { freshFolder } from './metadata.ts';
import { sampleRecord } from './sample-records.ts';
import type { SpendWant } from '../../src/features/runtime-gate/spend/records.ts';
import type { FakeRecords } from './fake-records.ts';

/** US dollars for each query, or no answer. */
export class ToldSpend {
  answer: (want: SpendWant) => number | Promise<number> = () => 0;
  unpriced = { calls: 0, tokens: 0 };
  away = false;
  wants: SpendWant[] = [];

  readonly records: FakeRecords = {
    selectSpentUsd: async (_scope, wants) => {
      if (this.away) throw unavailable('records_unavailable', 'Away.');
      this.wants.push(...wants);
      const { calls: unpricedCalls, tokens: unpricedTokens } = this.unpriced;
      return Promise.all(
        wants.map(async (want) => ({ usd: await this.answer(want), unpricedCalls, unpricedTokens })),
      );
    },
  };
}

export interface GateApp {
  app: TestApp;
  clock: FakeClock;
  told: ToldSpend;
  /** Another process on the same stores. */
  second(): Promise<{
    services: TestApp['services'];
    as: (account: TestAccount) => Caller;
    stop: () => Promise<void>;
  }>;
}

export async function makeGateApp(options: TestAppOptions & { clock?: FakeClock } = {}): Promise<GateApp> {
  const told = new ToldSpend();
  const clock = options.clock ?? new FakeClock();
  const app = await makeTestApp({ ...options, clock, records: { ...told.records, ...options.records } });
  return { app, clock, told, second: () => secondApp(app, clock) };
}

async function secondApp(app: TestApp, clock: FakeClock) {
  const config = { ...app.config, dataDir: freshFolder() };
  const { records } = app.services;
  const other = await openApp(config, pino({ level: 'silent' }), { records, clock, checkReplies: true });
  await other.http.ready();
  let stopped = false;
  const stop = async () => {
    if (!stopped) await other.stop();
    stopped = true;
  };
  onTestFinished(stop);
  await other.services.feed.look();
  const as = ({ apiKey }: TestAccount): Caller => ({
    call: (method, url, body, headers = {}) =>
      other.http.inject({
        method,
        url,
        headers: { host: 'localhost', authorization: `Bearer ${apiKey}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  });
  return { services: other.services, as, stop };
}

/** What the process does once a second. */
export const flush = ({ services }: Pick<TestApp, 'services'>): Promise<void> =>
  spendTrackerOf(services).flush();

/** A check waits for the records only for a short time; an emulated engine takes longer. */
export async function recordsAsked(
  { services }: Pick<TestApp, 'services'>,
  accountId: string,
): Promise<void> {
  const state = spendTrackerOf(services).state(accountId);
  while (state.asking) await state.asking;
  if (state.view?.budgets.some(({ spendKey }) => !state.asked.has(spendKey)))
    throw new Error('The records were not asked.');
}

interface Answer {
  decision: string;
  reasons: { policyId?: string; budgetId?: string; message: string }[];
  budgets: {
    id: string;
    name: string;
    spentUsd: number;
    heldUsd: number;
    remainingUsd: number;
    limitUsd: number;
  }[];
  approvalId: string | null;
  gateCheckId: string;
  hold: { amountUsd: number; expiresAt: string } | null;
}

export async function ask(
  who: Caller,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const reply = await who.call('POST', '/v1/gate/check', body, headers);
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
  return reply.json();
}

export async function setBudget(who: Caller, body: object = {}): Promise<string> {
  const wanted = { name: 'All', limitUsd: 20, period: 'month', ...body };
  const reply = await who.call('POST', '/v1/gate/budgets', wanted);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json().id;
}

export async function setPolicy(who: Caller, body: object = {}): Promise<string> {
  const reply = await who.call('POST', '/v1/gate/policies', { name: 'Rule', effect: 'deny', ...body });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json().id;
}

/** Sends a call with this cost in dollars, at the time of the clock. */
export async function spend(
  who: Caller,
  clock: FakeClock,
  costUsd: number,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const record = sampleRecord({ timestamp: new Date(clock.now()).toISOString(), costUsd, ...changes });
  const reply = await who.call('POST', '/v1/ingest', { records: [record] });
  if (reply.statusCode !== 200 || reply.json().accepted !== 1) throw new Error(reply.body);
}
