// Opik: traces and spans of a project. The service has no native batch of Opik, so they travel as events of
// Langfuse's batch, whose ids may be any text.
import { asFinite, asString, isFields, type Fields } from '../../../service/read.ts';
import { timeMsOf } from '../files/times.ts';
import type { SourcePosition } from '../source.ts';
import { listIn, type PeerApi } from './api.ts';
import { observationParcels, scoreParcels, type BatchObservation } from './langfuse-batch.ts';
import type { PeerPage, PeerRows, TimeRange } from './peer-source.ts';

const PAGE = 100;

/** Page by page from the newest; a time limits what is new since the import began. */
export async function* opikPages(
  api: PeerApi,
  project: string,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  for (let page = (asFinite(start?.['page']) ?? 0) + 1; ; page += 1) {
    const answer = await api.get('/v1/private/traces', {
      project_name: project,
      page,
      size: PAGE,
      from_time: from,
      to_time: to,
      truncate: 'false',
    });
    const traces = listIn(answer, 'content');
    const total = isFields(answer) ? asFinite(answer['total']) : null;
    const rows: Fields[] = [];
    for (const trace of traces) rows.push(...(await rowsOfTrace(api, project, trace)));
    yield {
      rows,
      next: { page },
      share: total === null || total === 0 ? null : Math.min(1, (page * PAGE) / total),
    };
    if (traces.length < PAGE) return;
  }
}

async function rowsOfTrace(api: PeerApi, project: string, trace: Fields): Promise<Fields[]> {
  const rows: Fields[] = [{ ...trace, opik_trace: null }];
  for (let page = 1; ; page += 1) {
    const spans = listIn(
      await api.get('/v1/private/spans', {
        project_name: project,
        trace_id: asString(trace['id']) ?? '',
        page,
        size: PAGE,
        truncate: 'false',
      }),
      'content',
    );
    rows.push(...spans.map((span) => ({ ...span, opik_trace: trace })));
    if (spans.length < PAGE) return rows;
  }
}

export const opikRows: PeerRows = {
  parcelsOf: (rows, rules) => [
    ...observationParcels(
      rows.flatMap((row) => observationOf(row) ?? []),
      rules,
    ),
    ...scoreParcels(rows.flatMap(scoresOf)),
  ],
};

const TYPES: Readonly<Record<string, string>> = { llm: 'GENERATION', tool: 'TOOL', guardrail: 'GUARDRAIL' };

/** A trace is the root above its spans. */
function observationOf(row: Fields): BatchObservation | null {
  const id = asString(row['id']);
  if (id === null) return null;
  const traceId = asString(row['trace_id']) ?? id;
  const isTrace = row['trace_id'] === undefined || row['trace_id'] === null;
  const trace = isTrace ? row : isFields(row['opik_trace']) ? row['opik_trace'] : {};
  const failure = isFields(row['error_info']) ? row['error_info'] : null;
  const cost = isTrace ? null : asFinite(row['total_estimated_cost']);
  const startTime = timeText(row['start_time']);
  const endTime = timeText(row['end_time']) ?? startTime;
  const ttft = asFinite(row['ttft']);
  const startMs = timeMsOf(row['start_time']);
  return {
    trace: {
      id: traceId,
      name: asString(trace['name']) ?? traceId,
      ...(asString(trace['thread_id']) === null ? {} : { sessionId: trace['thread_id'] }),
      ...(Array.isArray(trace['tags']) ? { tags: trace['tags'] as unknown[] } : {}),
      ...(isFields(trace['metadata']) ? { metadata: trace['metadata'] } : {}),
    },
    body: {
      id: isTrace ? `${id}-root` : id,
      traceId,
      type: isTrace ? 'SPAN' : (TYPES[String(row['type'])] ?? 'SPAN'),
      name: row['name'] ?? '',
      startTime: startTime ?? null,
      endTime: endTime ?? null,
      ...(isTrace ? {} : { parentObservationId: asString(row['parent_span_id']) ?? `${traceId}-root` }),
      ...(row['input'] === undefined || row['input'] === null ? {} : { input: row['input'] }),
      ...(row['output'] === undefined || row['output'] === null ? {} : { output: row['output'] }),
      ...(isFields(row['metadata']) ? { metadata: row['metadata'] } : {}),
      ...(asString(row['model']) === null ? {} : { model: row['model'] }),
      ...(isFields(row['usage']) && !isTrace ? { usageDetails: usageOf(row['usage']) } : {}),
      ...(cost === null || cost <= 0 ? {} : { costDetails: { total: cost } }),
      ...(ttft === null || startMs === null
        ? {}
        : { completionStartTime: new Date(startMs + ttft).toISOString() }),
      ...(failure === null
        ? {}
        : {
            level: 'ERROR',
            statusMessage: asString(failure['message']) ?? asString(failure['exception_type']) ?? 'error',
          }),
    },
    costUsd: cost,
  };
}

const timeText = (value: unknown): string | undefined => {
  const ms = timeMsOf(value);
  return ms === null ? undefined : new Date(ms).toISOString();
};

/** The vendor's own names are beside the common ones, and would be counted twice. */
const usageOf = (usage: Fields): Fields =>
  Object.fromEntries(Object.entries(usage).filter(([name]) => !name.startsWith('original_usage.')));

function scoresOf(row: Fields): Fields[] {
  const scores = Array.isArray(row['feedback_scores']) ? row['feedback_scores'].filter(isFields) : [];
  const id = asString(row['id']) ?? '';
  const isTrace = row['trace_id'] === undefined || row['trace_id'] === null;
  const about = isTrace ? { traceId: id } : { traceId: row['trace_id'], observationId: id };
  return scores.map((score) =>
    Object.assign({}, about, {
      id: `opik-${id}-${String(score['name'])}`,
      name: score['name'],
      value: score['value'],
      dataType: 'NUMERIC',
      comment: asString(score['reason']),
      source: score['source'] === 'ui' ? 'ANNOTATION' : 'API',
      timestamp: score['created_at'] ?? row['start_time'],
    }),
  );
}
