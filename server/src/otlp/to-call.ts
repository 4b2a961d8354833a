// Turns an inference span into a call record.
import type { CallRecord, Json, JsonObject, Labels, Lineage, TokenUsage } from '#records';
import { BoundedAttributes, cutText, MAX_ID_TEXT, MAX_MODEL, MAX_NAME } from './bounds.ts';
import { type SpanContent, contentOf } from './content.ts';
import { CONTENT_LIMIT, type ContentRoom } from './content-room.ts';
import { parsed } from './json-text.ts';
import { reportsZeroForUnknown } from './emitters.ts';
import { failureOf } from './error.ts';
import { definedTools } from './defined-tools.ts';
import { spanLabels } from './labels.ts';
import { twinIdOf } from './logs/twin-id.ts';
import { OPEN_COLUMNS, openCost, openLabels, openProviderName, openUsage } from './open-fields.ts';
import { gatewayOf } from './provider/gateway-of.ts';
import { asNumber, lostValues, type SpanFields } from './span-fields.ts';
import { reportedUsage } from './reported-usage.ts';
import type { Span } from './span.ts';
import { tagsOf } from './tags.ts';
import { toolsOfAnswer } from './tool-uses.ts';
import { billedTokens, inputTokens, outputTokens, type ReportedUsage, toBuckets } from './usage.ts';

export const MAX_OPERATION = 64;
const NO_LABELS: readonly [string, Json][] = [];

/** Spans of the strict door take no tags. */
const STRICT: Lineage = { takesTags: false, inherited: 0, inheritedTags: [] };
const OPEN: Lineage = { ...STRICT, takesTags: true };
export const lineageAt = (isOpen: boolean): Lineage => (isOpen ? OPEN : STRICT);

export function toCall(
  span: Span,
  fields: SpanFields,
  id: string,
  provider: string,
  nowMs: number,
  isOpen = false,
  contentLimit = CONTENT_LIMIT,
): CallRecord {
  const readsOpen = isOpen && fields.hasOpen;
  const { content, room } = contentOf(span, fields, isOpen, contentLimit);
  const reported = (readsOpen ? openUsageOf(span, fields) : null) ?? reportedUsage(span, fields, provider);
  const costUsd = reportedCost(span, fields) ?? (readsOpen ? openCost(span) : null);
  const usage = toBuckets(reported);
  const failure = failureOf(span, fields, content.output !== undefined);
  // The strict door keeps the numbers of an emitter that nobody knows, as its rules say.
  const isAsSent = !isOpen && reported.isKnown !== true;
  const tags = tagsOf(span, fields, readsOpen ? openLabels(span) : NO_LABELS);
  const labels = spanLabels(span, fields, 'llm', tags);
  return {
    kind: 'call',
    id,
    provider,
    model: modelOf(fields),
    timestampMs: span.startMs || span.endMs || nowMs,
    promptTokens: isAsSent ? reported.input : inputTokens(usage),
    completionTokens: isAsSent ? reported.output : outputTokens(usage),
    totalTokens: billedTokens(usage),
    costUsd,
    latencyMs: span.durationMs,
    tags,
    error: failure?.error ?? null,
    errorDetails: failure?.details ?? null,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || null,
    sessionId: sessionOf(span, fields),
    toolCalls: content.toolCalls,
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta: requestMeta(span, fields, content, room, usage, reported, costUsd, isOpen, labels),
    usage,
    labels,
    lineage: lineageAt(isOpen),
  };
}

function reportedCost(span: Span, { number: { costUsd } }: SpanFields): number | null {
  return costUsd === undefined || (costUsd === 0 && reportsZeroForUnknown(span)) ? null : costUsd;
}

const modelOf = ({ text }: SpanFields): string => cutText(text.model ?? 'unknown', MAX_MODEL);

export function sessionOf(span: Span, { text }: SpanFields): string | null {
  const session = text.sessionId ?? span.resource.get('session.id');
  return typeof session === 'string' && session !== '' ? cutText(session, MAX_ID_TEXT) : null;
}

/** OpenRouter sends spans itself, in which it names the vendor. */
const ownGateway = ({ resource }: Span): string | undefined =>
  resource.get('service.name') === 'openrouter' ? 'openrouter' : undefined;

/** Members in the order of docs/records.md; absent ones are omitted. */
function requestMeta(
  span: Span,
  fields: SpanFields,
  content: SpanContent,
  room: ContentRoom,
  usage: TokenUsage,
  reported: ReportedUsage,
  costUsd: number | null,
  isOpen: boolean,
  labels: Labels,
): JsonObject {
  const { text, flag, value } = fields;
  const meta: JsonObject = {};
  const add = (key: string, member: Json | undefined): void => {
    if (member !== undefined && member !== null) meta[key] = member;
  };
  add('input', content.input);
  add('output', content.output);
  add('systemInstructions', content.systemInstructions);
  if (room.omitted.length > 0) {
    add('truncated', room.omitted);
    add('contentTruncated', true);
  }
  add('operation', text.operation === undefined ? undefined : cutText(text.operation, MAX_OPERATION));
  add('responseModel', text.responseModel === undefined ? undefined : cutText(text.responseModel, MAX_MODEL));
  const responseId = text.responseId ?? twinIdOf(span, fields);
  add('responseId', responseId === undefined ? undefined : cutText(responseId, MAX_ID_TEXT));
  add(
    'gateway',
    gatewayOf({
      named:
        ownGateway(span) ?? text.provider ?? (isOpen && fields.hasOpen ? openProviderName(span) : undefined),
      model: text.model,
      responseModel: text.responseModel,
      serverAddress: text.serverAddress,
    }),
  );
  add('finishReasons', finishReasons(value.finishReasons));
  add('serviceTier', cutWord(text.serviceTier));
  add('speed', cutWord(text.speed) ?? reported.speed);
  add('inferenceGeo', cutWord(text.inferenceGeo) ?? reported.inferenceGeo);
  const ttftMs = timeToFirstToken(span, fields);
  add('stream', flag.stream ?? (ttftMs === undefined ? undefined : true));
  add('ttftMs', ttftMs);
  if (usage.cacheRead > 0) add('cachedTokens', usage.cacheRead);
  if (usage.cacheWrite > 0) add('cacheWriteTokens', usage.cacheWrite);
  if (reported.cacheWrite1h > 0) add('cacheWrite1hTokens', reported.cacheWrite1h);
  if (usage.reasoning > 0) add('reasoningTokens', usage.reasoning);
  if (usage.audio > 0) add('audioTokens', usage.audio);
  if (reported.audioOutput > 0) add('audioOutputTokens', reported.audioOutput);
  add('cachedAudioTokens', reported.cacheReadAudio);
  add('cachedImageTokens', reported.cacheReadImage);
  const { imageInput, imageOutput } = reported;
  if (imageInput !== undefined || imageOutput !== undefined) {
    add('imageTokens', (imageInput ?? 0) + (imageOutput ?? 0));
    add('imageOutputTokens', imageOutput);
  }
  // Where usage has no count of a tool, the uses in the answer are counted.
  const tools = { ...toolsOfAnswer(content.output), ...reported.tools };
  add('webSearches', tools.webSearch);
  add('fileSearches', tools.fileSearch);
  add('codeContainers', tools.codeContainer);
  add('definedTools', definedTools(span, fields.rest));
  add('userId', text.userId === undefined ? undefined : cutText(text.userId, MAX_ID_TEXT));
  add('agentName', labels.agent || undefined);
  add('release', labels.release || undefined);
  add('environment', labels.environment || undefined);
  add('mcpServer', labels.mcpServer || undefined);
  add('promptId', wholeNumber(text.promptId));
  add('promptName', text.promptName === undefined ? undefined : cutText(text.promptName, MAX_ID_TEXT));
  add('promptVersion', text.promptVersion === undefined ? undefined : cutText(text.promptVersion, 100));
  add('promptLabel', text.promptLabel === undefined ? undefined : cutText(text.promptLabel, 100));
  add('gateCheckId', text.gateCheckId === undefined ? undefined : cutText(text.gateCheckId, MAX_ID_TEXT));
  add('spanName', cutText(span.name, MAX_NAME) || undefined);
  if (span.unfinished) add('unfinished', true);
  if (costUsd !== null) add('costSource', 'span');
  addUnmapped(span, fields, meta, isOpen, room);
  return meta;
}

const cutWord = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : cutText(word, 64);

/** The structure is used only if no attribute has the input tokens: no count is read from two places. */
const openUsageOf = (span: Span, { number }: SpanFields): ReportedUsage | null =>
  number.inputTokens === undefined && number.uncachedInputTokens === undefined ? openUsage(span) : null;

function addUnmapped(
  span: Span,
  fields: SpanFields,
  meta: JsonObject,
  isOpen: boolean,
  { left }: ContentRoom,
): void {
  const attributes = new BoundedAttributes(left);
  for (const key of fields.rest) {
    if (!isOpen || !OPEN_COLUMNS.has(key)) attributes.add(key, span.attributes.get(key) ?? null);
  }
  for (const [key, value] of lostValues(fields)) attributes.add(key, value);
  if (attributes.isEmpty) return;
  meta['attributes'] = attributes.kept;
  if (attributes.dropped > 0) meta['droppedAttributes'] = attributes.dropped;
}

/** An id of the prompt registry. Other tools have ids that are not whole numbers; they are ignored. */
function wholeNumber(text: string | undefined): number | undefined {
  const number = asNumber(text);
  return number !== undefined && Number.isInteger(number) && number < 2 ** 32 ? number : undefined;
}

/** A list, a string, or a list as JSON text. */
function finishReasons(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  const structure = parsed(value);
  const reasons = (Array.isArray(structure) ? structure : [structure])
    .filter((reason) => typeof reason === 'string' && reason !== '')
    .slice(0, 16);
  return reasons.length === 0 ? undefined : reasons;
}

function timeToFirstToken(span: Span, { text, number }: SpanFields): number | undefined {
  if (number.ttftSeconds !== undefined) return milliseconds(number.ttftSeconds * 1_000);
  if (number.ttftMs !== undefined) return milliseconds(number.ttftMs);
  if (text.firstTokenAt === undefined || span.startMs === 0) return undefined;
  // Langfuse writes the time as a JSON string, with quotes.
  const at = Date.parse(text.firstTokenAt.replaceAll('"', ''));
  return at >= span.startMs ? at - span.startMs : undefined;
}

const milliseconds = (value: number): number => Math.round(value * 1_000) / 1_000;
