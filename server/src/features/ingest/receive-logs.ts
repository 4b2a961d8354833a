// POST /v1/logs, and the same over gRPC: the events of coding agents become spans and are stored like them.
// All other log records are not stored, and the response counts them. Events of an agent that have nothing to
// store are counted only in the diagnostics, because Gemini CLI shows every partial success to its user.
import type { Context } from '#core/context';
import { mayHaveAgentEvents, partialSuccess, type Encoding, type Rejection } from '#otlp';
import type { AgentCounts } from './make-logs.ts';
import { prepareLogs } from './prepare-and-store.ts';
import { storeSpans } from './receive-traces.ts';
import { noteNotStored, refuseSignal, type NotStored } from './refuse-signal.ts';

const WITHOUT_CALL = 'event_not_stored';

/** Null if every log record with something to store was stored. */
export async function receiveLogs(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  /** The project that a header names. */
  projectName?: string,
): Promise<NotStored | null> {
  if (!mayHaveAgentEvents(bytes)) return refuseSignal(ctx, 'logs', bytes, encoding);
  const { prepared, events } = await prepareLogs(ctx, bytes, encoding, projectName);
  if (prepared.spanCount + events.passed === 0) return noteNotStored(ctx, 'logs', events.other);
  const noted = notStored(events);
  const all = { ...prepared, rejected: [...noted, ...prepared.rejected] };
  const { rejected, quota } = await storeSpans(ctx, all, { door: 'open', endpoint: 'logs', projectName });
  const causes = quota ? [...rejected, ...noted] : rejected;
  const shown = causes.filter(({ reason }) => reason !== WITHOUT_CALL);
  const partial = partialSuccess(shown, ctx.config.providers, 'log record');
  return partial && { count: partial.rejectedSpans, message: partial.errorMessage };
}

function notStored({ passed, example, other }: AgentCounts): Rejection[] {
  const noted: Rejection[] = [];
  if (other > 0) noted.push({ reason: 'signal_not_stored', count: other, example: '' });
  if (passed > 0) noted.push({ reason: WITHOUT_CALL, count: passed, example });
  return noted;
}
