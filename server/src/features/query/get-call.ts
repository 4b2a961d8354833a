import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { scoresOfCall, type ShownScore } from '#features/scores';
import { scopeOf, withContent } from '#services/record-access';
import { presentCall } from './present-call.ts';
import type { Call } from './schemas/calls.ts';
import { selectCall } from '#records';

/** Returns the call with its content, if that is stored. */
export async function getCall(ctx: Context, id: string): Promise<{ call: Call; scores: ShownScore[] }> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  if (!found) throw notFound('Call');
  const [call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  if (!call) throw notFound('Call');
  return { call: presentCall(call), scores: await scoresOfCall(ctx, call) };
}
