// The files of a trace, from the references beside its content: nothing is opened.
import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { selectTraceMedia } from '#records';
import { storedFilesOf } from '#services/media';
import { scopeOf } from '#services/record-access';
import type { TraceMedia } from './schemas.ts';

const MAX_SPANS = 5_000;
const MAX_FILES = 500;

export async function listTraceMedia(ctx: Context, traceId: string): Promise<TraceMedia> {
  const spans = await ctx.records.ask(scopeOf(ctx), selectTraceMedia(traceId, MAX_SPANS));
  if (spans === null) throw notFound('Trace');
  const first = new Map<string, { span: string; time: string }>();
  for (const { id, timestampMs, media } of spans)
    for (const name of media) if (!first.has(name)) first.set(name, { span: id, time: isoTime(timestampMs) });
  const names = [...first.keys()];
  const stored = await storedFilesOf(ctx, names.slice(0, MAX_FILES));
  return {
    files: [...stored].map(([name, { id, contentType, bytes }]) => ({
      id,
      contentType,
      bytes,
      span: first.get(name)?.span ?? '',
      time: first.get(name)?.time ?? '',
    })),
    truncated: names.length > MAX_FILES || spans.length === MAX_SPANS,
  };
}
