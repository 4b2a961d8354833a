// Separates content from a record before it is stored: `splitContent` takes it out, to be sealed on its own,
// and `joinContent` restores it for reading. Both are exact. The rest (the narrow record) can be searched and
// contains no content. It is the same with and without consent: `applyConsent` decides only whether the
// content is sealed or dropped.
import { isObject } from '#lib/is-object';
import type { Consents } from '#core/access/accounts';
import type { CallRecord, Json, JsonObject, ObservationRecord, StoredRecord } from '#records';
import { DEMOTED, isContent, MAX_TECHNICAL_TEXT, toAttributeName } from '#semconv';
import type { Content } from './content.ts';
import { digestContent, isContentDigest } from './content-digest.ts';
import { errorDetailFacts, errorFacts, redactionFacts, toolFacts } from './facts.ts';

interface Split<R extends StoredRecord> {
  narrow: R;
  content: Content | null;
}

interface SplitOptions {
  /** The client chooses the error of a call, like its tags, so a short error is kept. */
  errorIsLabel?: boolean;
}

export function splitContent(record: CallRecord, options?: SplitOptions): Split<CallRecord>;
export function splitContent(record: ObservationRecord, options?: SplitOptions): Split<ObservationRecord>;
export function splitContent(record: StoredRecord, options?: SplitOptions): Split<StoredRecord>;
export function splitContent(record: StoredRecord, options: SplitOptions = {}): Split<StoredRecord> {
  return record.kind === 'call' ? splitCall(record, options) : splitObservation(record);
}

/** True for one short line. Longer texts are messages that may quote content. */
const isLabel = (error: string): boolean => error.length <= MAX_TECHNICAL_TEXT && !error.includes('\n');

function splitCall(call: CallRecord, { errorIsLabel = false }: SplitOptions): Split<CallRecord> {
  const content: Content = {};
  const requestMeta = call.requestMeta && splitMeta(call.requestMeta, content);
  const toolCalls = toolFacts(call.toolCalls);
  const errorDetails = errorDetailFacts(call.errorDetails);
  const error =
    call.error === null || (errorIsLabel && isLabel(call.error))
      ? call.error
      : errorFacts(call.error, errorDetails);
  const redactionMetadata = redactionFacts(call.redactionMetadata);
  if (toolCalls !== call.toolCalls) content.toolCalls = call.toolCalls;
  if (errorDetails !== call.errorDetails) content.errorDetails = call.errorDetails;
  if (error !== call.error && call.error !== null) content.error = call.error;
  if (redactionMetadata !== call.redactionMetadata) content.redactionMetadata = call.redactionMetadata;
  if (Object.keys(content).length === 0) return { narrow: call, content: null };
  return { narrow: { ...call, requestMeta, toolCalls, error, errorDetails, redactionMetadata }, content };
}

function splitObservation(observation: ObservationRecord): Split<ObservationRecord> {
  const [attributes, taken] = splitAttributes(observation.attributes);
  const error = observation.error === null ? null : errorFacts(observation.error, null);
  if (!taken && error === observation.error) return { narrow: observation, content: null };
  const content: Content = {};
  if (taken) content.attributes = taken;
  if (error !== observation.error && observation.error !== null) content.error = observation.error;
  return { narrow: { ...observation, attributes, error }, content };
}

function splitMeta(meta: JsonObject, content: Content): JsonObject {
  // Uses entries, because a field may be named `__proto__`.
  let kept: [string, Json][] | null = null;
  let taken: [string, Json][] | null = null;
  const keys = Object.keys(meta);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const value = meta[key] ?? null;
    let stays: Json | undefined = value;
    if (key === 'attributes' && isObject(value)) {
      const [rest, apart] = splitAttributes(value);
      stays = rest;
      if (apart) content.attributes = apart;
    } else if (key === 'contentDigest' ? !isContentDigest(value) : isContent(key, value)) {
      stays = undefined;
      if (key === 'input' || key === 'output' || key === 'systemInstructions') content[key] = value;
      else (taken ??= []).push([key, value]);
    }
    if (stays !== value) kept ??= keys.slice(0, at).map((before) => [before, meta[before] ?? null]);
    if (kept && stays !== undefined) kept.push([key, stays]);
  }
  if (taken) content.requestMeta = Object.fromEntries(taken);
  return kept ? Object.fromEntries(kept) : meta;
}

function splitAttributes(attributes: JsonObject): [kept: JsonObject, taken: JsonObject | null] {
  const keys = Object.keys(attributes);
  const first = keys.findIndex((key) => isContent(key, attributes[key] ?? null));
  if (first === -1) return [attributes, null];
  const taken: [string, Json][] = [];
  const kept: [string, Json][] = [];
  keys.forEach((key, at) => {
    const value = attributes[key] ?? null;
    (at === first || (at > first && isContent(key, value)) ? taken : kept).push([key, value]);
  });
  return [Object.fromEntries(kept), Object.fromEntries(taken)];
}

export function joinContent<R extends StoredRecord>(narrow: R, content: Content | null): R;
export function joinContent(narrow: StoredRecord, content: Content | null): StoredRecord {
  if (!content) return narrow;
  const {
    attributes,
    requestMeta: members,
    toolCalls,
    error,
    errorDetails,
    redactionMetadata,
    ...said
  } = content;
  if (narrow.kind === 'observation') {
    return {
      ...narrow,
      error: error ?? narrow.error,
      attributes: { ...narrow.attributes, ...attributes, ...asAttributes(narrow.attributes, content) },
    };
  }
  // Fields that the service added later, such as `pricing`, stay in the narrow record.
  const requestMeta: JsonObject = { ...members, ...narrow.requestMeta, ...said };
  if (attributes) {
    const kept = requestMeta['attributes'];
    requestMeta['attributes'] = { ...(isObject(kept) ? kept : {}), ...attributes };
  }
  const hadMeta = narrow.requestMeta !== null || Object.keys(requestMeta).length > 0;
  return {
    ...narrow,
    requestMeta: hadMeta ? requestMeta : null,
    toolCalls: toolCalls === undefined ? narrow.toolCalls : toolCalls,
    error: error ?? narrow.error,
    errorDetails: errorDetails === undefined ? narrow.errorDetails : errorDetails,
    redactionMetadata: redactionMetadata === undefined ? narrow.redactionMetadata : redactionMetadata,
  };
}

/**
 * A call that was reclassified as an observation (duplicate span) still has content in the form of a call.
 */
function asAttributes(narrow: JsonObject, content: Content): JsonObject {
  const told: [string, Json | undefined][] = (
    ['input', 'output', 'systemInstructions', 'toolCalls'] as const
  ).map((part) => [toAttributeName(part) ?? part, content[part]]);
  told.push([DEMOTED.errorDetails, content.errorDetails]);
  if (content.requestMeta) {
    const kept = narrow[DEMOTED.requestMeta];
    told.push([DEMOTED.requestMeta, { ...(isObject(kept) ? kept : {}), ...content.requestMeta }]);
  }
  return Object.fromEntries(told.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** For a record whose content cannot be opened: content is shown as null. */
export const withUnreadableContent = <R extends StoredRecord>(narrow: R): R =>
  narrow.kind === 'call'
    ? { ...narrow, requestMeta: { ...narrow.requestMeta, input: null, output: null } }
    : narrow;

/**
 * With consent the content stays separate, to be sealed. Without consent it is dropped, and its digest stays
 * in the record. Redaction comes first, so that even a digest is of redacted text and a short secret cannot
 * be guessed from it.
 */
export function applyConsent(split: Split<StoredRecord>, consents: Consents): Split<StoredRecord> {
  return consents.plaintextStorage || split.content === null
    ? split
    : { narrow: dropContent(split), content: null };
}

function dropContent({ narrow, content }: Split<StoredRecord>): StoredRecord {
  if (narrow.kind === 'observation' || content === null) return narrow;
  const ours = digestContent(content);
  if (Object.keys(ours).length === 0) return narrow;
  const theirs: Json | undefined = narrow.requestMeta?.['contentDigest'];
  const kept = isObject(theirs) ? theirs : {};
  return {
    ...narrow,
    requestMeta: { ...narrow.requestMeta, contentDigest: { ...kept, ...ours } as JsonObject },
  };
}
