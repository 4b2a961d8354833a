// Limits that hold across all processes: a quota, a budget, a revoked key.
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleRecords } from '../../server/test/support/sample-records.ts';
import { newAccount } from './accounts.ts';
import type { Answered, Fleet } from './fleet.ts';
import { verify } from './verify.ts';

const QUOTA = 200;
const REQUESTS = 60;
const RECORDS_EACH = 7;
const BUDGET_USD = 20;
let made = 0;

const fresh = (fleet: Fleet, changes: object = {}) => newAccount(fleet, `round-${(made += 1)}`, changes);

/** Sends requests to the services in turn, and again to one that is busy. */
async function askAll(
  fleet: Fleet,
  key: string,
  to: string,
  next: () => object,
): Promise<(Answered & { sent: object })[]> {
  const one = async (at: number): Promise<Answered & { sent: object }> => {
    const sent = next();
    for (;;) {
      const answered = { ...(await fleet.call('POST', to, key, sent, at % fleet.members.length)), sent };
      if (answered.status !== 503) return answered;
      await sleep(200 + Math.random() * 300);
    }
  };
  return Promise.all(Array.from({ length: REQUESTS }, (_, at) => one(at)));
}

const count = (answers: readonly Answered[], which: (answer: Answered) => boolean): number =>
  answers.filter(which).length;

/** Returns what is wrong, or null. */
export async function quotaRound(fleet: Fleet): Promise<string | null> {
  const { accountId, apiKey } = await fresh(fleet, { recordQuota: QUOTA });
  const acknowledged = new Set<string>();
  const answers = await askAll(fleet, apiKey, '/v1/ingest', () => ({ records: sampleRecords(RECORDS_EACH) }));
  for (const { status, sent } of answers)
    if (status === 200)
      for (const { id } of (sent as { records: { id: string }[] }).records) acknowledged.add(id);
  const fit = Math.floor(QUOTA / RECORDS_EACH);
  const [ok, refused] = [200, 429].map((status) => count(answers, (answer) => answer.status === status));
  const { lost, doubled, usageOff, wrongViews } = await verify(fleet, [{ accountId, acknowledged }]);
  const right =
    ok === fit && refused === REQUESTS - fit && lost + doubled + usageOff + wrongViews.length === 0;
  return right
    ? null
    : `quota: ${ok} × 200, ${refused} × 429, lost ${lost}, doubled ${doubled}, usage off by ${usageOff}, ${wrongViews.join(', ')}`;
}

export async function holdRound(fleet: Fleet): Promise<string | null> {
  const { apiKey } = await fresh(fleet);
  const budget = { name: 'All', limitUsd: BUDGET_USD, period: 'month' };
  await fleet.call('POST', '/v1/gate/budgets', apiKey, budget);
  // A change is known everywhere within a second.
  await sleep(1_000);
  const answers = await askAll(fleet, apiKey, '/v1/gate/check', () => ({
    estimatedCostUsd: 1,
    holdSeconds: 60,
  }));
  const allowed = count(answers, ({ body }) => body['decision'] === 'allow');
  const denied = count(answers, ({ body }) => body['decision'] === 'deny');
  return allowed === BUDGET_USD && denied === REQUESTS - BUDGET_USD
    ? null
    : `holds: ${allowed} allowed, ${denied} denied`;
}

/** For how many milliseconds after the answer to the revocation any service still accepted the key. */
export async function revokedRound(fleet: Fleet): Promise<number> {
  const { apiKey } = await fresh(fleet);
  const { body } = await fleet.call('POST', '/v1/api-keys', apiKey, { name: 'to be revoked' });
  const key = String(body['apiKey']);
  const ask = async (at: number): Promise<number> =>
    (await fleet.call('GET', '/v1/projects', key, undefined, at)).status;
  const before = await Promise.all([...fleet.members.keys()].map(ask));
  if (before.some((status) => status !== 200)) throw new Error(`A new key got ${before.join(', ')}.`);
  const revoked = await fleet.call('DELETE', `/v1/api-keys/${String(body['id'])}`, apiKey, undefined, 0);
  if (revoked.status !== 204) throw new Error(JSON.stringify(revoked.body));
  const began = performance.now();
  const goodFor = async (at: number): Promise<number> => {
    for (let last = 0; ;) {
      const sentAt = performance.now() - began;
      const status = await ask(at);
      if (status === 401) return last;
      if (status === 200) last = sentAt;
      await sleep(20);
    }
  };
  return Math.max(...(await Promise.all([...fleet.members.keys()].map(goodFor))));
}
