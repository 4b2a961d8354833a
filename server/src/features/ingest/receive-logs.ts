// POST /v1/logs, and the same over gRPC: the events of coding agents become spans and are stored like them. Events of
// the GenAI conventions belong to the span that they name (span-events/waiting-events.ts); results of evaluations are
// scores. All other log records are not stored, and the response counts them. Events of an agent that have nothing to
// store are counted only in the diagnostics, because Gemini CLI shows every partial success to its user.
import type { Context } from '#core/context';
import {
  mayHaveAgentEvents,
  mayHaveSpanEvents,
  partialSuccess,
  scoreOfEvent,
  type Encoding,
  type LogEvent,
  type Rejection,
} from '#otlp';
import type { AgentCounts } from './make-logs.ts';
import { prepareLogs } from './prepare-and-store.ts';
import { storeSpans } from './receive-traces.ts';
import { saveSpanScores } from './save-span-scores.ts';
import { keepEvents, worthKeeping } from './span-events/waiting-events.ts';
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
  if (!mayHaveAgentEvents(bytes) && !mayHaveSpanEvents(bytes))
    return refuseSignal(ctx, 'logs', bytes, encoding);
  const { prepared, events, ofSpans } = await prepareLogs(ctx, bytes, encoding, projectName);
  if (prepared.spanCount + events.passed + ofSpans.length === 0)
    return noteNotStored(ctx, 'logs', events.other);
  const noted = [...notStored(events), ...(await keepSpanEvents(ctx, ofSpans, prepared.request.project))];
  const all = { ...prepared, rejected: [...noted, ...prepared.rejected] };
  const { rejected, quota } = await storeSpans(ctx, all, { door: 'open', endpoint: 'logs', projectName });
  const causes = quota ? [...rejected, ...noted] : rejected;
  const shown = causes.filter(({ reason }) => reason !== WITHOUT_CALL);
  const partial = partialSuccess(shown, ctx.config.providers, 'log record');
  return partial && { count: partial.rejectedSpans, message: partial.errorMessage };
}

/** On disk when it resolves. Returns those that cannot be kept. */
async function keepSpanEvents(
  ctx: Context,
  events: readonly LogEvent[],
  project: number,
): Promise<Rejection[]> {
  if (events.length === 0) return [];
  const scores = events.flatMap(({ traceId, spanId, event }) => {
    const score = scoreOfEvent({ traceId, spanId }, event);
    return score ? { project, score } : [];
  });
  const waiting = worthKeeping(events, ctx.account.consents.plaintextStorage);
  return [...(await saveSpanScores(ctx, scores)), ...(await keepEvents(ctx, waiting))];
}

function notStored({ passed, example, other }: AgentCounts): Rejection[] {
  const noted: Rejection[] = [];
  if (other > 0) noted.push({ reason: 'signal_not_stored', count: other, example: '' });
  if (passed > 0) noted.push({ reason: WITHOUT_CALL, count: passed, example });
  return noted;
}
