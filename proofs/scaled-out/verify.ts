// Compares the stores with what was acknowledged: tables, views, usage, jobs, messages.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../server/src/lib/app-error.ts';
import { openEngine } from '../../server/src/store/records/engine/engine.ts';
import { nextRun } from '../../server/src/jobs/schedule.ts';
import { heldTables, type Held } from '../../server/test/support/half-tables.ts';
import type { Receiver, Sender } from './accounts.ts';
import type { Fleet } from './fleet.ts';

/** Within this time, usage and views have to be exact again. */
const EXACT_WITHIN_MS = 60_000;
const DELIVERED_WITHIN_MS = 30_000;
const ATTEMPTS = 10;

interface Verdict {
  acknowledged: number;
  lost: number;
  doubled: number;
  wrongViews: string[];
  usageOff: number;
}

type Account = Pick<Sender, 'accountId' | 'acknowledged'>;

/** Retries if the engine is overloaded, because only the stored data matters here. */
export async function verify(fleet: Fleet, accounts: readonly Account[]): Promise<Verdict> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look(fleet, accounts);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError)) throw error;
      await sleep(2_000);
    }
  }
}

async function look(fleet: Fleet, accounts: readonly Account[]): Promise<Verdict> {
  const engine = await openEngine({ kind: 'server', url: fleet.front.url }, { readSeconds: 60 });
  const verdict: Verdict = { acknowledged: 0, lost: 0, doubled: 0, wrongViews: [], usageOff: 0 };
  try {
    for (const { accountId, acknowledged } of accounts) {
      const [row] = await fleet.inPostgres<{ number: string; records: string | null }>(
        'select a.number, sum(u.records) as records from accounts a left join usage u on u.account_id = a.id where a.id = $1 group by 1',
        [accountId],
      );
      const account = Number(row?.number);
      const held = await heldTables(engine, account);
      const ids = await engine.query<{ id: string }>(
        'SELECT id FROM calls WHERE account = {account: UInt32} UNION ALL SELECT id FROM observations WHERE account = {account: UInt32}',
        { account },
      );
      const stored = new Set(ids.map(({ id }) => id));
      verdict.acknowledged += acknowledged.size;
      verdict.lost += [...acknowledged].filter((id) => !stored.has(id)).length;
      verdict.doubled += ids.length - stored.size;
      verdict.wrongViews.push(...wrongViews(held));
      verdict.usageOff += Math.abs(held.records - Number(row?.records ?? 0));
    }
    return verdict;
  } finally {
    await engine.close();
  }
}

const wrongViews = (held: Held): string[] =>
  (
    [
      ['call_ids', held.indexed, held.ids],
      ['arrivals', held.arrived, held.records],
      ['agg_15m', held.summed, held.calls],
      ['cost', held.summedCost, held.cost],
    ] as const
  ).flatMap(([name, is, should]) => (Math.abs(is - should) > 1e-6 ? `${name} ${is} of ${should}` : []));

/** Usage and views may take a moment to be complete. */
export async function settledVerdict(
  fleet: Fleet,
  senders: readonly Account[],
): Promise<{ verdict: Verdict; waitedMs: number }> {
  const began = performance.now();
  for (;;) {
    const verdict = await verify(fleet, senders);
    const exact = verdict.wrongViews.length === 0 && verdict.usageOff === 0;
    const waitedMs = performance.now() - began;
    if (exact || waitedMs > EXACT_WITHIN_MS) return { verdict, waitedMs };
    await sleep(1_000);
  }
}

interface Queued {
  name: string;
  cron: string;
  created_at: string;
}

/**
 * Scheduled jobs that were queued more than once in one of their periods, since a time of PostgreSQL's clock.
 */
export async function queuedTwice(fleet: Fleet, since: number): Promise<{ jobs: number; twice: string[] }> {
  const rows = await fleet.inPostgres<Queued>(
    'select j.name, s.cron, j.created_at from jobs j join job_schedules s on s.name = j.name where j.created_at >= $1',
    [since],
  );
  const periods = new Map<string, number>();
  for (const { name, cron, created_at } of rows) {
    const period = `${name} due ${new Date(nextRun(cron, Number(created_at))).toISOString()}`;
    periods.set(period, (periods.get(period) ?? 0) + 1);
  }
  return {
    jobs: rows.length,
    twice: [...periods].filter(([, count]) => count > 1).map(([period]) => period),
  };
}

export const timeOfPostgres = async (fleet: Fleet): Promise<number> => {
  const sql = 'select extract(epoch from clock_timestamp()) * 1000 as now';
  return Math.floor(Number((await fleet.inPostgres<{ now: string }>(sql))[0]?.now));
};

interface Messages {
  deploys: number;
  /** Distinct messages, and how many came twice because a process had sent them but not yet recorded it. */
  arrived: number;
  repeated: number;
  alertEvents: number;
  alertMessages: number;
}

/**
 * Counts the deployments and alerts in the tables and those that arrived. Waits a while for those on their
 * way.
 */
export async function messages(
  fleet: Fleet,
  { apiKey, accountId }: Sender,
  receiver: Receiver,
): Promise<Messages> {
  const began = performance.now();
  for (;;) {
    const [row] = await fleet.inPostgres<{ deploys: string }>(
      "select count(*) as deploys from audit_entries where account_id = $1 and action = 'prompt.deploy'",
      [accountId],
    );
    const { body } = await fleet.call('GET', '/v1/alerts/events', apiKey);
    const found: Messages = {
      // The first deployment was made before the webhook existed.
      deploys: Number(row?.deploys) - 1,
      arrived: new Set(receiver.deployed).size,
      repeated: receiver.deployed.length - new Set(receiver.deployed).size,
      alertEvents: (body['events'] as unknown[]).length,
      alertMessages: receiver.alerts.length,
    };
    const complete = found.deploys === found.arrived && found.alertEvents === found.alertMessages;
    if (complete || performance.now() - began > DELIVERED_WITHIN_MS) return found;
    await sleep(500);
  }
}
