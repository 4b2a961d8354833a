// The questions of the plan, answered by simulation, as tables.
import { table } from '../lib/page.ts';
import { capacity, simulate, type Outcome, type Scenario } from './cell.ts';
import type { Costs, Measured } from './constants.ts';

const ACCOUNTS = 1_000;
const PER_ACCOUNT = 10_000;
/** A cell is planned for this part of what it carries. */
const PLANNED = 0.6;
/** A busy account sends full batches; a quiet one sends what a second brought. */
const BUSY = { recordsPerRequest: 100 };
const QUIET = { recordsPerRequest: 10 };
const SERVER_CORES = 16;
const SIZES = [1, 2, 4, 8, 16];
const LADDER_PROCESSES = 8;

const count = (value: number): string => Math.round(value).toLocaleString('en');
/** Two significant digits: a simulation has no more. */
const about = (value: number): string => count(Number(value.toPrecision(2)));
const percent = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
const mib = (bytes: number): string => `${(bytes / 1_048_576).toFixed(bytes < 10 * 1_048_576 ? 1 : 0)} MiB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

const cell = (processes: number, routing: Scenario['routing'], accounts: number) => ({
  ...BUSY,
  accounts,
  processes,
  routing,
  clickhouseCores: SERVER_CORES,
});

/** The search for a capacity begins at 1,000 records a second. */
const shownRate = (rate: number): string => (rate === 0 ? 'less than 1,000/s' : `${about(rate)}/s`);

export function capacities({ costs }: Measured): string {
  const rate = (processes: number, routing: Scenario['routing'], accounts: number): string =>
    shownRate(capacity(costs, cell(processes, routing, accounts)));
  const rows = SIZES.map((processes) => [
    count(processes),
    rate(processes, 'account', ACCOUNTS),
    rate(processes, 'any', ACCOUNTS),
    rate(processes, 'any', 1),
  ]);
  return table(
    [
      'processes',
      '1,000 accounts, by account',
      '1,000 accounts, to any process',
      'one account, to any process',
    ],
    rows,
  );
}

/** CPU of ClickHouse for a record, in core seconds, when flushes are full. */
function coreSecondsOf({ askMs, askAtOnce, insertMs, mergeMs, flush }: Costs): number {
  return (askMs(askAtOnce) / askAtOnce + insertMs(flush.maxRows) / flush.maxRows + mergeMs(1)) / 1_000;
}

/** Records a second that keep a ClickHouse server fully busy. */
const serverRate = (costs: Costs): number => SERVER_CORES / coreSecondsOf(costs);

interface Case {
  cells: number;
  scenario: Scenario;
}

const LOWER: Case = {
  cells: 1,
  scenario: {
    ...QUIET,
    accounts: ACCOUNTS,
    recordsPerSecond: PER_ACCOUNT,
    processes: 3,
    routing: 'account',
    clickhouseCores: 8,
    seconds: 70,
  },
};

/** A process has one such account, because its thread carries two of them only just. */
function upper({ costs }: Measured): Case {
  const accounts = Math.max(1, Math.floor((PLANNED * serverRate(costs)) / PER_ACCOUNT));
  return {
    cells: Math.ceil(ACCOUNTS / accounts),
    scenario: {
      ...cell(accounts, 'account', accounts),
      recordsPerSecond: accounts * PER_ACCOUNT,
      seconds: 60,
    },
  };
}

const refusedShare = ({ answers }: Outcome): number => {
  const all = Object.values(answers).reduce((sum, each) => sum + each, 0);
  return 1 - answers.stored / Math.max(1, all);
};

const DAY_SECONDS = 86_400;
const REPLICAS = 2;

export function cases(known: Measured): string {
  const both = [LOWER, upper(known)];
  const outcomes = both.map(({ scenario }) => simulate(known.costs, scenario));
  const row = (name: string, value: (one: Case, outcome: Outcome) => string): string[] => [
    name,
    ...both.map((one, at) => {
      const outcome = outcomes[at];
      return outcome ? value(one, outcome) : '';
    }),
  ];
  const total = ({ cells, scenario }: Case): number => cells * scenario.recordsPerSecond;
  const perSecond = (bytes: number): string =>
    bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB/s` : `${(bytes / 1e6).toFixed(1)} MB/s`;
  const tb = (bytes: number): string => `${Number((bytes / 1e12).toPrecision(2))} TB`;
  const { costs, bodyBytes, diskBytes, connectionsPerProcess } = known;
  return table(
    ['', '1,000 accounts, 10,000 records/s together', '1,000 accounts, 10,000 records/s each'],
    [
      row('records a second', (one) => count(total(one))),
      row('cells', ({ cells }) => count(cells)),
      row('accounts in a cell', ({ scenario }) => count(scenario.accounts)),
      row('processes', ({ cells, scenario }) => count(cells * scenario.processes)),
      row(
        'ClickHouse servers, with replicas',
        ({ cells, scenario }) => `${count(cells * REPLICAS)} of ${scenario.clickhouseCores} cores`,
      ),
      row('PostgreSQL servers, with standby', ({ cells }) => count(cells * 2)),
      row('refused', (_one, outcome) => percent(refusedShare(outcome))),
      row('acknowledged, p50 and p99', (_one, { p50Ms, p99Ms }) => `${seconds(p50Ms)}, ${seconds(p99Ms)}`),
      row('of the busiest process, CPU', (_one, { threadUtilisation }) => percent(threadUtilisation)),
      row('of a ClickHouse server, CPU', (_one, { clickhouseUtilisation }) => percent(clickhouseUtilisation)),
      row(
        'a cell: flushes a second, records in each',
        (_one, { flushesPerSecond, rowsPerFlush }) => `${about(flushesPerSecond)}, ${about(rowsPerFlush)}`,
      ),
      row(
        'a cell: inserts a second into `calls`, rows in each',
        (_one, { insertsPerSecond, rowsPerInsert }) => `${about(insertsPerSecond)}, ${about(rowsPerInsert)}`,
      ),
      row('a cell: parts that wait for their first merge', (_one, { parts }) => about(parts)),
      row('a cell: PostgreSQL transactions a second', (_one, { transactionsPerSecond }) =>
        about(transactionsPerSecond),
      ),
      row(
        'a cell: PostgreSQL connections, open and in a flush',
        ({ scenario }, { connections }) =>
          `${scenario.processes * connectionsPerProcess}, ${about(connections)}`,
      ),
      row('a process: records that wait, at most', (_one, { mostWaitingBytes }) => mib(mostWaitingBytes)),
      row('clients to processes', (one) => perSecond(total(one) * bodyBytes)),
      row('processes to ClickHouse', (one) => perSecond(total(one) * costs.rowBytes)),
      row('disk of one replica, a day', (one) => tb(total(one) * diskBytes * DAY_SECONDS)),
    ],
  );
}

export function ladder(known: Measured): string {
  const [processes, accounts] = [LADDER_PROCESSES, ACCOUNTS];
  const carries = capacity(known.costs, cell(processes, 'account', accounts));
  const rows = [0.25, 0.5, 0.75, 1, 1.25].map((part) => {
    const outcome = simulate(known.costs, {
      ...cell(processes, 'account', accounts),
      recordsPerSecond: part * carries,
      seconds: 40,
    });
    return [
      `${about(part * carries)}/s`,
      percent(outcome.threadUtilisation),
      percent(outcome.clickhouseUtilisation),
      about(outcome.parts),
      `${about(outcome.connections)} of ${processes * known.costs.lanes.free + processes * known.costs.lanes.wait}`,
      mib(outcome.mostWaitingBytes),
      seconds(outcome.p99Ms),
      percent(refusedShare(outcome)),
    ];
  });
  return [
    `A cell of ${processes} processes and a ClickHouse server with ${SERVER_CORES} cores, ${count(accounts)} accounts, routed by account. Full flushes of it keep that server busy at ${about(serverRate(known.costs))} records a second.`,
    '',
    table(
      [
        'load',
        'busiest process',
        'ClickHouse',
        'parts that wait',
        'flushes at a time',
        'waiting in a process',
        'p99',
        'refused',
      ],
      rows,
    ),
  ].join('\n');
}

const OUTAGE = { from: 30, seconds: 60 };
const WATCHED_SECONDS = 420;
const GONE = { process: 'one process', clickhouse: 'ClickHouse', postgres: 'PostgreSQL' } as const;

export function outages(known: Measured): string {
  const { scenario } = upper(known);
  const places: [string, Scenario][] = [
    ['10,000 records/s together', LOWER.scenario],
    [`a cell of the upper case, ${about(scenario.recordsPerSecond)} records/s`, scenario],
  ];
  const rows = places.flatMap(([name, of]) =>
    (['process', 'clickhouse', 'postgres'] as const).map((what) => {
      const outcome = simulate(known.costs, {
        ...of,
        seconds: WATCHED_SECONDS,
        retries: true,
        outage: { what, ...OUTAGE },
      });
      const { lost, offered, mostWaitingBytes, drainSeconds } = outcome;
      return [
        name,
        GONE[what],
        percent(refusedShare(outcome)),
        mib(mostWaitingBytes),
        drainSeconds === null ? `not in ${WATCHED_SECONDS} s` : `${drainSeconds.toFixed(0)} s`,
        percent(lost / offered),
      ];
    }),
  );
  return table(
    ['load', 'gone for a minute', 'answered 503', 'waiting in a process', 'drained after', 'given up'],
    rows,
  );
}

export const constants = ({ constants: all }: Measured): string =>
  table(
    ['what', 'value', 'source', 'from'],
    all.map(({ name, value, source, where }) => [name, value, source, where]),
  );
