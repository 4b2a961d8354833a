// Rows of an export as records and scores. Calls and scores are checked by the rules of the interface, because anyone may
// have written the file.
import { isObject } from '#lib/is-object';
import { DAY_MS, isoTime } from '#lib/clock';
import { isSafeJson } from '#lib/safe-json';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { readRecord, reasonOf, type ImportedRecord } from '#features/ingest';
import type { ScoreDraft } from '#features/scores';
import { MAX_AMOUNT } from '#records/record';
import type { Json, JsonObject, ObservationRecord, ObservationType } from '#records';
import { EVAL_RUN_TAG } from '#semconv';
import type { DataRow } from './read-part.ts';

export interface RowRules {
  nowMs: number;
  retentionDays: number;
  /** Whether the export is of this account: then its runs and judgements are here already. */
  isOwn: boolean;
}

/** Why a row is not imported. `rule` is the same for all rows with the same fault. */
export interface RowFault {
  id: string | null;
  rule: string;
  reason: string;
}

export type ReadRow<Value> = { ok: true; value: Value } | { ok: false; fault: RowFault };

export const rulesFor = ({ account, clock }: Context, isOwn: boolean): RowRules => ({
  nowMs: clock.now(),
  retentionDays: account.retentionDays,
  isOwn,
});

/** Thrown and caught in this file only. */
class UnfitRow {
  readonly rule: string;
  constructor(rule: string) {
    this.rule = rule;
  }
}

const MAX_TEXT = 256;
const MAX_NAME = 1_024;
const MAX_DEPTH = 40;
const MAX_TAGS = 50;

function reading<Value>(row: DataRow, read: () => Value): ReadRow<Value> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof UnfitRow)) throw error;
    const { rule } = error;
    return { ok: false, fault: { id: idOf(row), rule, reason: rule } };
  }
}

const idOf = ({ id }: DataRow): string | null => (typeof id === 'string' ? id.slice(0, MAX_TEXT) : null);

function json(row: DataRow, name: string): Json {
  const text = row[name];
  if (text === undefined || text === null) return null;
  const fault = new UnfitRow(`${name} must be JSON, nested at most ${MAX_DEPTH} levels`);
  if (typeof text !== 'string') throw fault;
  try {
    const value = JSON.parse(text) as Json;
    // Later code walks these values recursively.
    if (!isSafeJson(value, MAX_DEPTH)) throw fault;
    return value;
  } catch {
    throw fault;
  }
}

const timeText = (row: DataRow, name: string): string => {
  const value = row[name];
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new UnfitRow(`${name} must be a time`);
};

const CONTENT_TEXTS = new Set<keyof Content>(['error']);
const CONTENT_OBJECTS = new Set<keyof Content>(['attributes', 'requestMeta']);
const CONTENT_ANYTHING = [
  'systemInstructions',
  'toolCalls',
  'errorDetails',
  'redactionMetadata',
  'input',
  'output',
] as const satisfies readonly (keyof Content)[];

function contentOf(row: DataRow): Content | null {
  const others = json(row, 'content') ?? {};
  if (!isObject(others)) throw new UnfitRow('content must be an object');
  const content: Record<string, Json> = {};
  const parts: JsonObject = { ...others };
  for (const name of ['input', 'output'] as const) {
    const value = json(row, name);
    if (value !== null) parts[name] = value;
  }
  for (const name of CONTENT_TEXTS) if (typeof parts[name] === 'string') content[name] = parts[name];
  for (const name of CONTENT_OBJECTS) if (isObject(parts[name])) content[name] = parts[name];
  for (const name of CONTENT_ANYTHING) if (parts[name] !== undefined) content[name] = parts[name];
  return Object.keys(content).length === 0 ? null : content;
}

const amountOf = (row: DataRow, name: string): number => {
  const value = row[name] ?? 0;
  if (typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT) return value;
  throw new UnfitRow(`${name} must be a number between 0 and 1e15`);
};

/** Any provider is allowed, because some endpoint accepted the record before. */
const anyProvider = (provider: string | null): string | null => provider;

export function readCallRow(row: DataRow, rules: RowRules): ReadRow<ImportedRecord> {
  const prepared = reading(row, () => ({
    sent: {
      ...row,
      timestamp: timeText(row, 'timestamp'),
      tags: tagsOf(row, rules),
      errorDetails: json(row, 'errorDetails'),
      toolCalls: json(row, 'toolCalls'),
      redactionMetadata: json(row, 'redactionMetadata'),
      requestMeta: json(row, 'requestMeta'),
    },
    cacheRead: amountOf(row, 'cachedTokens'),
    cacheWrite: amountOf(row, 'cacheWriteTokens'),
    reasoning: amountOf(row, 'reasoningTokens'),
    audio: amountOf(row, 'audioTokens'),
    content: contentOf(row),
  }));
  if (!prepared.ok) return prepared;
  const { sent, content, cacheRead, cacheWrite, reasoning, audio } = prepared.value;
  const { nowMs, retentionDays } = rules;
  const read = readRecord(sent, {
    providers: new Set(),
    nameProvider: anyProvider,
    nowMs,
    retentionDays,
  });
  if (!read.ok)
    return {
      ok: false,
      fault: { id: read.id, rule: read.rejection.rule, reason: reasonOf(read.rejection) },
    };
  const { call } = read;
  const usage = {
    uncachedInput: Math.max(0, call.promptTokens - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    outputText: Math.max(0, call.completionTokens - reasoning),
    reasoning,
    audio,
  };
  // A call without a price gets one if there is one here.
  const costUsd = row['priceSource'] === 'none' ? null : call.costUsd;
  return { ok: true, value: { record: { ...call, usage, costUsd }, content } };
}

/**
 * The run of another account is not the run with this number here. The call keeps the tag, with a value that
 * is not the number of a run.
 */
function tagsOf({ tags }: DataRow, { isOwn }: RowRules): unknown {
  if (!isObject(tags) || isOwn || !(EVAL_RUN_TAG in tags)) return tags;
  return { ...tags, [EVAL_RUN_TAG]: `imported ${String(tags[EVAL_RUN_TAG])}`.slice(0, MAX_TEXT) };
}

const OBSERVATION_TYPES: Readonly<Record<ObservationType, true>> = {
  agent: true,
  tool: true,
  retriever: true,
  embedding: true,
  chain: true,
  guardrail: true,
  evaluator: true,
  http: true,
  db: true,
  messaging: true,
  function: true,
  skill: true,
  command: true,
  decision: true,
  task: true,
  span: true,
};

export const readObservationRow = (row: DataRow, rules: RowRules): ReadRow<ImportedRecord> =>
  reading(row, () => ({ record: observationOf(row, rules), content: contentOf(row) }));

function observationOf(row: DataRow, { nowMs, retentionDays }: RowRules): ObservationRecord {
  const text = (name: string, max = MAX_TEXT): string => {
    const value = row[name];
    if (typeof value === 'string' && value.length <= max && value !== '' && value.isWellFormed())
      return value;
    throw new UnfitRow(`${name} must be a string of 1 to ${max} characters`);
  };
  const optional = (name: string, max = MAX_TEXT): string | null =>
    row[name] === undefined || row[name] === null ? null : text(name, max);
  const timestampMs = Date.parse(timeText(row, 'timestamp'));
  if (timestampMs > nowMs + DAY_MS) throw new UnfitRow('timestamp must be at most 24 hours in the future');
  if (timestampMs <= nowMs - retentionDays * DAY_MS) {
    throw new UnfitRow(
      `timestamp must be within the last ${retentionDays} days, which is how long records are kept`,
    );
  }
  const type = text('type');
  if (!Object.hasOwn(OBSERVATION_TYPES, type))
    throw new UnfitRow(`type must be one of ${Object.keys(OBSERVATION_TYPES).join(', ')}`);
  const attributes = json(row, 'attributes') ?? {};
  if (!isObject(attributes)) throw new UnfitRow('attributes must be an object');
  return {
    kind: 'observation',
    id: text('id'),
    type: type as ObservationType,
    name: text('name', MAX_NAME),
    timestampMs,
    durationMs: amountOf(row, 'durationMs'),
    error: optional('error', Number.MAX_SAFE_INTEGER),
    traceId: text('traceId'),
    spanId: text('spanId'),
    parentSpanId: optional('parentSpanId'),
    sessionId: optional('sessionId'),
    tool: optional('tool') ?? '',
    operation: optional('operation') ?? '',
    labels: {
      userId: optional('userId') ?? '',
      agent: optional('agent') ?? '',
      release: optional('release') ?? '',
      environment: optional('environment') ?? '',
      service: optional('service') ?? '',
      mcpServer: optional('mcpServer') ?? '',
    },
    tags: observationTags(row),
    attributes,
  };
}

function observationTags({ tags }: DataRow): Record<string, string> {
  if (tags === undefined || tags === null) return {};
  const isFit =
    isObject(tags) &&
    Object.keys(tags).length <= MAX_TAGS &&
    Object.entries(tags).every(
      ([key, value]) =>
        key !== '' && key.length <= MAX_TEXT && typeof value === 'string' && value.length <= MAX_TEXT,
    );
  if (!isFit) throw new UnfitRow(`tags must be at most ${MAX_TAGS} strings of up to ${MAX_TEXT} characters`);
  return tags as Record<string, string>;
}

/** Results of judges, rules and people have ids that no client may use. */
const OF_EVALUATIONS = /^(?:eval-score|annotation):/;
const SKIPPED = 'scores of evaluations and annotations are in this account already';
const WITHOUT_VALUE = 'the value must be in the export; texts are only with content';

/** `saveScores` checks the rest. */
export const readScoreRow = (row: DataRow, { isOwn }: RowRules): ReadRow<ScoreDraft> =>
  reading(row, () => {
    const id = idOf(row) ?? '';
    const isOfEvaluation = OF_EVALUATIONS.test(id);
    if (isOfEvaluation && isOwn) throw new UnfitRow(SKIPPED);
    const value = scoreValue(row);
    if (value === null) throw new UnfitRow(WITHOUT_VALUE);
    const linked = Object.fromEntries(
      ['callId', 'traceId', 'spanId', 'sessionId', 'runId', 'comment'].map((name) => [
        name,
        row[name] ?? null,
      ]),
    );
    return {
      ...linked,
      id: isOfEvaluation ? `imported:${id}` : id,
      name: row['name'] as string,
      dataType: row['dataType'] as ScoreDraft['dataType'],
      source: row['source'] as ScoreDraft['source'],
      value,
      metadata: json(row, 'metadata') as JsonObject | null,
      createdAt: isoTime(Date.parse(timeText(row, 'createdAt'))),
    } as ScoreDraft;
  });

function scoreValue({ dataType, number, label, text }: DataRow): ScoreDraft['value'] | null {
  if (dataType === 'boolean') return number === 0 || number === 1 ? number === 1 : null;
  const value = dataType === 'numeric' ? number : dataType === 'categorical' ? label : text;
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
