// `npm test`, in three lanes. The first runs the tests of the record engine one file at a time, because they share
// one engine, and then the journeys in the browser. The second runs the tests with metadata in two workers, first
// on SQLite, then the cover on PostgreSQL. The third runs the pure tests in one. Tests often wait, for timers or
// a disk, so four files at a time keep two cores busy.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEmulated } from './environment.ts';
import { repeatFailures } from './failures.ts';
import { coverOf, missingOnPostgres, recordedIn } from './statement-shapes.ts';
import { projects, runVitest, type Ended } from './vitest.ts';

/** Such a file has tests for PostgreSQL alone, which the statements on SQLite do not show. */
const asksForEngine = (file: string): boolean =>
  /inject\('engine'\) === 'postgres'/.test(readFileSync(file, 'utf8'));

const PAGES = 'web/e2e';

/** Only the files of the journeys, so that the others prepare nothing. */
function runJourneys(reports: string): Promise<Ended> {
  const files = readdirSync(PAGES)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${PAGES}/${name}`)
    .filter((file) => readFileSync(file, 'utf8').includes("tags: ['journey']"));
  const filter = ['--tags-filter', 'journey'];
  return runVitest(reports, [...files, ...projects('e2e'), ...filter, '--maxWorkers', '1']);
}

/** Runs the cover, and once more what the files of the cover did not run this time. */
async function runOnPostgres(reports: string, statements: string, sqlite: Ended): Promise<Ended[]> {
  const seconds = new Map(sqlite.files.map((file) => [file.file, file.seconds]));
  const always = sqlite.files.map(({ file }) => file).filter(asksForEngine);
  const runs: Ended[] = [];
  for (let round = 0; round < 2; round += 1) {
    const missing = missingOnPostgres(recordedIn(statements));
    const cover = coverOf(missing, (file) => seconds.get(file) ?? 1);
    const files = round === 0 ? [...new Set([...always, ...cover])] : cover;
    if (files.length === 0) break;
    process.stdout.write(
      `\n${missing.size} statements to run on PostgreSQL: ${files.length} of ${sqlite.files.length} files\n`,
    );
    runs.push(await runVitest(reports, [...files, ...projects('postgres'), '--maxWorkers', '2'], true));
  }
  return runs;
}

/** Returns the names of what failed. */
export async function runExamples(reports: string): Promise<string[]> {
  const statements = join(reports, 'statements');
  process.env['TEST_STATEMENTS'] = statements;
  process.env['TEST_PROOFS'] = 'none';
  // The other way to the engine, over HTTP, belongs to `npm run test:all`.
  process.env['TEST_ENGINES'] = 'first';
  const run = (names: string[], workers: string, shown = false): Promise<Ended> =>
    runVitest(reports, [...projects(...names), '--tags-filter', '!proof', '--maxWorkers', workers], shown);
  const engineAndPages = async (): Promise<Ended[]> => {
    const engine = await run(['engine'], '1');
    // With an emulated engine pages take minutes to load.
    return isEmulated() ? [engine] : [engine, await runJourneys(reports)];
  };
  const metadata = async (): Promise<Ended[]> => {
    const sqlite = await run(['sqlite'], '2', true);
    return [sqlite, ...(await runOnPostgres(reports, statements, sqlite))];
  };
  const pureNames = ['pure', 'web'];
  const [[engine, e2e], [sqlite, ...postgres], pure] = await Promise.all([
    engineAndPages(),
    metadata(),
    run(pureNames, '1'),
  ]);
  const runs = [
    { project: ['engine'], ended: engine },
    { project: ['e2e'], ended: e2e },
    { project: ['sqlite'], ended: sqlite },
    ...postgres.map((ended) => ({ project: ['postgres'], ended })),
    { project: pureNames, ended: pure },
  ].filter((each): each is { project: string[]; ended: Ended } => each.ended !== undefined);
  for (const { project, ended } of runs)
    if (!['sqlite', 'postgres'].includes(project[0] ?? ''))
      process.stdout.write(`${ended.output.trimEnd()}\n`);
  const { failed, flaky } = await repeatFailures(reports, runs);
  for (const name of flaky) process.stdout.write(`flaky, passed alone: ${name}\n`);
  const recorded = recordedIn(statements);
  const onPostgres = new Set(
    recorded.flatMap(({ engine: which, file }) => (which === 'postgres' ? file : [])),
  );
  // A file that ran on both engines had its chance: whether a waiting process asks once more is up to its timers.
  for (const [shape, files] of missingOnPostgres(recorded)) {
    if (files.some((file) => onPostgres.has(file))) continue;
    failed.push('statements');
    process.stdout.write(`\nnot run on PostgreSQL: ${shape}\n  of ${files.join(', ')}\n`);
  }
  if (!recorded.some(({ engine: which, shapes }) => which === 'postgres' && shapes.length > 0))
    failed.push('statements: none were recorded');
  const times = runs.map(({ project, ended }) => `${project.join('+')} ${ended.seconds} s`).join(', ');
  process.stdout.write(`\n${times}\n`);
  return [...new Set(failed)];
}
