// Faults of the scaled-out mode under load: three services, PostgreSQL and the record engine of the tests, each a process of its own.
//   node bench/scaled-out.ts [seconds=20] [part …]
// After each part every acknowledged record has to be in the tables once, in every view, and charged; ends with 1 where one is not.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { heldTables, type Held } from '../server/test/half-tables.ts';
import { openEngine } from '../server/src/store/records/engine.ts';
import { Fleet } from './scaled-out/fleet.ts';
import { Load, type Answers, type Sender } from './scaled-out/load.ts';

const ACCOUNTS = 4;
const CLIENTS_EACH = 2;
/** In which usage has to be exact again. */
const EXACT_WITHIN_MS = 75_000;

const seconds = Number(process.argv[2] ?? 20);
const wanted = process.argv.slice(3);

type Part = (fleet: Fleet) => Promise<string | void>;

const each = async (fleet: Fleet, work: (at: number) => Promise<void>): Promise<void> => {
  for (const at of fleet.members.keys()) {
    await sleep((seconds * 1_000) / fleet.members.length);
    await work(at);
  }
};

const PARTS: Record<string, Part> = {
  steady: () => sleep(seconds * 1_000),
  'kill -9 of each service': (fleet) =>
    each(fleet, async (at) => {
      await fleet.endMember(at, 'SIGKILL');
      await fleet.startMember(at);
    }),
  'kill -9 of the engine, 4 times': async (fleet) => {
    for (let round = 0; round < 4; round += 1) {
      await sleep((seconds * 1_000) / 4);
      await fleet.front.kill();
      await sleep(500);
      await fleet.front.start();
    }
  },
  'the engine stands still for 14 s': async (fleet) => {
    await sleep((seconds * 1_000) / 2);
    fleet.front.signal('SIGSTOP');
    await sleep(14_000);
    fleet.front.signal('SIGCONT');
  },
  'the engine stands still for 40 s': async (fleet) => {
    await sleep((seconds * 1_000) / 4);
    fleet.front.signal('SIGSTOP');
    await sleep(40_000);
    fleet.front.signal('SIGCONT');
  },
  'PostgreSQL stands still for 14 s': async (fleet) => {
    await sleep((seconds * 1_000) / 2);
    fleet.signalPostgres('SIGSTOP');
    await sleep(14_000);
    fleet.signalPostgres('SIGCONT');
  },
  'a service stands still for 45 s': async (fleet) => {
    await sleep((seconds * 1_000) / 4);
    fleet.signalMember(0, 'SIGSTOP');
    await sleep(45_000);
    fleet.signalMember(0, 'SIGCONT');
  },
  'clocks +5 s, +1 h, -1 h': async (fleet) => {
    const offsets = [5_000, 3_600_000, -3_600_000];
    for (const at of fleet.members.keys()) {
      await fleet.endMember(at, 'SIGTERM');
      await fleet.startMember(at, offsets[at]);
    }
    const before = await jobRuns(fleet);
    const began = performance.now();
    await sleep(seconds * 1_000);
    const runs = (await jobRuns(fleet)) - before;
    const minutes = (performance.now() - began) / 60_000;
    for (const at of fleet.members.keys()) {
      await fleet.endMember(at, 'SIGTERM');
      await fleet.startMember(at);
    }
    return `alerts queued ${runs} times in ${minutes.toFixed(1)} min`;
  },
  'SIGTERM of each service': (fleet) =>
    each(fleet, async (at) => {
      await fleet.endMember(at, 'SIGTERM');
      await fleet.startMember(at);
    }),
};

async function inPostgres<Row>(fleet: Fleet, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: fleet.postgresUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

const jobRuns = async (fleet: Fleet): Promise<number> =>
  Number(
    (await inPostgres<{ count: string }>(fleet, "select count(*) from jobs where name = 'alerts'"))[0]?.count,
  );

interface Verdict {
  acknowledged: number;
  lost: number;
  doubled: number;
  wrongViews: string[];
  usageOff: number;
}

async function verify(fleet: Fleet, senders: readonly Sender[]): Promise<Verdict> {
  const engine = await openEngine({ kind: 'server', url: fleet.front.url }, { readSeconds: 60 });
  const verdict: Verdict = { acknowledged: 0, lost: 0, doubled: 0, wrongViews: [], usageOff: 0 };
  try {
    for (const { accountId, acknowledged } of senders) {
      const [row] = await inPostgres<{ number: string; records: string | null }>(
        fleet,
        'select a.number, sum(u.records) as records from accounts a left join usage u on u.account_id = a.id where a.id = $1 group by 1',
        [accountId],
      );
      const account = Number(row?.number);
      const held = await heldTables(engine, account);
      const ids = await engine.query<{ id: string }>(
        'SELECT id FROM calls WHERE account = {account: UInt32}',
        {
          account,
        },
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
async function settledVerdict(fleet: Fleet, senders: readonly Sender[]): Promise<[Verdict, number]> {
  const began = performance.now();
  for (;;) {
    const verdict = await verify(fleet, senders);
    const exact = verdict.wrongViews.length === 0 && verdict.usageOff === 0;
    const waited = performance.now() - began;
    if (exact || waited > EXACT_WITHIN_MS) return [verdict, waited];
    await sleep(1_000);
  }
}

const summary = ({ ok, others, latencies }: Answers): string => {
  const sorted = latencies.toSorted((left, right) => left - right);
  const at = (share: number) => ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1_000).toFixed(1);
  const failed = [...others].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
  return `${ok} × 200; others: ${failed}; answers p50 ${at(0.5)} s, p99 ${at(0.99)} s, longest ${at(1)} s`;
};

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-scaled-out-'));
chmodSync(folder, 0o777);
const fleet = await Fleet.start(folder);
let wrong = false;
try {
  const senders: Sender[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1)
    senders.push({ ...(await fleet.account(`account-${at}`)), acknowledged: new Set() });
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    const before = senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    const load = new Load(fleet.url);
    load.start(senders, CLIENTS_EACH);
    const said = await part(fleet);
    await load.stop();
    const [verdict, waited] = await settledVerdict(fleet, senders);
    const bad = verdict.lost + verdict.doubled + verdict.usageOff + verdict.wrongViews.length > 0;
    wrong ||= bad;
    console.log(
      `${bad ? 'WRONG ' : 'ok    '}${name}: ${verdict.acknowledged - before} acknowledged, lost ${verdict.lost}, doubled ${verdict.doubled}, ` +
        `views ${verdict.wrongViews.join(', ') || 'equal'}, usage ${verdict.usageOff === 0 ? `exact after ${(waited / 1_000).toFixed(0)} s` : `off by ${verdict.usageOff}`}` +
        `${said ? `, ${said}` : ''}\n      ${summary(load.answers)}`,
    );
  }
} finally {
  await fleet.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wrong ? 1 : 0;
