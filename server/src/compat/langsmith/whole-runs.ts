// Reads a batch or a form of whole runs on the preparing thread. It must not import a store or the framework.
import type { Pace } from '#lib/yield-to-event-loop';
import type { OtherSpans } from '#features/ingest';
import { wholeSpans, type WholeNotes } from '../open-spans/whole-spans.ts';
import { readBatch, readMultipart } from './read-runs.ts';
import { langsmithSpans } from './run-span.ts';

export async function readWholeRuns(
  bytes: Buffer,
  contentType: string,
  pace: Pace,
): Promise<OtherSpans<WholeNotes> | null> {
  const isForm = /^multipart\//i.test(contentType);
  const read = isForm
    ? await readMultipart(bytes, pace, contentType, 'whole')
    : await readBatch(bytes, pace, 'whole');
  // The main thread knows the name of a session.
  if (read.parts.some(({ body }) => body['session_name'] === undefined && body['session_id'] !== undefined))
    return null;
  const whole = wholeSpans(read.parts, langsmithSpans);
  if (whole === null) return null;
  const { spans, orders } = whole;
  return { spans, rejected: read.rejected.list(), notes: { orders, besides: read.feedback } };
}
