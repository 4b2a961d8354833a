// Which variant beats the baseline. The highest mean of several equal variants is chance: with six of them it
// is hardly ever the baseline's. So a winner needs proof.
import { ALPHA, unseenShare } from '#lib/stats/interval';
import { holm } from '#lib/stats/holm';
import { tidy } from '#lib/tidy';
import { DROP_ASKED_ABOUT } from '#services/score-comparison';
import type { Leaderboard, LeaderboardEntry } from './leaderboard-schemas.ts';

type Ranked = Omit<LeaderboardEntry, 'comparison'> & {
  comparison: Omit<NonNullable<LeaderboardEntry['comparison']>, 'pBetter'> | null;
};

/** `ranked` is best first. Each variant is tested as the gate tests it, in the direction of a gain. */
export function chooseWinner(
  baseline: number,
  ranked: readonly Ranked[],
): Pick<Leaderboard, 'winner' | 'verdict' | 'entries'> {
  const adjusted = holm(ranked.map(({ comparison }) => comparison?.overall?.pGain ?? null));
  const entries = ranked.map((entry, at): LeaderboardEntry => {
    const p = adjusted[at] ?? null;
    const pBetter = p === null ? null : tidy(p);
    return { ...entry, comparison: entry.comparison && { ...entry.comparison, pBetter } };
  });
  const best = entries.find(({ comparison }) => comparison !== null && isProven(comparison));
  if (best) return { winner: best.variant, verdict: 'better', entries };
  const others = entries.filter(({ variant }) => variant !== baseline);
  const compared = others.filter(({ comparison }) => comparison?.overall != null);
  const verdict =
    compared.length === 0
      ? null
      : compared.length === others.length && others.every(excludesGain)
        ? 'no_difference'
        : 'inconclusive';
  return { winner: null, verdict, entries };
}

const isProven = ({ pBetter, overall, gate }: NonNullable<LeaderboardEntry['comparison']>): boolean =>
  pBetter !== null && pBetter < ALPHA && (overall?.effect ?? 0) > 0 && gate.verdict !== 'fail';

/**
 * The data rule out a gain of the size that a comparison asks about. As there, equal scores of a few items rule
 * out nothing.
 */
function excludesGain({ comparison }: LeaderboardEntry): boolean {
  const overall = comparison?.overall;
  if (!overall || overall.ciHigh === null || overall.ciHigh >= DROP_ASKED_ABOUT) return false;
  return unseenShare(Math.min(overall.baselineCount, overall.candidateCount)) <= DROP_ASKED_ABOUT;
}
