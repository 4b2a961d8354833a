// What a comment is about: a call, a run or one span of it, or a session. It must be stored, in the project of
// the request.
import { invalid, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectScoredRecords } from '#features/scores';
import { scopeOf } from '#services/record-access';
import type { CommentOn } from './schemas.ts';
import type { CommentRow } from './store.ts';

const KINDS = ['call', 'span', 'run', 'session'] as const;
type SubjectKind = (typeof KINDS)[number];

export type CommentSubject = Pick<
  CommentRow,
  'on_kind' | 'project_number' | 'call_id' | 'trace_id' | 'span_id' | 'session_id'
>;

function kindOf({ callId, traceId, spanId, sessionId }: CommentOn): SubjectKind {
  const given = [callId, traceId, sessionId].filter((id) => id !== undefined);
  if (given.length !== 1) throw invalid('on', 'Give exactly one of callId, traceId and sessionId.');
  if (spanId !== undefined && traceId === undefined)
    throw invalid('on.spanId', 'A spanId needs the traceId of its run.');
  if (callId !== undefined) return 'call';
  if (sessionId !== undefined) return 'session';
  return spanId === undefined ? 'run' : 'span';
}

const NAMES = { call: 'Call', span: 'Span', run: 'Run', session: 'Session' } as const;

export async function findSubject(ctx: Context, on: CommentOn): Promise<CommentSubject> {
  const kind = kindOf(on);
  const { callId, traceId = '', spanId = '', sessionId } = on;
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectScoredRecords({
      callIds: callId === undefined ? [] : [callId],
      spans: kind === 'span' ? [{ traceId, spanId }] : [],
      traceIds: kind === 'run' ? [traceId] : [],
      sessionIds: sessionId === undefined ? [] : [sessionId],
    }),
  );
  // Several projects may have some of a run or a session. Its comments belong to the first of them.
  const [record] = found.toSorted((left, right) => left.project - right.project);
  if (!record) throw notFound(NAMES[kind]);
  return {
    on_kind: kind,
    project_number: record.project,
    call_id: record.kind === 'call' ? record.id : null,
    trace_id: record.traceId || null,
    span_id: record.spanId || null,
    session_id: sessionId ?? null,
  };
}

/** As its author named it. */
export function commentedOn({ on_kind: kind, ...row }: CommentSubject): CommentOn {
  if (kind === 'call') return { callId: row.call_id ?? '' };
  if (kind === 'session') return { sessionId: row.session_id ?? '' };
  return { traceId: row.trace_id ?? '', ...(kind === 'span' ? { spanId: row.span_id ?? '' } : {}) };
}
