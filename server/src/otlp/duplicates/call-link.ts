// The facts that decide whether two spans or log events report the same call. All of them are stored with the call,
// so every process decides alike, in any order of arrival.
import type { CallRecord } from '#records';
import { memo } from '#lib/memo';
import { isFromLog, isTwinId } from '../logs/twin-id.ts';
import { gatewayById } from '../provider/gateways.ts';
import { vendorOfModel } from '../provider/model-vendor.ts';
import { spanKey } from './span-key.ts';

export interface CallLink {
  id: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  provider: string;
  model: string;
  responseModel: string | null;
  responseId: string | null;
  startMs: number;
  endMs: number;
  /** As the record has them; 0 if the span reports none. */
  input: number;
  output: number;
  /** Read and written, a part of the input unless the emitter is unknown. */
  cache: number;
  /** A part of the output unless the emitter is unknown. */
  reasoning: number;
  failed: boolean;
  /** The keys of its span and of the parent; 0, 0 without one. */
  keys: LinkKeys;
}

interface LinkKeys {
  a: number;
  b: number;
  parentA: number;
  parentB: number;
}

const key = { a: 0, b: 0 };

export function linkKeys(traceId: string, spanId: string, parentSpanId: string | null): LinkKeys {
  const { a, b } = spanKey(traceId, spanId, key);
  if (parentSpanId === null) return { a, b, parentA: 0, parentB: 0 };
  spanKey(traceId, parentSpanId, key);
  return { a, b, parentA: key.a, parentB: key.b };
}

export function linkOf(call: CallRecord): CallLink {
  const meta = call.requestMeta ?? {};
  const { usage } = call;
  return {
    id: call.id,
    traceId: call.traceId ?? '',
    spanId: call.spanId ?? '',
    parentSpanId: call.parentSpanId,
    provider: call.provider,
    model: call.model,
    responseModel: typeof meta['responseModel'] === 'string' ? meta['responseModel'] : null,
    responseId: typeof meta['responseId'] === 'string' ? meta['responseId'] : null,
    startMs: call.timestampMs,
    endMs: call.timestampMs + call.latencyMs,
    input: call.promptTokens,
    output: call.completionTokens,
    cache: usage ? usage.cacheRead + usage.cacheWrite : 0,
    reasoning: usage?.reasoning ?? 0,
    failed: call.error !== null,
    keys: linkKeys(call.traceId ?? '', call.spanId ?? '', call.parentSpanId),
  };
}

export const hasCounts = ({ input, output }: CallLink): boolean => input > 0 || output > 0;

/** One call may have a date in its model, or the model as asked for, and the other the one that answered. */
export const isSameModel = (a: CallLink, b: CallLink): boolean => {
  const bare = undatedModel(b.model);
  const answered = b.responseModel === null ? bare : undatedModel(b.responseModel);
  const isNamed = (model: string): boolean => {
    const name = undatedModel(model);
    return (name === bare || name === answered) && isSameVendor(a, b, name);
  };
  return isNamed(a.model) || (a.responseModel !== null && isNamed(a.responseModel));
};

/**
 * The client of one vendor may talk to a gateway that serves the model of another. Then the model says whose it
 * is.
 */
const isSameVendor = (a: CallLink, b: CallLink, model: string): boolean =>
  a.provider === b.provider ||
  isVendorKnown(model) ||
  gatewayById(a.provider) !== undefined ||
  gatewayById(b.provider) !== undefined;

const isVendorKnown = memo((model) => vendorOfModel(model) !== undefined);

/**
 * Without its date, the vendor or gateway before it, and the version of Bedrock: `claude-sonnet-4-5` for
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0` and `anthropic/claude-sonnet-4.5`.
 */
export const undatedModel = memo((text): string => {
  const name = text.trim().toLowerCase();
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z]{2,6}\.)?(?:amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\.(?=[a-z])/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@](?:20\d\d-?\d\d-?\d\d|latest)$/, '')
    .replaceAll(/(?<=\d)\.(?=\d)/g, '-');
});

/** Whether the counts are equal where both report them. */
export const countsAgree = (a: CallLink, b: CallLink): boolean =>
  isEqual(a.input, a.cache, b.input, b.cache) && isEqual(a.output, a.reasoning, b.output, b.reasoning);

/**
 * Emitters that are not known may report the part (the cache, the reasoning) beside the whole, or not at all.
 */
function isEqual(a: number, aPart: number, b: number, bPart: number): boolean {
  const difference = Math.abs(a - b);
  if (difference === 0 || a === 0 || b === 0) return true;
  if (difference === aPart) return bPart === 0 || bPart === aPart;
  return difference === bPart && aPart === 0;
}

/** Whether `whole` reports what all of the others took together. */
export function isSumOf(whole: CallLink, parts: readonly CallLink[]): boolean {
  const sum = { input: 0, output: 0, cache: 0, reasoning: 0 };
  for (const { input, output, cache, reasoning } of parts) {
    sum.input += input;
    sum.output += output;
    sum.cache += cache;
    sum.reasoning += reasoning;
  }
  return countsAgree(whole, { ...whole, ...sum });
}

/** Two clocks of one machine, and times in whole milliseconds. */
const CLOCKS_MS = 10;
/** A log event is written after the call that it reports. */
const LOG_MS = 5_000;

export const encloses = (outer: CallLink, inner: CallLink): boolean => {
  const slack = isFromLog(inner.spanId) ? LOG_MS : CLOCKS_MS;
  const from = outer.startMs - slack;
  const to = outer.endMs + slack;
  return inner.startMs >= from && inner.endMs <= to && inner.startMs <= outer.endMs;
};

function overlap(a: CallLink, b: CallLink): boolean {
  const aIsLog = isFromLog(a.spanId);
  if (aIsLog === isFromLog(b.spanId)) return a.startMs <= b.endMs && b.startMs <= a.endMs;
  const [log, span] = aIsLog ? [a, b] : [b, a];
  return log.endMs >= span.startMs - LOG_MS && log.startMs <= span.endMs + LOG_MS;
}

/** Whether both have one response. Its id alone says little: servers count them, and mocks have only one. */
export const isSameResponse = (a: CallLink, b: CallLink): boolean =>
  a.responseId !== null &&
  a.responseId === b.responseId &&
  a.id !== b.id &&
  overlap(a, b) &&
  // The id of twins is made of their counts, and the span of Codex names no model.
  (isTwinId(a.responseId)
    ? isFromLog(a.spanId) !== isFromLog(b.spanId)
    : isTelling(a.responseId) && isSameModel(a, b) && countsAgree(a, b));

const RANDOM_CHARACTERS = 8;
/** A shorter number is a counter or a time. */
const RANDOM_DIGITS = 16;

/**
 * Whether an id has enough random characters to be of one response. Ollama's are `chatcmpl-` and a number below
 * 1,000. Words do not count: `chatcmpl-mock-response`.
 */
export function isTelling(responseId: string): boolean {
  let random = 0;
  for (const part of responseId.split(/[^0-9A-Za-z]+/)) {
    const isRandom = /^\d+$/.test(part)
      ? part.length >= RANDOM_DIGITS
      : /\d/.test(part) || /[a-z][A-Z]/.test(part);
    if (isRandom) random += part.length;
  }
  return random >= RANDOM_CHARACTERS;
}

/**
 * Which of two reports of one call is kept: the one with counts, then the log event, which has the cost, then
 * the one that is closest to the vendor. The same for every order of arrival.
 */
export function isBetter(a: CallLink, b: CallLink): boolean {
  if (hasCounts(a) !== hasCounts(b)) return hasCounts(a);
  const isLog = isFromLog(a.spanId);
  if (isLog !== isFromLog(b.spanId)) return isLog;
  if (a.traceId === b.traceId) {
    if (a.parentSpanId === b.spanId) return b.parentSpanId !== a.spanId || a.id > b.id;
    if (b.parentSpanId === a.spanId) return false;
  }
  if (a.startMs !== b.startMs) return a.startMs > b.startMs;
  return a.endMs === b.endMs ? a.id > b.id : a.endMs < b.endMs;
}

/** Why a span is not counted as a call: what it has in common with the call that is. */
export type Sameness =
  /** Their response id, and both ran at the same time. */
  | 'same_response'
  /** It is around the call, and has no counts or the same. */
  | 'around_call'
  /** It is around several calls, and has their sum. */
  | 'around_calls'
  /** It is inside of the call, and has no counts. */
  | 'inside_call';

/** A span that reports a call that another one reports too. */
export interface Duplicate {
  link: CallLink;
  /** The id of the call that counts. */
  kept: string;
  why: Sameness;
  /** Counts alone show it, so another call inside of the same span would refute it. */
  mayChange: boolean;
}
