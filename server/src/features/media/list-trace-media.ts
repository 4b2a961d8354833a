// The files of a trace, from the references beside its content: nothing is opened.
import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { selectTraceMedia } from '#records';
import { storedFilesOf } from '#services/media';
import { scopeOf } from '#services/record-access';
import type { TraceMedia } from './schemas.ts';

const MAX_FILES = 500;

export async function listTraceMedia(ctx: Context, traceId: string): Promise<TraceMedia> {
  const found = await ctx.records.ask(scopeOf(ctx), selectTraceMedia(traceId, MAX_FILES + 1));
  if (found === null) throw notFound('Trace');
  const shown = found.slice(0, MAX_FILES);
  const stored = await storedFilesOf(
    ctx,
    shown.map(({ file }) => file),
  );
  return {
    files: shown.flatMap(({ file, id: span, timestampMs }) => {
      const known = stored.get(file);
      if (!known) return [];
      const { id, contentType, bytes } = known;
      return [{ id, contentType, bytes, span, time: isoTime(timestampMs) }];
    }),
    truncated: found.length > MAX_FILES,
  };
}
