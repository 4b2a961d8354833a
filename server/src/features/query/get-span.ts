import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectCall, selectObservation, type StoredRecord } from '#records';
import { scopeOf, withContent, type MayHaveContent } from '#services/record-access';
import type { TraceNode } from './schemas/traces.ts';
import { nodeOf } from './span-node.ts';

/** Returns the span with its content, if that is stored. */
export async function getSpan(ctx: Context, traceId: string, id: string): Promise<TraceNode> {
  const found = (await observationIn(ctx, traceId, id)) ?? (await callIn(ctx, traceId, id));
  const [record] = found ? await withContent(ctx, [found]) : [];
  if (!record) throw notFound('Span');
  return nodeOf(record);
}

async function observationIn(
  ctx: Context,
  traceId: string,
  id: string,
): Promise<MayHaveContent<StoredRecord> | null> {
  const found = await ctx.records.ask(scopeOf(ctx), selectObservation(traceId, id));
  return found && { record: found.observation, hasContent: found.hasContent };
}

async function callIn(
  ctx: Context,
  traceId: string,
  id: string,
): Promise<MayHaveContent<StoredRecord> | null> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  return found?.call.traceId === traceId ? { record: found.call, hasContent: found.hasContent } : null;
}
