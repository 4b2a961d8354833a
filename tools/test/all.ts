// `npm run test:all`: every test file in every project, with larger numbers (TEST_ALL=1). In shards on several
// machines (`-- --shard 2/6`), or as much as fits into some minutes (`-- --minutes 30`), what is near to the
// newest changes first. It prints what it left out. A test that failed and then passed alone is a failure here.
import { isEmulated } from './environment.ts';
import { repeatFailures } from './failures.ts';
import { nearestFirst, recentlyChanged } from './order.ts';
import { listUnits, projects, runVitest, type Ended, type Unit } from './vitest.ts';

interface Options {
  beyond?: boolean;
  minutes?: string | undefined;
  shard?: string | undefined;
}

/** Files that run at the same time, and between two looks at the clock. */
const BATCH = 24;

/** Their files share something: the engine, the browser, the threads of the process. They run one at a time. */
const ONE_AT_A_TIME = [['engine'], ['apart'], ['e2e']];
const OTHERS = ['pure', 'web', 'sqlite', 'postgres'];

const isProof = ({ file }: Unit): boolean => file.includes('.proof.');
const nameOf = ({ project, file }: Unit): string => `${project}: ${file}`;

function inShard(units: readonly Unit[], shard: string | undefined): Unit[] {
  if (shard === undefined) return [...units];
  const [part = 0, of = 0] = shard.split('/').map(Number);
  if (!(part >= 1 && part <= of)) throw new Error(`--shard takes K/N with K from 1 to N, not ${shard}`);
  return units.filter((_, index) => index % of === part - 1);
}

async function runBatch(
  reports: string,
  batch: readonly Unit[],
): Promise<{ project: string[]; ended: Ended }[]> {
  const run = async (names: string[], workers: string) => {
    const files = batch.filter(({ project }) => names.includes(project)).map(({ file }) => file);
    if (files.length === 0) return [];
    const args = [...new Set(files), ...projects(...names), '--maxWorkers', workers];
    return [{ project: names, ended: await runVitest(reports, args) }];
  };
  const serial = async () => {
    const ended = [];
    for (const names of ONE_AT_A_TIME) ended.push(...(await run(names, '1')));
    return ended;
  };
  // A filter by name would also run a file in a project that has another turn.
  const others = async () => {
    const ended = [];
    for (const name of OTHERS) ended.push(...(await run([name], '2')));
    return ended;
  };
  return (await Promise.all([serial(), others()])).flat();
}

/** Returns the names of what failed. */
export async function runAll(reports: string, { beyond, minutes, shard }: Options): Promise<string[]> {
  process.env['TEST_ALL'] = '1';
  const started = performance.now();
  const limit = minutes === undefined ? Infinity : Number(minutes) * 60_000;
  const all = (await listUnits(reports)).filter(({ project }) => !(isEmulated() && project === 'e2e'));
  const wanted = beyond ? all.filter((unit) => isProof(unit) || unit.project === 'postgres') : all;
  const proofsFirst = [...wanted.filter(isProof), ...wanted.filter((unit) => !isProof(unit))];
  const mine = inShard(
    proofsFirst.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    shard,
  );
  let left = limit === Infinity ? mine : nearestFirst(mine, recentlyChanged());
  const size = limit === Infinity ? left.length : BATCH;
  const failed: string[] = [];
  let longest = 0;
  while (left.length > 0) {
    const batchStarted = performance.now();
    if (batchStarted - started + longest > limit) break;
    const batch = left.slice(0, size);
    left = left.slice(size);
    const runs = await runBatch(reports, batch);
    for (const { ended } of runs) process.stdout.write(`${ended.output.trimEnd()}\n`);
    const found = await repeatFailures(reports, runs);
    failed.push(...found.failed, ...found.flaky.map((name) => `${name} (flaky: passed alone)`));
    longest = Math.max(longest, performance.now() - batchStarted);
  }
  process.stdout.write(`\nran ${mine.length - left.length} of ${mine.length} files\n`);
  for (const unit of left) process.stdout.write(`left out: ${nameOf(unit)}\n`);
  return failed;
}
