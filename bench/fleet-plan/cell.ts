// A cell: processes behind a load balancer, one PostgreSQL, one ClickHouse. Clients send batches at random
// times, and try again like an OpenTelemetry collector.
import { random } from '../ingest/made-up.ts';
import { percentile } from '../lib/measure.ts';
import type { Costs } from './constants.ts';
import { Process, type Answer, type Cell } from './process.ts';
import { Level, Simulation } from './simulation.ts';
import { ClickHouse, Locks } from './stores.ts';

export interface Scenario {
  accounts: number;
  recordsPerSecond: number;
  recordsPerRequest: number;
  processes: number;
  /** `any`: a request goes to any process. `account`: those of an account go to the same one. */
  routing: 'any' | 'account';
  clickhouseCores: number;
  seconds: number;
  /** The first seconds, in which the queues fill, are not counted. */
  warmUpSeconds?: number;
  /** Clients try again. Without it, a refused batch is lost, and counted. */
  retries?: boolean;
  outage?: { what: 'process' | 'clickhouse' | 'postgres'; from: number; seconds: number };
  seed?: number;
}

export interface Outcome {
  /** Records. */
  offered: number;
  stored: number;
  /** Batches that no one will send again. */
  lost: number;
  pending: number;
  answers: Record<Answer, number>;
  /** How long stored requests took from their arrival at a process. */
  p50Ms: number;
  p99Ms: number;
  meanMs: number;
  /** Mean number of requests in the processes, for Little's law. */
  inside: number;
  /** By how many requests that mean rose from the first half of the time to the second. */
  growth: number;
  answeredPerSecond: number;
  threadUtilisation: number;
  clickhouseUtilisation: number;
  flushesPerSecond: number;
  rowsPerFlush: number;
  insertsPerSecond: number;
  rowsPerInsert: number;
  parts: number;
  transactionsPerSecond: number;
  connections: number;
  mostConnections: number;
  mostWaitingBytes: number;
  /** Seconds after the end of the outage until no batch is older than before it. */
  drainSeconds: number | null;
}

/** As the exporters of the OpenTelemetry collector do by default. */
const RETRY = { firstMs: 5_000, factor: 1.5, mostMs: 30_000, elapsedMs: 300_000 };
/** A batch that is older than this while all is well counts as backlog. */
const BACKLOG_MS = 5_000;

interface Batch {
  account: number;
  records: number;
  madeAt: number;
  attempts: number;
  stored: boolean;
  lost: boolean;
}

export function simulate(costs: Costs, scenario: Scenario): Outcome {
  const { accounts, recordsPerSecond, recordsPerRequest, processes: size, routing } = scenario;
  const { seconds, warmUpSeconds = Math.min(10, seconds / 4), outage, retries = false } = scenario;
  const simulation = new Simulation();
  const r = random(scenario.seed ?? 1);
  let postgresUp = true;
  const cell: Cell = {
    simulation,
    costs,
    locks: new Locks(simulation, costs.lockPatienceMs),
    clickhouse: new ClickHouse(simulation, costs, scenario.clickhouseCores),
    unfinished: new Set(),
    connections: new Level(simulation),
    postgresUp: () => postgresUp,
    count: { flushes: 0, rows: 0, transactions: 0 },
  };
  const { clickhouse } = cell;
  const processes = Array.from({ length: size }, () => new Process(cell));
  const answers: Outcome['answers'] = { stored: 0, memory: 0, patience: 0, locked: 0, failed: 0, late: 0 };
  const inside = new Level(simulation);
  const times: number[] = [];
  const open = new Set<Batch>();
  let [offered, stored, lost, ended, sumMs] = [0, 0, 0, 0, 0];
  let counted = false;

  const route = (account: number): Process | undefined => {
    const first = processes[routing === 'account' ? account % size : Math.floor(r() * size)];
    if (first?.up) return first;
    // A refused connection: the balancer tries another one, the same for an account.
    const others = processes.filter(({ up }) => up);
    return others[routing === 'account' ? account % others.length : Math.floor(r() * others.length)];
  };

  const send = (batch: Batch): void => {
    const target = route(batch.account);
    const sentAt = simulation.now;
    if (!target) {
      again(batch);
      return;
    }
    inside.add(1);
    target.receive({
      account: batch.account,
      records: batch.records,
      bytes: batch.records * costs.waitingBytes,
      stored: () => {
        if (batch.stored) return;
        batch.stored = true;
        stored += batch.records;
        // The client gave up before it was stored after all.
        if (batch.lost) lost -= batch.records;
      },
      answer: (what) => {
        inside.add(-1);
        if (counted) {
          answers[what] += 1;
          ended += 1;
          sumMs += simulation.now - sentAt;
          if (what === 'stored') times.push(simulation.now - sentAt);
        }
        if (what === 'stored') open.delete(batch);
        else again(batch);
      },
    });
  };

  const again = (batch: Batch): void => {
    const waitMs = Math.min(RETRY.mostMs, RETRY.firstMs * RETRY.factor ** batch.attempts) * (0.5 + r());
    batch.attempts += 1;
    if (!retries || simulation.now + waitMs - batch.madeAt > RETRY.elapsedMs) {
      batch.lost = !batch.stored;
      if (batch.lost) lost += batch.records;
      open.delete(batch);
      return;
    }
    simulation.after(waitMs, () => send(batch));
  };

  const meanGapMs = (1_000 * recordsPerRequest) / recordsPerSecond;
  const arrive = (): void => {
    const batch: Batch = {
      account: Math.floor(r() * accounts),
      records: recordsPerRequest,
      madeAt: simulation.now,
      attempts: 0,
      stored: false,
      lost: false,
    };
    offered += recordsPerRequest;
    open.add(batch);
    send(batch);
    simulation.after(-Math.log(1 - r()) * meanGapMs, arrive);
  };
  simulation.after(0, arrive);

  let drainedAt: number | null = null;
  if (outage) {
    const [victim] = processes;
    simulation.after(outage.from * 1_000, () => {
      if (outage.what === 'clickhouse') clickhouse.fail();
      else if (outage.what === 'postgres') postgresUp = false;
      else victim?.kill();
    });
    const overMs = (outage.from + outage.seconds) * 1_000;
    const watch = (): void => {
      const [oldest] = open;
      if (!oldest || simulation.now - oldest.madeAt < BACKLOG_MS)
        drainedAt = (simulation.now - overMs) / 1_000;
      else simulation.after(250, watch);
    };
    simulation.after(overMs, () => {
      clickhouse.up = true;
      postgresUp = true;
      if (victim) victim.up = true;
      watch();
    });
  }

  simulation.run(warmUpSeconds * 1_000);
  const levels = [inside, cell.connections, clickhouse.cores.busy, clickhouse.parts];
  for (const level of [...levels, ...processes.flatMap(({ thread, bytes }) => [thread.busy, bytes])])
    level.restart();
  const before = { ...cell.count, inserts: clickhouse.inserts, inserted: clickhouse.insertedRows };
  counted = true;
  simulation.run(((warmUpSeconds + seconds) / 2) * 1_000);
  const firstHalf = inside.mean();
  simulation.run(seconds * 1_000);
  const growth = 2 * (inside.mean() - firstHalf);

  const span = seconds - warmUpSeconds;
  const flushes = cell.count.flushes - before.flushes;
  const inserts = clickhouse.inserts - before.inserts;
  const pending = [...open].reduce((sum, each) => sum + (each.stored ? 0 : each.records), 0);
  return {
    offered,
    stored,
    lost,
    pending,
    answers,
    p50Ms: times.length > 0 ? percentile(times, 0.5) : Number.NaN,
    p99Ms: times.length > 0 ? percentile(times, 0.99) : Number.NaN,
    meanMs: sumMs / Math.max(1, ended),
    inside: inside.mean(),
    growth,
    answeredPerSecond: ended / span,
    threadUtilisation: Math.max(...processes.map(({ thread }) => thread.utilisation)),
    clickhouseUtilisation: clickhouse.cores.utilisation,
    flushesPerSecond: flushes / span,
    rowsPerFlush: (cell.count.rows - before.rows) / Math.max(1, flushes),
    insertsPerSecond: inserts / span,
    rowsPerInsert: (clickhouse.insertedRows - before.inserted) / Math.max(1, inserts),
    parts: clickhouse.parts.mean(),
    transactionsPerSecond: (cell.count.transactions - before.transactions) / span,
    connections: cell.connections.mean(),
    mostConnections: cell.connections.most,
    mostWaitingBytes: Math.max(...processes.map(({ bytes }) => bytes.most)),
    drainSeconds: drainedAt,
  };
}

/**
 * Everything that arrives is acknowledged, which is within 4.5 s, and no more of it waits from second to
 * second.
 */
const ACKNOWLEDGED = 0.999;
const MAX_GROWTH = 0.02;

function carries(outcome: Outcome): boolean {
  const all = Object.values(outcome.answers).reduce((sum, each) => sum + each, 0);
  const isSteady = outcome.growth <= Math.max(5, (MAX_GROWTH * all) / 2);
  return all > 0 && isSteady && outcome.answers.stored >= ACKNOWLEDGED * all;
}

/** The highest rate that a cell carries, in records a second, to one part in 30. */
export function capacity(
  costs: Costs,
  scenario: Omit<Scenario, 'recordsPerSecond' | 'seconds'>,
  seconds = 20,
): number {
  const holds = (recordsPerSecond: number): boolean =>
    carries(simulate(costs, { ...scenario, recordsPerSecond, seconds }));
  let low = 1_000;
  if (!holds(low)) return 0;
  let high = 2 * low;
  while (holds(high)) [low, high] = [high, 2 * high];
  while (high - low > low / 30) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
