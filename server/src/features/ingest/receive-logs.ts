// POST /v1/logs, and the same over gRPC: the events of coding agents become spans and are stored like them. All other log
// records are not stored, and the response counts them. Events of an agent that have nothing to store are counted in the
// diagnostics only: Gemini CLI shows every partial success to its user.
import { AppError } from '#lib/app-error';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import {
  AgentEventReader,
  decodeLogsJson,
  decodeLogsProtobuf,
  mayHaveAgentEvents,
  partialSuccess,
  type AgentSpans,
  type Encoding,
  type LogRecord,
  type Rejection,
} from '#otlp';
import { receiveSpans } from './receive-traces.ts';
import { refuseSignal, type NotStored } from './refuse-signal.ts';

const WITHOUT_CALL = 'event_not_stored';

/** Null if every log record was stored that has something to store. */
export async function receiveLogs(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  /** The project that a header names. */
  projectName?: string,
): Promise<NotStored | null> {
  if (!mayHaveAgentEvents(bytes)) return refuseSignal(ctx, 'logs', bytes, encoding);
  const decoded = encoding === 'json' ? decodeLogsJson(bytes) : decodeLogsProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  const read = await readEvents(decoded.records);
  if (read.spans.length + read.passed === 0) return refuseSignal(ctx, 'logs', bytes, encoding);
  const noted = notStored(read);
  const { rejected, quota } = await receiveSpans(ctx, read.spans, { endpoint: 'logs', projectName }, noted);
  const all = quota ? [...rejected, ...noted] : rejected;
  const told = all.filter(({ reason }) => reason !== WITHOUT_CALL);
  const partial = partialSuccess(told, ctx.config.providers, 'log record');
  return partial && { count: partial.rejectedSpans, message: partial.errorMessage };
}

async function readEvents(records: readonly LogRecord[]): Promise<AgentSpans> {
  const pace = new Pace();
  const reader = new AgentEventReader();
  for (const record of records) {
    if (pace.isDue) await pace.rest();
    reader.add(record);
  }
  return reader.finish();
}

function notStored({ passed, example, other }: AgentSpans): Rejection[] {
  const noted: Rejection[] = [];
  if (other > 0) noted.push({ reason: 'signal_not_stored', count: other, example: '' });
  if (passed > 0) noted.push({ reason: WITHOUT_CALL, count: passed, example });
  return noted;
}
