// Redacts the parts of a record that people or models wrote: content, error texts, tag values. Ids, models,
// tag names and the known technical fields of `requestMeta` are not changed.
import type { CallRecord, Json, JsonObject, Labels, ObservationRecord, StoredRecord } from '#records';
import { mergeMetadata, RedactionTally } from './metadata.ts';
import type { RedactedAhead } from './redact-ahead.ts';
import { redactString, redactValue } from './redact-value.ts';

export interface Redacted<R extends StoredRecord> {
  record: R;
  piiRedacted: boolean;
  /** Null if neither we nor the client redacted anything. */
  redactionMetadata: Json;
}

// Fields with their own name in the tally. Other fields of `requestMeta` count as `requestMeta`.
const CONTENT = new Set(['input', 'output', 'systemInstructions']);

const NO_TEXT = new Set([
  'operation',
  'responseModel',
  'finishReasons',
  'stream',
  'ttftMs',
  'cachedTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'audioTokens',
  'imageTokens',
  'imageOutputTokens',
  'userId',
  'promptId',
  'promptName',
  'promptVersion',
  'promptLabel',
  'pricing',
  'contentDigest',
]);

type Ahead = RedactedAhead | null;

export function redactRecord(record: CallRecord, ahead?: Ahead): Redacted<CallRecord>;
export function redactRecord(record: ObservationRecord, ahead?: Ahead): Redacted<ObservationRecord>;
export function redactRecord(record: StoredRecord, ahead?: Ahead): Redacted<StoredRecord>;
export function redactRecord(record: StoredRecord, ahead: Ahead = null): Redacted<StoredRecord> {
  const tally = new RedactionTally(ahead);
  return record.kind === 'call' ? redactCall(record, tally) : redactObservation(record, tally);
}

function redactCall(call: CallRecord, tally: RedactionTally): Redacted<CallRecord> {
  const requestMeta = call.requestMeta && redactMeta(call.requestMeta, tally);
  const toolCalls = redactValue(call.toolCalls, 'toolCalls', tally);
  const error = call.error && redactString(call.error, 'error', tally);
  const errorDetails = redactValue(call.errorDetails, 'errorDetails', tally);
  const tags = redactTags(call.tags, tally);
  const labels = call.labels && redactLabels(call.labels);
  if (tally.total === 0) {
    const record =
      requestMeta === call.requestMeta && toolCalls === call.toolCalls && errorDetails === call.errorDetails;
    // Only the depth limit changes something without a count.
    return {
      record: record ? call : { ...call, requestMeta, toolCalls, errorDetails },
      piiRedacted: call.piiRedacted,
      redactionMetadata: call.redactionMetadata,
    };
  }
  const redactionMetadata = mergeMetadata(call.redactionMetadata, tally.metadata());
  return {
    record: {
      ...call,
      requestMeta,
      toolCalls,
      error,
      errorDetails,
      tags,
      ...(labels ? { labels } : {}),
      piiRedacted: true,
      redactionMetadata,
    },
    piiRedacted: true,
    redactionMetadata,
  };
}

/** An observation has no field for the metadata, so the metadata is returned separately. */
function redactObservation(
  observation: ObservationRecord,
  tally: RedactionTally,
): Redacted<ObservationRecord> {
  const attributes = redactValue(observation.attributes, 'attributes', tally) as JsonObject;
  const error = observation.error && redactString(observation.error, 'error', tally);
  const tags = redactTags(observation.tags, tally);
  const labels = redactLabels(observation.labels);
  const tool = redactLabel(observation.tool, 'tool');
  const unchanged =
    attributes === observation.attributes &&
    error === observation.error &&
    tags === observation.tags &&
    labels === observation.labels &&
    tool === observation.tool;
  return {
    record: unchanged ? observation : { ...observation, attributes, error, tags, labels, tool },
    piiRedacted: tally.total > 0,
    redactionMetadata: tally.total > 0 ? mergeMetadata(null, tally.metadata()) : null,
  };
}

/** The same texts are among the attributes, where they are counted. */
const redactLabel = (text: string, name: string): string =>
  text === '' ? text : redactString(text, name, new RedactionTally(null), name);

/** All but the id of the user. */
function redactLabels(labels: Readonly<Labels>): Readonly<Labels> {
  let copy: Labels | null = null;
  for (const name of REDACTED_LABELS) {
    const after = redactLabel(labels[name], name);
    if (after === labels[name]) continue;
    copy ??= { ...labels };
    copy[name] = after;
  }
  return copy ?? labels;
}

const REDACTED_LABELS = ['agent', 'release', 'environment', 'service', 'mcpServer'] as const;

function redactMeta(meta: JsonObject, tally: RedactionTally): JsonObject {
  let copy: JsonObject | null = null;
  for (const key of Object.keys(meta)) {
    if (NO_TEXT.has(key)) continue;
    const before = meta[key] ?? null;
    const after = redactValue(before, CONTENT.has(key) ? key : 'requestMeta', tally, key);
    if (after === before) continue;
    copy ??= { ...meta };
    copy[key] = after;
  }
  return copy ?? meta;
}

function redactTags(tags: Record<string, string>, tally: RedactionTally): Record<string, string> {
  let copy: Record<string, string> | null = null;
  for (const key of Object.keys(tags)) {
    const before = tags[key] ?? '';
    const after = redactString(before, 'tags', tally, key);
    if (after === before) continue;
    copy ??= { ...tags };
    copy[key] = after;
  }
  return copy ?? tags;
}
