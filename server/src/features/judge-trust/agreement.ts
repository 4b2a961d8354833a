// Measures the agreement between a judge and people over calls that both scored.
import type { Context } from '#core/context';
import { agreementFigures, diffOf } from './figures.ts';
import type { JudgeAgreement } from './schemas.ts';
import { selectPairs } from './store.ts';

const MAX_PAIRS = 5_000;
const SHOWN_PAIRS = 200;

/** For any judge unless one is named. */
export async function agreementOf(ctx: Context, judge: string | null = null): Promise<JudgeAgreement> {
  const pairs = await selectPairs(ctx.db, {
    accountId: ctx.account.id,
    project: ctx.project?.number ?? null,
    judge,
    limit: MAX_PAIRS,
  });
  return {
    ...agreementFigures(pairs),
    pairs: pairs.slice(0, SHOWN_PAIRS).map((pair) => Object.assign(pair, { diff: diffOf(pair) })),
  };
}
