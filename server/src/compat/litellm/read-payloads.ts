// Reads a batch of payloads, also on the preparing thread. It must not import a store or the framework.
import type { Pace } from '#lib/yield-to-event-loop';
import type { OtherSpans } from '#features/ingest';
import { RejectionTally, type Span } from '#otlp';
import { bodyItems } from '../body-items.ts';
import { litellmSpan } from './to-span.ts';

export async function readPayloads(
  bytes: Buffer,
  _contentType: string,
  pace: Pace,
): Promise<OtherSpans<null>> {
  const spans: Span[] = [];
  const unread = new RejectionTally();
  for (const item of await bodyItems(bytes, pace)) {
    if (pace.isDue) await pace.rest();
    const read = item.ok ? litellmSpan(item.value) : item;
    if (!read.ok) unread.add(read.reason, '', '');
    else if ('span' in read) spans.push(read.span);
  }
  return { spans, rejected: unread.list(), notes: null };
}
