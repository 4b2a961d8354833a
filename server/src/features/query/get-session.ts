import { isoTime } from '#lib/clock';
import { notFound } from '#lib/app-error';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { presentCall } from './present-call.ts';
import { scopeOf } from './scope.ts';

const MAX_CALLS = 1_000;

/** In the order in which they were made, without content. */
export async function getSession(ctx: Context, sessionId: string) {
  const found = await ctx.records.getSession(scopeOf(ctx), sessionId, MAX_CALLS);
  if (!found) throw notFound('Session');
  const { startMs, endMs, ...sums } = found.totals;
  return {
    sessionId,
    calls: found.calls.map(({ call }) => presentCall(call)),
    totals: { ...sums, costUsd: tidy(sums.costUsd), startTime: isoTime(startMs), endTime: isoTime(endMs) },
  };
}
