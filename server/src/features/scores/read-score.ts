// Validates one score and turns it into a draft. A rejection names the field, the rule and the value. Scores
// of a batch are read one by one, so that a bad one does not lose the others.
import { DAY_MS } from '#lib/clock';
import { isObject } from '#lib/is-object';
import { parseIsoTime } from '#lib/iso-time';
import type { Json, JsonObject } from '#records';
import { MAX_LABEL, MAX_SCORE_NAME } from '#services/record-access';
import {
  DATA_TYPES,
  MAX_ID,
  MAX_METADATA_BYTES,
  MAX_SCORE_TEXT,
  SOURCES,
  type ScoreDataType,
  type ScoreRejectionCode,
  type ScoreSource,
} from './schemas.ts';

/** A score as a client sends it, and as other parts of the service hand it over. */
export interface ScoreDraft {
  id?: string | null;
  name: string;
  dataType?: ScoreDataType | null;
  value: number | boolean | string;
  comment?: string | null;
  source?: ScoreSource | null;
  callId?: string | null;
  traceId?: string | null;
  spanId?: string | null;
  sessionId?: string | null;
  runId?: string | null;
  metadata?: JsonObject | null;
  /** ISO 8601. */
  createdAt?: string | null;
}

export interface ReadScore {
  id: string | null;
  name: string;
  dataType: ScoreDataType;
  /** For numeric scores; 0 or 1 for boolean ones. */
  number: number | null;
  label: string | null;
  text: string | null;
  comment: string | null;
  metadata: JsonObject | null;
  source: ScoreSource | null;
  callId: string | null;
  traceId: string | null;
  spanId: string | null;
  sessionId: string | null;
  runId: string | null;
  createdAtMs: number | null;
}

export interface ScoreRejection {
  id: string | null;
  reason: string;
  code: ScoreRejectionCode;
  field: string | null;
}

interface ScoreRules {
  nowMs: number;
  retentionDays: number;
}

/** Ids of scores in other tables begin with one of these. */
const OWN_ID_PREFIXES = ['eval-score:', 'annotation:'] as const;

const MAX_DEPTH = 16;
const MAX_NUMBER = 1e15;
const FUTURE_MS = DAY_MS;
const NUL = '\u0000';
const CONTROL = /\p{Cc}/u;
const LINKS = ['callId', 'traceId', 'spanId', 'sessionId', 'runId'] as const;

/** Thrown and caught in this file only. */
class Unfit {
  readonly field: string | null;
  readonly reason: string;
  readonly code: ScoreRejectionCode;
  constructor(field: string | null, reason: string, code: ScoreRejectionCode = 'field_rule') {
    this.field = field;
    this.reason = reason;
    this.code = code;
  }
}

const unfit = (field: string, must: string, value: unknown, code?: ScoreRejectionCode): never => {
  throw new Unfit(field, `${field} must be ${must}; ${seen(value)}.`, code);
};

/** Values may be content, so the sentence names only their type. */
function seen(value: unknown): string {
  if (value === undefined) return 'it is missing';
  if (typeof value === 'string') return `got a string of ${value.length} characters`;
  if (Array.isArray(value)) return `got an array of ${value.length}`;
  if (isObject(value)) return 'got an object';
  return `got ${JSON.stringify(value)}`;
}

function text(field: string, value: unknown, max: number, oneLine: boolean): string {
  const usable =
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= max &&
    !value.includes(NUL) &&
    // UTF-8 cannot encode a lone surrogate, so two such ids would be stored as the same bytes.
    value.isWellFormed() &&
    (!oneLine || (!CONTROL.test(value) && value.trim() !== ''));
  if (usable) return value;
  return unfit(field, `a string of 1 to ${max} characters${oneLine ? ' on one line' : ''}`, value);
}

const absent = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === '';

const optionalText = (sent: JsonObject, field: string, max: number, oneLine: boolean): string | null =>
  absent(sent[field]) ? null : text(field, sent[field], max, oneLine);

function oneOf<T extends string>(sent: JsonObject, field: string, words: readonly T[]): T | null {
  const value = sent[field];
  if (value === undefined || value === null) return null;
  return words.find((word) => word === value) ?? unfit(field, `one of ${words.join(', ')}`, value);
}

type Value = Pick<ReadScore, 'dataType' | 'number' | 'label' | 'text'>;

function valueOf(sent: JsonObject): Value {
  const { value } = sent;
  const dataType = oneOf(sent, 'dataType', DATA_TYPES) ?? usualType(value);
  const none = { dataType, number: null, label: null, text: null };
  if (dataType === 'numeric') return { ...none, number: numberOf(value) };
  if (dataType === 'boolean') {
    if (value !== true && value !== false && value !== 0 && value !== 1)
      return unfit('value', 'true, false, 0 or 1', value);
    return { ...none, number: Number(value) };
  }
  return dataType === 'categorical'
    ? { ...none, label: text('value', value, MAX_LABEL, true) }
    : { ...none, text: text('value', value, MAX_SCORE_TEXT, false) };
}

function usualType(value: unknown): ScoreDataType {
  if (typeof value === 'number') return 'numeric';
  return typeof value === 'boolean' ? 'boolean' : 'categorical';
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_NUMBER))
    return unfit('value', 'a number between -1e15 and 1e15', value);
  // Turns -0 into 0.
  return value + 0;
}

function metadataOf(sent: JsonObject): JsonObject | null {
  const value = sent['metadata'];
  if (value === undefined || value === null) return null;
  if (!isObject(value)) return unfit('metadata', 'an object or null', value);
  if (isDeeper(value, MAX_DEPTH)) return unfit('metadata', `nested at most ${MAX_DEPTH} levels`, value);
  const written = JSON.stringify(value);
  if (Buffer.byteLength(written) > MAX_METADATA_BYTES)
    return unfit('metadata', 'at most 16 KiB of JSON', value);
  return value;
}

const isDeeper = (value: Json, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1)));

function timeOf(sent: JsonObject, { nowMs, retentionDays }: ScoreRules): number | null {
  const value = sent['createdAt'];
  if (value === undefined || value === null) return null;
  const ms = typeof value === 'string' ? parseIsoTime(value) : null;
  if (ms === null)
    return unfit('createdAt', 'an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z', value);
  if (ms > nowMs + FUTURE_MS)
    return unfit('createdAt', 'at most 24 hours in the future', value, 'timestamp_in_future');
  if (ms <= nowMs - retentionDays * DAY_MS) {
    const kept = `within the last ${retentionDays} days, which is how long scores are kept`;
    return unfit('createdAt', kept, value, 'timestamp_too_old');
  }
  return ms;
}

function idOf(sent: JsonObject): string | null {
  const id = optionalText(sent, 'id', MAX_ID, true);
  if (id !== null && OWN_ID_PREFIXES.some((prefix) => id.startsWith(prefix)))
    throw new Unfit('id', `id must not begin with ${OWN_ID_PREFIXES.join(' or ')}.`);
  return id;
}

function read(sent: JsonObject, rules: ScoreRules): ReadScore {
  const id = idOf(sent);
  const name = text('name', sent['name'], MAX_SCORE_NAME, true);
  const value = valueOf(sent);
  const comment = optionalText(sent, 'comment', MAX_SCORE_TEXT, false);
  const [callId = null, traceId = null, spanId = null, sessionId = null, runId = null] = LINKS.map((link) =>
    optionalText(sent, link, MAX_ID, true),
  );
  if (callId === null && traceId === null && spanId === null && sessionId === null && runId === null)
    throw new Unfit('callId', `One of ${LINKS.join(', ')} is needed.`);
  return {
    id,
    name,
    ...value,
    comment,
    metadata: metadataOf(sent),
    source: oneOf(sent, 'source', SOURCES),
    callId,
    traceId,
    spanId,
    sessionId,
    runId,
    createdAtMs: timeOf(sent, rules),
  };
}

export function readScore(
  value: unknown,
  rules: ScoreRules,
): { ok: true; score: ReadScore } | { ok: false; rejection: ScoreRejection } {
  const id = isObject(value) && typeof value['id'] === 'string' ? value['id'].slice(0, MAX_ID) : null;
  try {
    if (!isObject(value)) throw new Unfit(null, `A score must be an object; ${seen(value)}.`);
    return { ok: true, score: read(value as JsonObject, rules) };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const { reason, code, field } = error;
    return { ok: false, rejection: { id, reason, code, field } };
  }
}
