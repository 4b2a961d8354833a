// How often the gate fails with nothing changed, and how often it finds a real drop: made-up runs through the
// product's own code, from scores to verdict. The runs are seeded, so the same number of comparisons gives
// the same figures.
//   node proofs/gate-verdict.ts [alarms|sizes|thresholds|power|winners] [comparisons=4000] [--shape <name>]
//       [--criteria <n>] [--code <checkout>]
// Without a part, a shape or a number of criteria, it runs all of them (about an hour of CPU). --code takes
// the gate of another checkout, to compare an older version with this one. For a rate of 5 % over 4,000
// comparisons, one standard error is 0.34 points. The exit code is 1 if a rate is above 5 % by more than
// three standard errors.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Compare from '../server/src/services/score-comparison/index.ts';
import {
  SHAPES,
  simulateRuns,
  type Cell,
  type ShapeName,
} from '../server/src/services/score-comparison/simulated-runs.ts';
import { madeLeaderboard, madeVariants } from '../server/test/support/made-variants.ts';
import { seededRandom } from '../server/src/lib/seeded-random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: 'string' }, shape: { type: 'string' }, criteria: { type: 'string' } },
});
const part = positionals.find((word) => !/^\d/.test(word)) ?? 'all';
const comparisons = Number(positionals.find((word) => /^\d/.test(word)) ?? '4000');
const checkout = values.code ?? path.join(import.meta.dirname, '..');
const code = (await import(
  pathToFileURL(path.join(checkout, 'server/src/services/score-comparison/index.ts')).href
)) as typeof Compare;

const ALL_SHAPES = Object.keys(SHAPES) as ShapeName[];
const SHAPE_NAMES = ALL_SHAPES.filter((name) => values.shape === undefined || name === values.shape);
const asked = (criteria: number): boolean =>
  values.criteria === undefined || criteria === Number(values.criteria);
const SIZES = [5, 10, 20, 50, 100];
const PROMISED = 5;
const LIMIT = PROMISED + (3 * 100 * Math.sqrt(0.05 * 0.95)) / Math.sqrt(comparisons);
let worst = 0;

interface Rates {
  fail: number;
  inconclusive: number;
  regressed: number;
}

/** Returns percentages. */
function measure(cell: Cell, thresholds: Compare.GateThresholds = {}): Rates {
  const next = simulateRuns(cell, seedOf(cell));
  const counts = { fail: 0, inconclusive: 0, regressed: 0 };
  for (let i = 0; i < comparisons; i++) {
    const [baseline, candidate] = next();
    const compared = code.compareScores(baseline, candidate);
    // In versions that did not test all criteria together, the gate takes only the rows.
    const rows = compared.criterionDeltas as unknown as typeof compared;
    const { verdict } = code.gateVerdict('overall' in compared ? compared : rows, thresholds);
    if (verdict === 'fail') counts.fail++;
    if (verdict === 'inconclusive') counts.inconclusive++;
    if (compared.verdict === 'regressed') counts.regressed++;
  }
  const share = (count: number) => (100 * count) / comparisons;
  return {
    fail: share(counts.fail),
    inconclusive: share(counts.inconclusive),
    regressed: share(counts.regressed),
  };
}

const seedOf = ({ shape, n, candidateN = n, criteria, paired, correlation = 0, drop = 0 }: Cell): number =>
  ALL_SHAPES.indexOf(shape) +
  10 * n +
  7_000 * candidateN +
  100_003 * criteria +
  (paired ? 1 : 0) * 2 ** 20 +
  Math.round(correlation * 1_000) * 31 +
  Math.round(drop * 1_000) * 37;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  for (const cells of [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows])
    console.log(`| ${cells.join(' | ')} |`);
  console.log();
};
/** A row: its name, and a cell for each column. */
const row = <T>(name: string, columns: readonly T[], cell: (column: T) => string): string[] =>
  [name].concat(columns.map(cell));
const show = (rate: number): string => rate.toFixed(1);
const promised = (rates: Rates): Rates => {
  worst = Math.max(worst, rates.fail);
  return rates;
};

const KINDS = [
  { criteria: 1 },
  { criteria: 3 },
  { criteria: 3, correlation: 0.6 },
  { criteria: 8 },
  { criteria: 8, correlation: 0.6 },
];

function alarms(): void {
  for (const paired of [true, false]) {
    console.log(
      `\n${paired ? 'The same items' : 'Different calls'}, nothing changed, no threshold given, in %: gate fails / gate inconclusive / compare says regressed\n`,
    );
    table(
      ['scores, criteria', ...SIZES.map((n) => `n = ${n}`)],
      SHAPE_NAMES.flatMap((shape) =>
        KINDS.filter(({ criteria }) => asked(criteria)).map((kind) =>
          row(
            `${shape}, ${kind.criteria}${kind.correlation === undefined ? '' : ' correlated'}`,
            SIZES,
            (n) => {
              const { fail, inconclusive, regressed } = promised(measure({ shape, n, paired, ...kind }));
              return `${show(fail)} / ${show(inconclusive)} / ${show(regressed)}`;
            },
          ),
        ),
      ),
    );
  }
}

function sizes(): void {
  const unequal = [
    [5, 50],
    [50, 5],
    [10, 100],
    [100, 10],
    [20, 200],
    [200, 20],
  ] as const;
  console.log(
    '\nDifferent calls of unequal number, nothing changed, in %: gate fails / compare says regressed\n',
  );
  table(
    ['scores, criteria', ...unequal.map(([n, other]) => `${n} against ${other}`)],
    SHAPE_NAMES.flatMap((shape) =>
      [1, 3].filter(asked).map((criteria) =>
        row(`${shape}, ${criteria}`, unequal, ([n, candidateN]) => {
          const { fail, regressed } = promised(measure({ shape, n, candidateN, criteria, paired: false }));
          return `${show(fail)} / ${show(regressed)}`;
        }),
      ),
    ),
  );
}

function thresholds(): void {
  const given = {
    'maxCriterionDrop 0.05, requireSignificance': { maxCriterionDrop: 0.05, requireSignificance: true },
    'maxMeanDrop 0.05, requireSignificance': { maxMeanDrop: 0.05, requireSignificance: true },
    'both, requireSignificance': { maxMeanDrop: 0.05, maxCriterionDrop: 0.05, requireSignificance: true },
    'maxMeanDrop 0.05': { maxMeanDrop: 0.05 },
    'maxCriterionDrop 0.05': { maxCriterionDrop: 0.05 },
  };
  console.log('\nThresholds given, nothing changed, the same 20 items, gate fails, in %\n');
  const columns = SHAPE_NAMES.flatMap((shape) =>
    [1, 3, 8].filter(asked).map((criteria) => ({ shape, criteria })),
  );
  table(
    ['thresholds', ...columns.map(({ shape, criteria }) => `${shape}, ${criteria}`)],
    Object.entries(given).map(([name, limits]) =>
      row(name, columns, (column) => show(measure({ ...column, n: 20, paired: true }, limits).fail)),
    ),
  );
}

function power(): void {
  for (const paired of [true, false]) {
    console.log(
      `\n${paired ? 'The same items' : 'Different calls'}, a real drop, in %: gate fails / compare says regressed\n`,
    );
    table(
      ['scores, criteria, drop', ...SIZES.map((n) => `n = ${n}`)],
      SHAPE_NAMES.flatMap((shape) =>
        [1, 8].filter(asked).flatMap((criteria) =>
          [0.1, 0.2].map((drop) =>
            row(`${shape}, ${criteria}, ${drop}`, SIZES, (n) => {
              const { fail, regressed } = measure({ shape, n, criteria, paired, drop });
              return `${show(fail)} / ${show(regressed)}`;
            }),
          ),
        ),
      ),
    );
  }
}

/** Experiments: how often one of several variants wins. */
function winners(): void {
  const columns = [2, 4, 6].flatMap((variants) => [20, 50].map((items) => ({ variants, items })));
  const wins = (shape: ShapeName, { variants, items }: (typeof columns)[number], better: number): number => {
    const random = seededRandom(seedOf({ shape, n: items, criteria: variants, paired: true, drop: better }));
    const gains = Array.from({ length: variants }, (_, variant) => (variant === 1 ? better : 0));
    let won = 0;
    for (let i = 0; i < comparisons; i++) {
      const { winner } = madeLeaderboard(shape, madeVariants({ shape, variants, items, gains }, random));
      if (better === 0 ? winner !== null : winner === 1) won++;
    }
    return (100 * won) / comparisons;
  };
  for (const better of [0, 0.5]) {
    console.log(
      better === 0
        ? '\nEqual variants: experiments with a winner, in %\n'
        : `\nOne variant is better by ${better} standard deviations: experiments that it wins, in %\n`,
    );
    table(
      ['scores', ...columns.map(({ variants, items }) => `${variants} variants, ${items} items`)],
      SHAPE_NAMES.map((shape) =>
        row(shape, columns, (column) => {
          const rate = wins(shape, column, better);
          if (better === 0) worst = Math.max(worst, rate);
          return show(rate);
        }),
      ),
    );
  }
}

const PARTS: Record<string, () => void> = { alarms, sizes, thresholds, power, winners };
for (const [name, run] of Object.entries(PARTS)) if (part === 'all' || part === name) run();
if (worst > 0)
  console.log(`Highest rate of failures with nothing changed: ${show(worst)} % (promised: ${PROMISED} %)`);
if (worst > LIMIT) process.exitCode = 1;
