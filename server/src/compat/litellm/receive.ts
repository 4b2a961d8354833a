// POST /v1/ingest/litellm. LiteLLM drops a batch that was not accepted, so a payload that cannot be read is
// counted, and the others are stored.
import type { Context } from '#core/context';
import type { Peer, Reply } from '#core/endpoint';
import { receiveSpans } from '#features/ingest';
import { RejectionTally, type Rejection, type Span } from '#otlp';
import { Pace } from '#lib/yield-to-event-loop';
import { bodyItems } from '../body-items.ts';
import { quotaReply } from '../quota-reply.ts';
import { litellmSpan } from './to-span.ts';

/** It reads no body of an error, so errors have our form. */
export const litellm: Peer = { name: 'litellm' };

interface LitellmReply {
  /** Stored now or before. */
  accepted: number;
  rejected: readonly Rejection[];
}

export async function receivePayloads(ctx: Context, bytes: Buffer): Promise<LitellmReply | Reply> {
  const spans: Span[] = [];
  const unread = new RejectionTally();
  const pace = new Pace(ctx.account);
  for (const item of await bodyItems(bytes, pace)) {
    if (pace.isDue) await pace.rest();
    const read = item.ok ? litellmSpan(item.value) : item;
    if (!read.ok) unread.add(read.reason, '', '');
    else if ('span' in read) spans.push(read.span);
  }
  const received = await receiveSpans(ctx, spans, { endpoint: 'litellm' }, unread.list());
  if (received.quota) return quotaReply(litellm, received.quota);
  return { accepted: received.stored + received.duplicates, rejected: received.rejected };
}
