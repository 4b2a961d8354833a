// Turns an export of log records into records for the store: the events of coding agents become spans first. The preparing
// thread runs it too.
import { AppError } from '#lib/app-error';
import type { Pace } from '#lib/yield-to-event-loop';
import {
  AgentEventReader,
  decodeLogsJson,
  decodeLogsProtobuf,
  SpanEventReader,
  type AgentSpans,
  type Encoding,
  type LogEvent,
} from '#otlp';
import type { Incoming } from '#records';
import { makeOfSpans, type MadeSpans, type SpanLookUp } from './make-spans.ts';
import type { Preparation } from './prepare.ts';

/** Log records that became no span. */
export type AgentCounts = Omit<AgentSpans, 'spans'>;

export type MadeLogs = MadeSpans & { events: AgentCounts; ofSpans: readonly LogEvent[] };

export async function makeLogs(
  bytes: Buffer,
  encoding: Encoding,
  how: Preparation,
  pace: Pace,
  lookUp: SpanLookUp,
  take: (record: Incoming) => void,
): Promise<MadeLogs> {
  const decoded = encoding === 'json' ? decodeLogsJson(bytes) : decodeLogsProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  const reader = new AgentEventReader();
  const ofSpans = new SpanEventReader();
  for (const record of decoded.records) {
    if (pace.isDue) await pace.rest();
    if (!ofSpans.add(record)) reader.add(record);
  }
  const { spans, ...events } = reader.finish();
  return { ...(await makeOfSpans(spans, how, pace, lookUp, take)), events, ofSpans: ofSpans.events };
}
