// The alert round that runs every minute: rules of every type over many accounts, on records that the
// engine itself generates.
//   node bench/alerts.ts [--records 10000000] [--rules 1000] [--accounts 50] [--rounds 5]
//       [--write-rate 1000] [--without-engine] [--check]
// Prints how long a round takes and how many statements it sends to each store, how that compares with the
// same statements sent one by one to the bare engine, and the same while records arrive. It also prints how
// long a round takes in which all rules fire at once, until their messages are queued, with and without the
// engine. With --check the exit code is 1 if a round takes longer than 5 seconds. The engine runs in-process
// wherever chDB loads; TRACEWELL_CLICKHOUSE_URL names a server to use instead, on which it creates its own
// database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Bench, type Round } from './alerts/bench.ts';
import { ALERT_TYPES } from '../server/src/features/alerts/alert-types.ts';
import { writeFigures } from './lib/figures.ts';
import { median } from './lib/process-cost.ts';

const { values: flags } = parseArgs({
  options: {
    records: { type: 'string', default: '10000000' },
    rules: { type: 'string', default: '1000' },
    accounts: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    'write-rate': { type: 'string', default: '1000' },
    'without-engine': { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const size = { records: Number(flags.records), rules: Number(flags.rules), accounts: Number(flags.accounts) };
const [rounds, rate] = [Number(flags.rounds), Number(flags['write-rate'])];
if (![...Object.values(size), rounds, rate].every((value) => value > 0))
  throw new Error('Sizes are numbers above 0.');

const withEngine = !flags['without-engine'];
const MUST_MS = 5_000;

const show = (name: string, { ms, engine, transactions, written, metadataMs }: Round): void =>
  console.log(
    `${name.padEnd(44)}${ms.toFixed(0).padStart(7)} ms   engine: ${engine} statements   metadata: ${written} write statements in ${transactions} transactions, ${metadataMs.toFixed(0)} ms`,
  );

/** The median round. The first round only warms up the compiler and the caches. */
async function several(run: () => Promise<Round>): Promise<Round> {
  await run();
  const all: Round[] = [];
  while (all.length < rounds) all.push(await run());
  const middle = median(all.map(({ ms }) => ms));
  const found = all.find(({ ms }) => ms === middle);
  if (!found) throw new Error('No round was measured.');
  return found;
}

async function measureWithEngine(bench: Bench): Promise<void> {
  if (bench.emulated)
    console.log(
      'The engine is EMULATED: only ratios and numbers of statements are meaningful. Times without the engine are real.',
    );
  const quiet = await several(() => bench.round());
  show('a round', quiet);
  const bareMs = await bench.bareMs();
  console.log(
    `${'the same statements, bare, one by one'.padEnd(44)}${bareMs.toFixed(0).padStart(7)} ms   the round takes ${(quiet.ms / bareMs).toFixed(2)} times as long`,
  );
  const busy = await bench.whileWriting(rate, () => several(() => bench.round()));
  show(`a round, ${busy.perSecond.toFixed(0)} records/s arriving`, busy.result);
  show('all fire at once', await bench.firing());
  writeFigures({
    'alerts.roundMs': quiet.ms,
    'alerts.toBare': quiet.ms / bareMs,
    'alerts.busyRoundMs': busy.result.ms,
  });
  const slowest = Math.max(quiet.ms, busy.result.ms);
  if (!flags.check || slowest <= MUST_MS) return;
  console.log(`A round takes ${slowest.toFixed(0)} ms; the limit is ${MUST_MS} ms.`);
  process.exitCode = 1;
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-alerts-'));
try {
  const bench = await Bench.start(folder, size, withEngine);
  try {
    console.log(
      `${size.rules} rules of ${ALERT_TYPES.length} types over ${size.accounts} accounts${withEngine ? `, ${size.records} records` : ''}; medians of ${rounds}`,
    );
    if (withEngine) await measureWithEngine(bench);
    show('a round, without the engine', await several(() => bench.roundAlone()));
    show('all fire at once, without the engine', await several(() => bench.firingAlone()));
    show('all clear at once, without the engine', await bench.clearingAlone());
  } finally {
    await bench.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
