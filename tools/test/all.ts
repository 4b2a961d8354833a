// `npm run test:all`: every test file in every project, with larger numbers (TEST_ALL=1). In shards on several
// machines (`-- --shard 2/6`), or as much as fits into some minutes (`-- --minutes 30`): with the usual numbers, and
// what is near to the newest changes first. It prints what it left out. A test that failed and then passed alone is
// a failure here.
import { isEmulated } from './environment.ts';
import { repeatFailures } from './failures.ts';
import { nearestFirst, recentlyChanged } from './order.ts';
import { listUnits, projects, runVitest, type Ended, type Unit } from './vitest.ts';

interface Options {
  beyond?: boolean;
  minutes?: string | undefined;
  shard?: string | undefined;
}

interface Lane {
  projects: readonly string[];
  workers: string;
  /** Files between two looks at the clock. */
  batch: number;
}

/** Two lanes run beside each other. Files of the first share the engine, the browser or the process. */
const LANES: readonly Lane[] = [
  { projects: ['engine', 'apart', 'e2e'], workers: '1', batch: 4 },
  { projects: ['pure', 'web', 'sqlite', 'postgres'], workers: '2', batch: 16 },
];

interface Run {
  project: string[];
  ended: Ended;
}

const isProof = ({ file }: Unit): boolean => file.includes('.proof.');
const nameOf = ({ project, file }: Unit): string => `${project}: ${file}`;

function inShard(units: readonly Unit[], shard: string | undefined): Unit[] {
  if (shard === undefined) return [...units];
  const [part = 0, of = 0] = shard.split('/').map(Number);
  if (!(part >= 1 && part <= of)) throw new Error(`--shard takes K/N with K from 1 to N, not ${shard}`);
  return units.filter((_, index) => index % of === part - 1);
}

/** A filter by name would also run a file in a project that has another turn, so each project runs by itself. */
async function runBatch(reports: string, units: readonly Unit[], workers: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (const [project, own] of Map.groupBy(units, (unit) => unit.project)) {
    const files = own.map(({ file }) => file);
    const ended = await runVitest(reports, [...files, ...projects(project), '--maxWorkers', workers]);
    process.stdout.write(`${ended.output.trimEnd()}\n`);
    runs.push({ project: [project], ended });
  }
  return runs;
}

/** Returns what ran, and what there was no time for. */
async function runLane(
  reports: string,
  units: readonly Unit[],
  { workers, batch }: Lane,
  until: number,
): Promise<{ runs: Run[]; left: readonly Unit[] }> {
  const size = until === Infinity ? units.length : batch;
  const runs: Run[] = [];
  let longest = 0;
  for (let at = 0; at < units.length; at += size) {
    const started = performance.now();
    if (started + longest > until) return { runs, left: units.slice(at) };
    runs.push(...(await runBatch(reports, units.slice(at, at + size), workers)));
    longest = Math.max(longest, performance.now() - started);
  }
  return { runs, left: [] };
}

/** Returns the names of what failed. */
export async function runAll(reports: string, { beyond, minutes, shard }: Options): Promise<string[]> {
  const until = minutes === undefined ? Infinity : performance.now() + Number(minutes) * 60_000;
  if (until === Infinity) process.env['TEST_ALL'] = '1';
  const all = (await listUnits(reports)).filter(({ project }) => !(isEmulated() && project === 'e2e'));
  const wanted = beyond ? all.filter((unit) => isProof(unit) || unit.project === 'postgres') : all;
  const mine = inShard(
    wanted.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    shard,
  );
  const proofsFirst = [...mine.filter(isProof), ...mine.filter((unit) => !isProof(unit))];
  const ordered = until === Infinity ? mine : nearestFirst(proofsFirst, recentlyChanged());
  const lanes = await Promise.all(
    LANES.map((lane) =>
      runLane(
        reports,
        ordered.filter(({ project }) => lane.projects.includes(project)),
        lane,
        until,
      ),
    ),
  );
  const { failed, flaky } = await repeatFailures(
    reports,
    lanes.flatMap(({ runs }) => runs),
  );
  const left = lanes.flatMap((lane) => lane.left);
  process.stdout.write(`\nran ${mine.length - left.length} of ${mine.length} files\n`);
  for (const unit of left) process.stdout.write(`left out: ${nameOf(unit)}\n`);
  return [...failed, ...flaky.map((name) => `${name} (flaky: passed alone)`)];
}
