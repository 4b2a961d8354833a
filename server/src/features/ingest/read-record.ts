// Validates one record of a JSON request and turns it into a call. A rejection names the field, the rule and
// the value, so that a developer can act on it. Written by hand, because it runs for every record and has to
// say more than a schema validator does.
import { DAY_MS } from '#lib/clock';
import { MAX_AMOUNT, type CallRecord, type Json, type JsonObject, type TokenUsage } from '#records/record';
import { toBuckets, type ProviderNamer } from '#otlp';
import { parseIsoTime } from '#lib/iso-time';
import type { RecordRejectionCode } from '#services/receipts';
import type { RecordRejection } from './rejections.ts';

export interface ReadRules {
  providers: ReadonlySet<string>;
  /** Set for an account that accepts any provider. */
  nameProvider?: ProviderNamer | null;
  nowMs: number;
  retentionDays: number;
}

type ReadResult =
  | { ok: true; call: CallRecord }
  | { ok: false; id: string | null; rejection: RecordRejection };

const MAX_ID = 256;
const MAX_MODEL = 128;
const MAX_PROVIDER = 64;
const MAX_LINK = 256;
const MAX_TAGS = 50;
const MAX_TAG_KEY = 64;
const MAX_TAG_VALUE = 256;
const MAX_DEPTH = 32;
const FUTURE_MS = DAY_MS;
const AT_MOST = 'at most 1e15';

/** Thrown and caught in this file only. */
class Unfit {
  readonly rejection: RecordRejection;
  constructor(rejection: RecordRejection) {
    this.rejection = rejection;
  }
}

const SEEN_CHARS = 60;

function seen(value: unknown): string {
  if (value === undefined) return 'it is missing';
  if (Array.isArray(value)) return `got an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'got an object';
  // JSON may contain larger numbers than a double can hold, for example 1e400.
  const text =
    typeof value === 'number' && !Number.isFinite(value) ? 'more than 1e308' : JSON.stringify(value);
  return `got ${text.length > SEEN_CHARS ? `${text.slice(0, SEEN_CHARS)}…` : text}`;
}

/** For fields that may hold content: the receipts store the sentence. */
const seenOf = (value: unknown): string =>
  typeof value === 'string' ? `got a string of ${value.length} characters` : seen(value);

const reject = (
  field: string,
  rule: string,
  seen: string,
  code: RecordRejectionCode = 'field_rule',
): never => {
  throw new Unfit({ code, field, rule, seen });
};

const unfit = (field: string, must: string, value: unknown, code?: RecordRejectionCode): never =>
  reject(field, `${field} must be ${must}`, seen(value), code);

const tooLong = (field: string, max: number, { length }: string): never =>
  reject(field, `${field} must be at most ${max} characters long`, `it has ${length}`);

function text(record: JsonObject, field: string, max: number): string {
  const value = record[field];
  if (typeof value === 'string' && value.length >= 1 && value.length <= max) return value;
  if (typeof value === 'string' && value.length > max) return tooLong(field, max, value);
  return unfit(field, `a string of 1 to ${max} characters`, value);
}

function optionalText(record: JsonObject, field: string, max: number): string | null {
  const value = record[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return unfit(field, 'a string or null', value);
  if (value.length > max) return tooLong(field, max, value);
  return value === '' ? null : value;
}

function amount(record: JsonObject, field: string): number {
  const value = record[field];
  if (typeof value !== 'number' || !(value >= 0)) return unfit(field, 'a number of at least 0', value);
  if (value > MAX_AMOUNT) return unfit(field, AT_MOST, value);
  // Turns -0 into 0.
  return value + 0;
}

function time(record: JsonObject, { nowMs, retentionDays }: ReadRules): number {
  const value = record['timestamp'];
  const ms = typeof value === 'string' ? parseIsoTime(value) : null;
  if (ms === null)
    return unfit('timestamp', 'an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z', value);
  if (ms > nowMs + FUTURE_MS)
    return unfit('timestamp', 'at most 24 hours in the future', value, 'timestamp_in_future');
  if (ms <= nowMs - retentionDays * DAY_MS) {
    return unfit(
      'timestamp',
      `within the last ${retentionDays} days, which is how long records are kept`,
      value,
      'timestamp_too_old',
    );
  }
  return ms;
}

function tags(record: JsonObject): Record<string, string> {
  const value = record['tags'];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    return reject('tags', 'tags must be an object of strings', seenOf(value));
  }
  const keys = Object.keys(value);
  if (keys.length > MAX_TAGS)
    return reject('tags', `tags must be at most ${MAX_TAGS}`, `there are ${keys.length}`);
  for (const key of keys) {
    if (key.length < 1 || key.length > MAX_TAG_KEY) {
      return reject('tags', `tags: a key must have 1 to ${MAX_TAG_KEY} characters`, seenOf(key));
    }
    const tag = value[key];
    if (typeof tag !== 'string') return unfit(`tags.${key}`, 'a string', tag);
    if (tag.length > MAX_TAG_VALUE) return tooLong(`tags.${key}`, MAX_TAG_VALUE, tag);
  }
  return value as Record<string, string>;
}

/**
 * Later code walks these values recursively, so nesting is limited. A number beyond a double would be stored
 * as null.
 */
function faultIn(value: Json, depth: number): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'has a number above 1e308';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return `is nested deeper than ${MAX_DEPTH} levels`;
  for (const part of Object.values(value)) {
    const fault = faultIn(part, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}

function anything(record: JsonObject, field: string): Json {
  const value = record[field];
  if (value === undefined || value === null) return null;
  const fault = faultIn(value, MAX_DEPTH);
  if (fault !== null) return reject(field, `${field} ${fault}`, '');
  return value;
}

/** Members of `requestMeta` that have their own columns. */
const COUNTED = ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens', 'audioTokens', 'ttftMs'] as const;

function metaOf(record: JsonObject): JsonObject | null {
  const value = anything(record, 'requestMeta');
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    return reject('requestMeta', 'requestMeta must be an object or null', seenOf(value));
  for (const name of COUNTED) {
    const number = value[name];
    if (typeof number === 'number' && number > MAX_AMOUNT)
      return unfit(`requestMeta.${name}`, AT_MOST, number);
  }
  return value;
}

const part = (meta: JsonObject | null, name: string): number => {
  const value = meta?.[name];
  return typeof value === 'number' && value > 0 ? value : 0;
};

/** The numbers of `requestMeta` as disjoint token buckets, by the same rules as for traces. */
const usageOf = (promptTokens: number, completionTokens: number, meta: JsonObject | null): TokenUsage =>
  toBuckets({
    input: promptTokens,
    output: completionTokens,
    total: undefined,
    cacheRead: part(meta, 'cachedTokens'),
    cacheWrite: part(meta, 'cacheWriteTokens'),
    cacheWrite1h: 0,
    reasoning: part(meta, 'reasoningTokens'),
    audioInput: part(meta, 'audioTokens'),
    audioOutput: 0,
    inputExcludesCache: false,
  });

function piiRedacted(record: JsonObject): boolean {
  const value = record['piiRedacted'];
  if (value === undefined || value === null) return false;
  return typeof value === 'boolean' ? value : unfit('piiRedacted', 'true or false', value);
}

function providerOf(record: JsonObject, { providers, nameProvider }: ReadRules): string {
  const value = record['provider'];
  if (typeof value === 'string' && providers.has(value)) return value;
  if (nameProvider) {
    const { model } = record;
    return (
      nameProvider(text(record, 'provider', MAX_PROVIDER), typeof model === 'string' ? model : null) ??
      'other'
    );
  }
  throw new Unfit({
    code: 'unknown_provider',
    field: 'provider',
    rule: `provider must be one of ${[...providers].join(', ')}`,
    seen: seen(value),
    value: typeof value === 'string' ? value.slice(0, SEEN_CHARS) : '',
  });
}

function readCall(record: JsonObject, rules: ReadRules): CallRecord {
  const id = text(record, 'id', MAX_ID);
  // UTF-8 cannot encode a lone surrogate, so two such ids would be stored as the same bytes.
  if (!id.isWellFormed())
    return reject('id', 'id must be well-formed Unicode', 'it has half of a surrogate pair');
  const provider = providerOf(record, rules);
  const model = text(record, 'model', MAX_MODEL);
  const timestampMs = time(record, rules);
  const promptTokens = amount(record, 'promptTokens');
  const completionTokens = amount(record, 'completionTokens');
  const requestMeta = metaOf(record);
  return {
    kind: 'call',
    id,
    provider,
    model,
    timestampMs,
    promptTokens,
    completionTokens,
    totalTokens: amount(record, 'totalTokens'),
    costUsd: amount(record, 'costUsd'),
    latencyMs: amount(record, 'latencyMs'),
    tags: tags(record),
    error: optionalText(record, 'error', Number.MAX_SAFE_INTEGER),
    errorDetails: anything(record, 'errorDetails'),
    traceId: optionalText(record, 'traceId', MAX_LINK),
    spanId: optionalText(record, 'spanId', MAX_LINK),
    parentSpanId: optionalText(record, 'parentSpanId', MAX_LINK),
    sessionId: optionalText(record, 'sessionId', MAX_LINK),
    toolCalls: anything(record, 'toolCalls'),
    piiRedacted: piiRedacted(record),
    redactionMetadata: anything(record, 'redactionMetadata'),
    requestMeta,
    usage: usageOf(promptTokens, completionTokens, requestMeta),
  };
}

/** `value` is one element of `records`, as JSON.parse returned it. */
export function readRecord(value: unknown, rules: ReadRules): ReadResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const rejection = {
      code: 'field_rule',
      field: null,
      rule: 'a record must be an object',
      seen: seen(value),
    } as const;
    return { ok: false, id: null, rejection };
  }
  const record = value as JsonObject;
  try {
    return { ok: true, call: readCall(record, rules) };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return { ok: false, id: idOf(record), rejection: error.rejection };
  }
}

const idOf = (record: { id?: unknown } | null): string | null => {
  const id = record?.id;
  return typeof id === 'string' ? id.slice(0, MAX_ID) : null;
};
