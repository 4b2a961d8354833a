// The figures that the service has to reach: the name of each, which direction is better, the required value
// and the goal.
import { questionsOf, RATIO, type Question } from '../queries/questions.ts';

export interface Row {
  /** The name that the measurement gives it. */
  figure: string;
  title: string;
  unit: string;
  better: 'higher' | 'lower';
  must?: number;
  goal?: number;
  /** The figure with its ratio to the bare engine or the bare framework in the same run. */
  toBare?: string;
  /** The figure with the speed of the machine in the same run; the targets are for a speed of 1. */
  speed?: string;
}

const lower = (figure: string, title: string, unit: string, must?: number, goal?: number): Row => ({
  figure,
  title,
  unit,
  better: 'lower',
  ...(must !== undefined && { must }),
  ...(goal !== undefined && { goal }),
});

const higher = (...row: Parameters<typeof lower>): Row => ({ ...lower(...row), better: 'higher' });

/** A rate per CPU second of one kind of load. */
const rate = (kind: string, title: string, must: number, goal: number): Row => ({
  ...higher(`${kind}.perCpuSecond`, title, '/s', must, goal),
  speed: `${kind}.machineSpeed`,
});

const INGEST: Row[] = [
  { ...rate('ingest', 'ingest, records per CPU-s', 30_000, 60_000), toBare: 'ingest.toBare' },
  rate('traces-json', 'traces as JSON, spans per CPU-s', 25_000, 45_000),
  rate('traces-protobuf', 'traces as protobuf, spans per CPU-s', 25_000, 60_000),
  rate('logs-json', 'log events as JSON, per CPU-s', 12_000, 25_000),
  rate('logs-protobuf', 'log events as protobuf, per CPU-s', 12_000, 25_000),
  rate('ingest-content', 'ingest with 3 kB of content, per CPU-s', 15_000, 40_000),
  rate('langfuse', 'Langfuse batch, events per CPU-s', 12_000, 30_000),
  rate('langsmith', 'LangSmith batch, runs per CPU-s', 12_000, 30_000),
  lower('ingest.steadyP50Ms', 'acknowledged at 20,000/s, p50', 'ms', 5, 2),
  lower('ingest.steadyP99Ms', 'acknowledged at 20,000/s, p99', 'ms', 60, 30),
  lower('ingest.saturatedP99Ms', 'acknowledged, saturated, p99', 'ms', 150, 60),
  lower('ingest.peakMb', 'memory under load, at most', 'MB', 1_200, 700),
];

const SERVICE: Row[] = [
  lower('service.startMs', 'start to healthy', 'ms', 1_000, 800),
  lower('service.firstAtOnceMs', 'first question, right after the start', 'ms', 100, 40),
  lower('service.firstLaterMs', 'first question, 3 s after the start', 'ms', 100, 40),
  lower('service.idleMb', 'memory when idle', 'MB', 450, 350),
  lower('service.idleCpuPercent', 'CPU when idle', '%', 0.3, 0.2),
  lower('service.stopMs', 'SIGTERM to exit', 'ms'),
];

const AGENTS: Row[] = [
  {
    ...lower('resolve.besideP99Ms', 'prompt resolve beside ingest, p99', 'ms', 5, 2),
    toBare: 'resolve.toBare',
  },
  { ...lower('gate.besideP99Ms', 'gate check beside ingest, p99', 'ms', 10, 3), toBare: 'gate.toBare' },
  lower('gate.holdBesideP99Ms', 'gate check with a hold beside ingest, p99', 'ms', 10),
  { ...lower('alerts.roundMs', 'a round of 1,000 alerts', 'ms', 5_000, 1_000), toBare: 'alerts.toBare' },
];

const BODIES: Row[] = [
  lower('bodies.longestMs', 'one body of any kind keeps the main thread', 'ms', 100, 50),
];

const MCP: Row[] = [
  { ...lower('mcp.outlineP50Ms', 'MCP outline of 5,000 spans', 'ms', 200, 100), toBare: 'mcp.toBare' },
  lower('mcp.firstMs', 'MCP outline, first request after a start', 'ms', undefined, 300),
];

/** Growth: with ten times the calls, in the same account. */
const RUNS: Row[] = [
  lower('runs.open.ms', 'open a run of 10 spans with content', 'ms'),
  lower('runs.open.growth', 'open a run, with ten times the calls', 'x', 1.5, 1.2),
  lower('runs.newest.ms', 'newest 50 runs with their content', 'ms'),
  lower('runs.newest.growth', 'newest 50 runs, with ten times the calls', 'x', 1.5, 1.2),
  lower('runs.byCost.ms', 'runs of a week by cost', 'ms'),
  lower('runs.byCost.toBare', 'runs of a week by cost, times the SQL that only orders them', 'x'),
  lower('runs.byCost.growth', 'runs of a week by cost, with ten times the calls', 'x'),
  lower('runs.tools.ms', 'spans of 30 days by tool', 'ms'),
  lower('runs.tools.toBare', 'spans of 30 days by tool, times its bare SQL', 'x', RATIO.must, RATIO.goal),
  lower('runs.tools.growth', 'spans of 30 days by tool, with ten times the calls', 'x'),
  lower('runs.byTag.ms', 'runs of 30 days by tag', 'ms'),
  lower('runs.byTag.growth', 'runs of 30 days by tag, with ten times the calls', 'x'),
];

const DASHBOARD: Row[] = [
  lower('dashboard.callsMs', 'dashboard: 100,000 calls with previews, first rows', 'ms', 400, 150),
  lower('dashboard.callsFromOverviewMs', 'dashboard: the same from the overview', 'ms', 400, 150),
  lower('dashboard.traceMs', 'dashboard: trace of 5,000 spans, first rows', 'ms', 900, 300),
];

const EXPORT: Row[] = [
  lower('export.in-process, csv.seconds', 'export of 50,000 as CSV', 's', 1, 0.35),
  lower('export.in-process, json.seconds', 'export of 50,000 as JSON', 's', 1, 0.35),
  lower('export.in-process, csv.firstByteMs', 'export, first byte', 'ms', 150),
  lower('export.in-process, csv.moreMb', 'export, memory added', 'MB', 50),
  lower('datasets.csv.seconds', 'upload of 10,000 items as CSV', 's', 5),
  lower('datasets.jsonl.seconds', 'upload of 10,000 items as JSON lines', 's', 5),
  lower('datasets.parquet.seconds', 'upload of 10,000 items as Parquet', 's', 5),
];

const EXPERIMENT: Row[] = [
  lower('experiment.seconds', 'experiment of 1,000 items x 3 variants', 's', 60, 30),
  lower('experiment.moreMb', 'experiment, memory added', 'MB', 256, 128),
  lower('experiment.stillMs', 'experiment, longest time without progress', 'ms', 2_000),
  lower('experiment.leaderboardMs', 'leaderboard of 3,000 answers', 'ms'),
];

/** The limits for the ratio of a read to its bare SQL while records arrive. */
const WITH_WRITES = { must: 3, goal: 1.6 };

const readRows = ({ name, must, goal }: Question): Row[] => {
  const of = (figure: string) => `read.${name}.${figure}`;
  return [
    { ...lower(of('p50Ms'), name, 'ms', must.p50, goal.p50), toBare: of('toBare') },
    ...(must.p99 === undefined ? [] : [lower(of('p99Ms'), `${name}, p99`, 'ms', must.p99, goal.p99)]),
    lower(of('coldMs'), `${name}, first time`, 'ms'),
    lower(of('toBare'), `${name}, times its bare SQL`, 'x', RATIO.must, RATIO.goal),
    lower(
      of('writesToBare'),
      `${name}, times its bare SQL, beside 5,000 records/s`,
      'x',
      WITH_WRITES.must,
      WITH_WRITES.goal,
    ),
  ];
};

export const TABLE: readonly Row[] = [
  ...SERVICE,
  ...INGEST,
  ...AGENTS,
  ...BODIES,
  ...MCP,
  ...DASHBOARD,
  ...EXPORT,
  ...EXPERIMENT,
  ...RUNS,
  ...questionsOf(1, 0).flatMap(readRows),
];
