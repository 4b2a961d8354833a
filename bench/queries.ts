// Every read of the interface through the running service, on a table of many accounts of which one is large.
// Each read alternates with its bare SQL on the same engine.
//   node bench/queries.ts [--rows 10000000] [--account-rows 1000000] [--rounds 50] [--write-rate 5000]
//       [--only text] [--check]
// Prints for each read: the first time with the engine's caches empty; the median and the 99th percentile
// afterwards, and while records of the same account keep arriving; the ratio of the medians to the bare SQL.
// With --check the exit code is 1 if a required figure is missed. The engine runs in-process wherever chDB
// loads; TRACEWELL_CLICKHOUSE_URL names a server to use instead.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures, type Figures } from './lib/figures.ts';
import { questionsOf, RATIO, RATIO_WITH_WRITES, type Question } from './queries/questions.ts';
import { Bench, type Times, type Writes } from './queries/run.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    'account-rows': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '50' },
    'write-rate': { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const [rows, accountRows, rounds, rate] = [
  flags.rows,
  flags['account-rows'],
  flags.rounds,
  flags['write-rate'],
].map(Number);
if (![rows, accountRows, rounds, rate].every((value) => value !== undefined && value > 0))
  throw new Error('Sizes are numbers above 0.');

interface Result {
  question: Question;
  cold: number;
  quiet: Times;
  busy: Times;
}

const ms = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** The figures of a read that miss their limits. */
function missed({ question: { must, name }, cold, quiet, busy }: Result): string[] {
  const held: [what: string, value: number, most: number | undefined][] = [
    ['the first time', cold, must.p99 ?? must.p50],
    ['p50', quiet.p50, must.p50],
    ['p99', quiet.p99, must.p99],
    ['p50 with writes', busy.p50, must.p50],
    ['p99 with writes', busy.p99, must.p99],
  ];
  const slow = held.flatMap(([what, value, most]) =>
    most !== undefined && value > most ? [`${name}: ${what} ${ms(value)} ms; the limit is ${most} ms`] : [],
  );
  const ratios: [what: string, value: number, most: number][] = [
    ['', quiet.ratio, RATIO.must],
    [' with writes', busy.ratio, RATIO_WITH_WRITES.must],
  ];
  const far = ratios.flatMap(([what, value, most]) =>
    value > most ? [`${name}: ${value.toFixed(2)} times the bare SQL${what}; the limit is ${most}`] : [],
  );
  return [...slow, ...far];
}

const reachesGoal = ({ question: { goal }, quiet, busy }: Result): boolean =>
  Math.max(quiet.p50, busy.p50) <= goal.p50 &&
  Math.max(quiet.p99, busy.p99) <= (goal.p99 ?? Infinity) &&
  quiet.ratio <= RATIO.goal &&
  busy.ratio <= RATIO_WITH_WRITES.goal;

const figuresOf = (results: readonly Result[]): Figures =>
  Object.fromEntries(
    results.flatMap(({ question: { name }, cold, quiet, busy }) =>
      Object.entries({
        coldMs: cold,
        p50Ms: quiet.p50,
        p99Ms: quiet.p99,
        toBare: quiet.ratio,
        writesP50Ms: busy.p50,
        writesP99Ms: busy.p99,
        writesToBare: busy.ratio,
      }).map(([figure, value]) => [`read.${name}.${figure}`, value]),
    ),
  );

const HEAD = [
  'read',
  'cold',
  'p50',
  'p99',
  'bare',
  'ratio',
  'p50 writes',
  'p99 writes',
  'ratio',
  'must',
  'goal',
  '',
];
const WIDTHS = [30, 9, 9, 9, 9, 7, 11, 11, 7, 10, 10, 9];
const line = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join('');

function lineOf(result: Result): string {
  const { question, cold, quiet, busy } = result;
  const figures = ({ p50, p99 }: { p50: number; p99?: number }) =>
    p99 === undefined ? `${p50}` : `${p50}/${p99}`;
  return line([
    question.name,
    ms(cold),
    ms(quiet.p50),
    ms(quiet.p99),
    ms(quiet.bare),
    quiet.ratio.toFixed(2),
    ms(busy.p50),
    ms(busy.p99),
    busy.ratio.toFixed(2),
    figures(question.must),
    figures(question.goal),
    missed(result).length > 0 ? 'MISSED' : reachesGoal(result) ? 'goal' : 'must',
  ]);
}

async function measure(bench: Bench): Promise<{ results: Result[]; writes: Writes }> {
  const { account, endMs } = bench.ready;
  const questions = questionsOf(account, endMs).filter(({ name }) => name.includes(flags.only));
  const colds = new Map<Question, number>();
  const quiets = new Map<Question, Times>();
  const busies = new Map<Question, Times>();
  for (const question of questions) colds.set(question, await bench.cold(question));
  for (const question of questions) quiets.set(question, await bench.warm(question, rounds ?? 1));
  const writes = await bench.whileWriting(rate ?? 1, async () => {
    for (const question of questions) busies.set(question, await bench.warm(question, rounds ?? 1));
  });
  const results = questions.flatMap((question) => {
    const [cold, quiet, busy] = [colds.get(question), quiets.get(question), busies.get(question)];
    return cold === undefined || !quiet || !busy ? [] : [{ question, cold, quiet, busy }];
  });
  return { results, writes };
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-queries-'));
try {
  const started = performance.now();
  const bench = await Bench.start(folder, { rows: rows ?? 0, accountRows: accountRows ?? 0, others: 100 });
  console.log(
    `${flags.rows} calls, about ${flags['account-rows']} of the account; filled and started in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
  try {
    const { results, writes } = await measure(bench);
    console.log(
      `medians and 99th percentiles of ${flags.rounds} in ms; records stored meanwhile: ${writes.perSecond.toFixed(0)}/s, requests rejected: ${writes.refused}\n`,
    );
    console.log(line(HEAD));
    for (const result of results) console.log(lineOf(result));
    writeFigures(figuresOf(results));
    const misses = results.flatMap(missed);
    if (writes.refused > 0) misses.push(`${writes.refused} requests to store records were rejected`);
    if (misses.length > 0) console.log(`\n${misses.join('\n')}`);
    if (flags.check && misses.length > 0) process.exitCode = 1;
  } finally {
    await bench.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
