// `npm test` runs the examples: on SQLite and the in-process record engine, on PostgreSQL as many files as it takes
// to run every metadata statement there, and six journeys in a browser.
// `npm run test:all` runs everything: every file on both metadata engines and with both ways to the record engine,
// and the proofs (`*.proof.test.ts`), with larger numbers.
// With other arguments Vitest runs directly: `npm test -- --project pure`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runAll } from './test/all.ts';
import { withEnvironment } from './test/environment.ts';
import { runExamples } from './test/examples.ts';

/** Processor time of the processes that have ended below this one, in seconds. Linux alone tells. */
function processorSeconds(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

async function runOurs(run: (reports: string, engine: string) => Promise<string[]>): Promise<number> {
  const started = performance.now();
  const reports = mkdtempSync(join(tmpdir(), 'tracewell-tests-'));
  return withEnvironment(async (engine) => {
    process.stdout.write(`record engine: ${engine}\n`);
    const failed = await run(reports, engine);
    if (process.env['TEST_REPORTS'] === '1') process.stdout.write(`reports: ${reports}\n`);
    else rmSync(reports, { recursive: true });
    const seconds = Math.round((performance.now() - started) / 1000);
    const cpu = processorSeconds();
    const work = cpu === null ? '' : `, ${Math.round(cpu)} s of processor time`;
    process.stdout.write(`\nrecord engine: ${engine}; ${seconds} s${work}\n`);
    process.stdout.write(
      failed.length === 0 ? 'tests: all passed\n' : `tests: failed in ${failed.join(' and ')}\n`,
    );
    return failed.length === 0 ? 0 : 1;
  });
}

const args = process.argv.slice(2);
if (args.length === 0) {
  process.exitCode = await runOurs(runExamples);
} else if (args[0] === '--all') {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean' },
      // Leaves out what `npm test` has just run.
      beyond: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      shard: { type: 'string' },
    },
  });
  process.exitCode = await runOurs((reports) => runAll(reports, values));
} else {
  process.exitCode = spawnSync('vitest', ['run', ...args], { stdio: 'inherit' }).status ?? 1;
}
