// Observations as events of Langfuse's own batch, which the service maps. Opik's spans take the same way.
import { asString, type Fields } from '../../../service/read.ts';
import type { ImportRules } from '../tally.ts';
import { timeMsOf } from '../files/times.ts';
import { packed, type DraftParcel } from './peer-source.ts';

const LANGFUSE_BATCH = '/api/public/ingestion';

const MAX_EVENTS = 200;

interface BatchTrace {
  id: string;
  [member: string]: unknown;
}

export interface BatchObservation {
  trace: BatchTrace;
  body: Record<string, unknown> & { id: string; startTime: unknown };
  costUsd: number | null;
}

const event = (type: string, body: Record<string, unknown> & { id: string }, timestamp: string): string =>
  JSON.stringify({ id: body.id, type, timestamp, body });

const isoOf = (value: unknown): string => {
  const ms = timeMsOf(value);
  return new Date(ms ?? 0).toISOString();
};

/** Each request has the traces of its observations, so none of them waits for another request. */
export function observationParcels(
  observations: readonly BatchObservation[],
  rules: ImportRules,
): DraftParcel[] {
  const items = observations.map(({ trace, body, costUsd }) => ({
    json: `${event('trace-create', trace, isoOf(body.startTime))},${event('observation-create', body, isoOf(body.startTime))}`,
    note: (tally: DraftParcel['tally']) =>
      tally.note(
        {
          timeMs: timeMsOf(body.startTime),
          costUsd,
          hasContent: body['input'] !== undefined || body['output'] !== undefined,
          id: body.id,
        },
        rules,
      ),
  }));
  return packed(items, MAX_EVENTS, batchRequest);
}

/** Scores by their own ids: one that is sent again replaces itself. */
export function scoreParcels(scores: readonly Fields[]): DraftParcel[] {
  const items = scores.flatMap((score) => {
    const id = asString(score['id']);
    if (id === null) return [];
    return [
      {
        json: event('score-create', { ...score, id }, isoOf(score['timestamp'] ?? score['createdAt'])),
        note: (tally: DraftParcel['tally']) => void (tally.scores += 1),
      },
    ];
  });
  return packed(items, MAX_EVENTS, batchRequest);
}

const batchRequest = (list: string) => ({ path: LANGFUSE_BATCH, body: `{"batch":[${list}]}` });
