// Langfuse: observations and scores of its interface (v4 by cursor, older servers trace by trace), and of the
// files of its blob export.
import { asFinite, asString, isFields, type Fields } from '../../../service/read.ts';
import { Fault } from '../../../service/fault.ts';
import { timeMsOf } from '../files/times.ts';
import type { SourcePosition } from '../source.ts';
import type { ImportRules } from '../tally.ts';
import { listIn, parsedText, recordIn, type PeerApi } from './api.ts';
import { observationParcels, scoreParcels, type BatchObservation } from './langfuse-batch.ts';
import type { DraftParcel, PeerPage, PeerRows, TimeRange } from './peer-source.ts';

const FIELDS = 'core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context';
/** Groups that older v4 servers know. */
const FEWER_FIELDS = 'core,basic,time,io,metadata,model,usage,prompt,metrics';
const PAGE = 500;
const SCORE_PAGE = 100;
const TRACE_PAGE = 50;
const TRACES_AT_ONCE = 4;

export const langfuseRows: PeerRows = {
  parcelsOf: (rows, rules) => langfuseParcels(rows, rules),
};

function langfuseParcels(rows: readonly Fields[], rules: ImportRules): DraftParcel[] {
  const scores = rows.filter(isScoreRow);
  const observations = rows.filter((row) => !isScoreRow(row));
  return [
    ...observationParcels(
      observations.flatMap((row) => langfuseObservation(row) ?? []),
      rules,
    ),
    ...scoreParcels(scores.map(scoreOf)),
  ];
}

/** The fields of a row show whether it is an observation or a score. */
const isScoreRow = (row: Fields): boolean =>
  ('data_type' in row || 'dataType' in row) &&
  'value' in row &&
  !('startTime' in row) &&
  !('start_time' in row);

/** v3 has what a score is about in `subject`, v2 in ids, and v2 has categories beside a number. */
function scoreOf(given: Fields): Fields {
  const row = camelCased(given);
  const { subject, stringValue } = row;
  const isWord = /^(CATEGORICAL|TEXT|CORRECTION)$/.test(String(row['dataType']));
  const isTrue = row['dataType'] === 'BOOLEAN' && typeof row['value'] !== 'boolean';
  return {
    ...row,
    ...(isWord && typeof stringValue === 'string' ? { value: stringValue } : {}),
    ...(isTrue ? { value: Number(row['value']) === 1 } : {}),
    ...(isFields(subject) ? subjectIds(subject) : {}),
  };
}

function subjectIds({ kind, id, traceId }: Fields): Fields {
  if (kind === 'observation') return { observationId: id, ...(traceId === undefined ? {} : { traceId }) };
  if (kind === 'trace') return { traceId: id };
  return kind === 'session' ? { sessionId: id } : { datasetRunId: id };
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

/** The files of the blob export have the names of the interface in snake case. */
function camelCased(row: Fields): Fields {
  if (!Object.keys(row).some((name) => name.includes('_'))) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
}

const KEPT = [
  'name',
  'level',
  'statusMessage',
  'version',
  'environment',
  'parentObservationId',
  'promptName',
  'promptVersion',
] as const;

const timeOf = (value: unknown): string | undefined => {
  const ms = timeMsOf(value);
  return ms === null ? undefined : new Date(ms).toISOString();
};

export function langfuseObservation(given: Fields): BatchObservation | null {
  const row = camelCased(given);
  const id = asString(row['id']);
  if (id === null || id === '') return null;
  const traceId = asString(row['traceId']) ?? id;
  const startTime = timeOf(row['startTime'] ?? row['timestamp']);
  // What never ended is stored with the last time that is known of it; otherwise it would wait for its end.
  const endTime = timeOf(row['endTime']) ?? timeOf(row['completionStartTime']) ?? startTime;
  const cost = costOf(row);
  const body = withoutEmpty({
    id,
    traceId,
    type: asString(row['type']) ?? 'SPAN',
    startTime,
    endTime,
    completionStartTime: timeOf(row['completionStartTime']),
    model: asString(row['providedModelName']) ?? asString(row['model']),
    modelParameters: recordIn(row['modelParameters']),
    input: parsedText(row['input']),
    output: parsedText(row['output']),
    metadata: recordIn(row['metadata']),
    usageDetails: recordIn(row['usageDetails']),
    usage: row['usageDetails'] === undefined ? recordIn(row['usage']) : {},
    costDetails: cost.details,
    ...Object.fromEntries(KEPT.map((name) => [name, row[name]])),
  });
  const trace = withoutEmpty({
    id: traceId,
    name: asString(row['traceName']) ?? '',
    userId: row['userId'],
    sessionId: row['sessionId'],
    tags: parsedText(row['tags']),
    release: row['release'],
    environment: row['environment'],
    metadata: recordIn(row['traceMetadata']),
  });
  return {
    trace: { ...trace, id: traceId, name: asString(trace['name']) ?? traceId },
    body: { ...body, id, startTime: startTime ?? null },
    costUsd: cost.total,
  };
}

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(isFields(value) && Object.keys(value).length === 0),
    ),
  );

function costOf(row: Fields): { details: Fields; total: number | null } {
  const details = recordIn(row['costDetails']);
  const sum = Object.entries(details)
    .filter(([name]) => name !== 'total')
    .reduce((total, [, value]) => total + (asFinite(value) ?? 0), 0);
  const total =
    asFinite(details['total']) ??
    number(row['totalCost']) ??
    number(row['calculatedTotalCost']) ??
    (sum > 0 ? sum : null);
  if (total === null || total <= 0) return { details: {}, total: null };
  return { details: { ...details, total }, total };
}

const number = (value: unknown): number | null =>
  asFinite(typeof value === 'string' && value !== '' ? Number(value) : value);

/** Observations first, then scores: a score may name an observation, and need not. */
export async function* langfusePages(
  api: PeerApi,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  const phase = start?.['phase'] ?? 'observations';
  if (phase === 'done') return;
  if (phase !== 'scores') {
    const isOld = phase === 'traces' || (phase === 'observations' && !(await hasV2(api)));
    yield* isOld ? tracePages(api, { from, to }, start) : observationPages(api, { from, to }, start);
  }
  yield* scorePages(api, { from, to }, phase === 'scores' ? start : null);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Fault && (error.status === 404 || error.status === 405 || error.status === 501);

async function hasV2(api: PeerApi): Promise<boolean> {
  try {
    await api.get('/api/public/v2/observations', { limit: 1 });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function* observationPages(
  api: PeerApi,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  let cursor = asString(start?.['cursor']) ?? undefined;
  let fields = FIELDS;
  for (;;) {
    const ask = () =>
      api.get('/api/public/v2/observations', {
        fields,
        limit: PAGE,
        cursor,
        fromStartTime: from,
        toStartTime: to,
      });
    const answer = await ask().catch((error: unknown) => {
      if (!(error instanceof Fault) || error.status !== 400 || fields === FEWER_FIELDS) throw error;
      fields = FEWER_FIELDS;
      return ask();
    });
    const rows = listIn(answer, 'data');
    cursor = cursorIn(answer);
    const next = cursor === undefined ? { phase: 'scores' } : { phase: 'observations', cursor };
    yield { rows, next, share: shareOf(rows.at(-1)?.['startTime'], { from, to }) };
    if (cursor === undefined) return;
  }
}

const cursorIn = (answer: unknown): string | undefined => {
  const meta = isFields(answer) ? answer['meta'] : null;
  return (isFields(meta) ? asString(meta['cursor']) : null) ?? undefined;
};

/** Lists go from the newest to the oldest. */
function shareOf(time: unknown, { from, to }: TimeRange): number | null {
  const [at, first, last] = [timeMsOf(time), timeMsOf(from), timeMsOf(to)];
  if (at === null || first === null || last === null || last <= first) return null;
  return Math.min(1, Math.max(0, (last - at) / (last - first)));
}

const totalPages = (answer: unknown): number => {
  const meta = isFields(answer) ? answer['meta'] : null;
  return (isFields(meta) ? asFinite(meta['totalPages']) : null) ?? 0;
};

/** Servers before v4: a list of traces, and each trace with its observations and scores. */
async function* tracePages(
  api: PeerApi,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  for (let page = (asFinite(start?.['page']) ?? 0) + 1; ; page += 1) {
    const answer = await api.get('/api/public/traces', {
      page,
      limit: TRACE_PAGE,
      orderBy: 'timestamp.asc',
      fromTimestamp: from,
      toTimestamp: to,
    });
    const traces = listIn(answer, 'data');
    const pages = totalPages(answer);
    const rows: Fields[] = [];
    for (let at = 0; at < traces.length; at += TRACES_AT_ONCE) {
      const some = traces.slice(at, at + TRACES_AT_ONCE);
      rows.push(...(await Promise.all(some.map((trace) => rowsOfTrace(api, trace)))).flat());
    }
    const isLast = page >= pages || traces.length === 0;
    yield {
      rows,
      next: isLast ? { phase: 'scores' } : { phase: 'traces', page },
      share: pages === 0 ? null : page / pages,
    };
    if (isLast) return;
  }
}

async function rowsOfTrace(api: PeerApi, listed: Fields): Promise<Fields[]> {
  const trace = await api.get(`/api/public/traces/${encodeURIComponent(String(listed['id']))}`);
  if (!isFields(trace)) return [];
  const about = {
    traceName: trace['name'],
    userId: trace['userId'],
    sessionId: trace['sessionId'],
    tags: trace['tags'],
    release: trace['release'],
    traceMetadata: trace['metadata'],
  };
  return listIn(trace, 'observations').map((row) => Object.assign({}, about, row));
}

/** v3 by cursor; v2 by page on servers without it. */
async function* scorePages(
  api: PeerApi,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  let cursor = asString(start?.['cursor']) ?? undefined;
  let page = asFinite(start?.['page']) ?? 0;
  let isV3 = page === 0;
  for (;;) {
    const times = { fromTimestamp: from, toTimestamp: to };
    const old = () => api.get('/api/public/v2/scores', { page: page + 1, limit: SCORE_PAGE, ...times });
    const answer = isV3
      ? await api
          .get('/api/public/v3/scores', { limit: SCORE_PAGE, cursor, fields: 'details,subject', ...times })
          .catch((error: unknown) => {
            if (!isMissing(error)) throw error;
            isV3 = false;
            return old();
          })
      : await old();
    const rows = listIn(answer, 'data');
    cursor = isV3 ? cursorIn(answer) : undefined;
    page = isV3 ? 0 : page + 1;
    const isLast = isV3 ? cursor === undefined : page >= totalPages(answer) || rows.length === 0;
    const next = isLast ? { phase: 'done' } : isV3 ? { phase: 'scores', cursor } : { phase: 'scores', page };
    if (rows.length > 0) yield { rows, next, share: isLast ? 1 : null };
    if (isLast) return;
  }
}
