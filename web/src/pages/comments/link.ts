import type { Schemas } from '#api';

/** Where a comment is shown: the page of its record, with its comments open. */
export function commentPlace({ callId, traceId, spanId, sessionId }: Schemas['CommentOn']) {
  if (callId !== undefined)
    return { to: '/calls/$id', params: { id: callId }, search: { tab: 'comments' } } as const;
  if (sessionId !== undefined) return { to: '/sessions/$id', params: { id: sessionId }, search: {} } as const;
  const search =
    spanId === undefined ? { comments: 'open' } : { span: `${traceId}-${spanId}`, tab: 'comments' };
  return { to: '/traces/$id', params: { id: traceId ?? '' }, search } as const;
}
