import { isoTime } from '#lib/clock';
import { notFound } from '#lib/app-error';
import { tidy } from '#lib/tidy';
import { WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { scoresOfSession } from '#features/scores';
import { presentWithin, scoresWithin } from './present-call.ts';
import { endTime } from './end-time.ts';
import { selectSession } from '#records';
import { scopeOf } from '#services/record-access';

const MAX_CALLS = 1_000;

/** Calls in order of time, without content. */
export async function getSession(
  ctx: Context,
  sessionId: string,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const found = await ctx.records.ask(scopeOf(ctx), selectSession(sessionId, MAX_CALLS));
  if (!found) throw notFound('Session');
  const { startMs, endMs, ...sums } = found.totals;
  const newestFirst = found.calls.map(({ call }) => call).toReversed();
  const scores = scoresWithin(budget, await scoresOfSession(ctx, sessionId));
  const { shown, truncated } = await presentWithin(budget, newestFirst);
  return new WrittenAnswer({
    sessionId,
    calls: shown.toReversed(),
    totals: {
      ...sums,
      costUsd: tidy(sums.costUsd),
      startTime: isoTime(startMs),
      endTime: endTime(endMs),
    },
    scores,
    truncated: truncated || found.totals.calls > shown.length,
  });
}
