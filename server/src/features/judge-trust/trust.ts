// Decides whether the configured judge is trusted, by degraded answers and by scores of people.
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { judgeName } from '#services/models';
import { agreementOf } from './agreement.ts';
import { probeFigures } from './probe-figures.ts';
import { missingFor, NO_JUDGE, requirementSentence } from './requirements.ts';
import type { JudgeTrust } from './schemas.ts';
import { tallyProbes } from './store.ts';

export const PROBE_WINDOW_MS = 30 * DAY_MS;

/** A new model starts from zero: results of an earlier judge do not count. */
export async function trustOf(ctx: Context): Promise<JudgeTrust> {
  const judge = await judgeName(ctx);
  const since = ctx.clock.now() - PROBE_WINDOW_MS;
  const [tallies, agreement] = await Promise.all([
    judge === null ? [] : tallyProbes(ctx.db, ctx.account.id, judge, since),
    agreementOf(ctx, judge),
  ]);
  const probe = probeFigures(tallies);
  const {
    pairs: _pairs,
    meanHuman: _human,
    meanJudge: _judge,
    agreementLow: _low,
    agreementHigh: _high,
    ...human
  } = agreement;
  const missing = judge === null ? [NO_JUDGE] : missingFor({ probe, human });
  return {
    judge,
    probe,
    human,
    trustEstablished: missing.length === 0,
    missing,
    lacking: missing.map(requirementSentence),
  };
}
