// Whether the judge that is configured now has earned trust: by answers spoilt on purpose, and by what people said.
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { judgeName } from '#features/judge';
import { agreementOf } from './agreement.ts';
import { DEGRADATIONS } from './degrade.ts';
import { lackingFor, percent } from './figures.ts';
import type { JudgeTrust } from './schemas.ts';
import { tallyProbes, type KindTally } from './store.ts';

export const PROBE_WINDOW_MS = 30 * DAY_MS;

/** Another model has to earn it anew: what an earlier judge did counts for nothing. */
export async function trustOf(ctx: Context): Promise<JudgeTrust> {
  const judge = judgeName(ctx.config);
  const since = ctx.clock.now() - PROBE_WINDOW_MS;
  const [tallies, agreement] = await Promise.all([
    judge === null ? [] : tallyProbes(ctx.db, ctx.account.id, judge, since),
    agreementOf(ctx, judge),
  ]);
  const probe = probeFigures(tallies);
  const { pairedCalls, agreementPctWithin1, meanAbsDiff } = agreement;
  const human = { pairedCalls, agreementPctWithin1, meanAbsDiff };
  const lacking = judge === null ? ['No judge is configured.'] : lackingFor({ probe, human });
  return { judge, probe, human, trustEstablished: lacking.length === 0, lacking };
}

export function probeFigures(tallies: readonly KindTally[]): JudgeTrust['probe'] {
  const sum = (of: 'probes' | 'detected' | 'inverted' | 'stable') =>
    tallies.reduce((total, tally) => total + tally[of], 0);
  const probes = sum('probes');
  const found = new Map(tallies.map((tally) => [tally.kind, tally]));
  return {
    probes,
    detectedPct: percent(sum('detected'), probes),
    stablePct: percent(sum('stable'), probes),
    invertedCount: sum('inverted'),
    byKind: Object.fromEntries(
      DEGRADATIONS.map((kind) => {
        const { probes = 0, detected = 0, inverted = 0 } = found.get(kind) ?? {};
        return [kind, { probes, detected, inverted }];
      }),
    ) as JudgeTrust['probe']['byKind'],
  };
}
