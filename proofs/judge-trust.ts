// How often good and bad judges are trusted, by traffic and by how much is known about them. Each run has a
// new seed, which it prints, unless one is given. The exit code is 1 if a promise is broken.
//   node proofs/judge-trust.ts [--cases=4000] [--seed=1] [--why]
import { parseArgs } from 'node:util';
import {
  BAD_JUDGES,
  GOOD_JUDGES,
  OTHER_JUDGES,
  WEAK_JUDGES,
  tryOutJudge,
  type MadeJudge,
  type Size,
  type Traffic,
} from '../server/src/features/judge-trust/made-judges.ts';
import { drawFor } from '../server/src/features/judge-trust/degrade.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '4000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    why: { type: 'boolean', default: false },
  },
});
const cases = Number(values.cases);

const SIZES: readonly Size[] = [
  { probes: 24, pairs: 30 },
  { probes: 48, pairs: 30 },
  { probes: 60, pairs: 30 },
  { probes: 100, pairs: 60 },
  { probes: 200, pairs: 100 },
];
const TRAFFICS: readonly Traffic[] = ['good', 'wide'];
/** A weak judge may be trusted by chance. */
const MAX_WEAK = 0.05;
/** Where people give the best score mostly, a judge that adds a point differs little from them, and chance hides it. */
const MAX_BAD = 0.005;
const WEAK = 'length, a grain of truth';
/** As many probes of bad answers as there are bad answers: not taken from the better half first. */
const ANY = ', any answer';

interface Cell {
  size: Size;
  trusted: number;
  kappa: number;
  why: Map<string, number>;
}

function cell(name: string, judge: MadeJudge, traffic: Traffic, size: Size): Cell {
  const random = drawFor([values.seed, name, traffic, size.probes].join(' '));
  const found: Cell = { size, trusted: 0, kappa: 0, why: new Map() };
  for (let at = 0; at < cases; at += 1) {
    const { missing, human } = tryOutJudge(judge, traffic, size, random);
    found.trusted += Number(missing.length === 0);
    found.kappa += (human.kappa ?? 0) / cases;
    for (const code of new Set(missing.map((each) => each.code)))
      found.why.set(code, (found.why.get(code) ?? 0) + 1);
  }
  return found;
}

const percent = (count: number): string => {
  const pct = (count / cases) * 100;
  return count === 0 ? '0' : pct < 1 ? pct.toFixed(2) : pct.toFixed(1);
};

console.log(`Seed ${values.seed}\n`);
const heads = TRAFFICS.flatMap((traffic) =>
  SIZES.map(({ probes, pairs }) => `${traffic} ${probes}+${pairs}`),
);
console.log(`| judge | ${heads.join(' | ')} | kappa |`);
console.log(`| --- |${' --: |'.repeat(heads.length + 1)}`);
let wrong = 0;
const each = (judges: Readonly<Record<string, MadeJudge>>, suffix = '') =>
  Object.entries(judges).map(([name, judge]) => ({
    name: name + suffix,
    judgeOf: () => judge,
    anyAnswer: suffix === ANY,
  }));
const judges: readonly { name: string; judgeOf: (traffic: Traffic) => MadeJudge; anyAnswer: boolean }[] = [
  ...each(GOOD_JUDGES),
  ...each(GOOD_JUDGES, ANY),
  { name: WEAK, judgeOf: (traffic) => WEAK_JUDGES[traffic], anyAnswer: false },
  ...each({ ...OTHER_JUDGES, ...BAD_JUDGES }),
];
for (const { name, judgeOf, anyAnswer } of judges) {
  const cells = TRAFFICS.flatMap((traffic) =>
    SIZES.map((size) => cell(name, judgeOf(traffic), traffic, { ...size, anyAnswer })),
  );
  const kappas = cells.map(({ kappa }) => kappa);
  const range = [Math.min(...kappas), Math.max(...kappas)]
    .map((kappa) => (kappa + 0).toFixed(2))
    .join(' to ');
  console.log(`| ${name} | ${cells.map(({ trusted }) => percent(trusted)).join(' | ')} | ${range} |`);
  if (values.why) {
    for (const [at, { why }] of cells.entries())
      console.log(
        '   ',
        heads[at],
        [...why].map(([code, count]) => `${code} ${percent(count)} %`).join(', '),
      );
  }
  if (name in BAD_JUDGES) wrong += cells.filter(({ trusted }) => trusted > MAX_BAD * cases).length;
  // 24 probes are too few. From 48 probes on (four weeks), a good judge has to be recognised.
  if (name === WEAK) wrong += cells.filter(({ trusted }) => trusted > MAX_WEAK * cases).length;
  if (name.replace(ANY, '') in GOOD_JUDGES)
    wrong += cells.filter(({ trusted, size }) => size.probes >= 48 && trusted < 0.9 * cases).length;
}
console.log(wrong === 0 ? '\nEvery promise is kept.' : `\n${wrong} cells break a promise.`);
process.exitCode = wrong === 0 ? 0 : 1;
