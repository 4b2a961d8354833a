// Classifies a span: a call, an observation, or rejected, because its provider is unknown.
import { isSpeechOperation, type SpanKind, operationKind } from '#semconv';
import { isInnerStep } from './emitters.ts';
import { openModel, openProviderName, openUsage } from './open-fields.ts';
import type { OpenProvider } from './provider/provider-name.ts';
import type { ProviderClues, ProviderResolver } from './provider/resolve.ts';
import type { SpanFields } from './span-fields.ts';
import type { Span } from './span.ts';

export type Class =
  | { is: 'call'; provider: string }
  | { is: 'observation' }
  | { is: 'rejected'; reason: 'unknown_provider' | 'missing_provider'; seen: string };

const OBSERVATION: Class = { is: 'observation' };

/** The strict door: `gen_ai.*` and a configured provider. */
export function classifySpan(span: Span, fields: SpanFields, resolve: ProviderResolver): Class {
  if (!fields.hasGenAi || !isInference(span, fields)) return OBSERVATION;
  const answer = resolve(cluesOf(span, fields, fields.text.provider));
  return answer.ok
    ? { is: 'call', provider: answer.provider }
    : { is: 'rejected', reason: answer.reason, seen: answer.seen };
}

/** The strict door of an account that accepts any provider. */
export function classifyAnyProvider(span: Span, fields: SpanFields, nameOf: OpenProvider): Class {
  if (!fields.hasGenAi || !isInference(span, fields)) return OBSERVATION;
  return { is: 'call', provider: nameOf(cluesOf(span, fields, fields.text.provider)) };
}

/** The open door: also model calls in the words of other back ends, of any provider. */
export function classifyOpen(span: Span, fields: SpanFields, nameOf: OpenProvider): Class {
  if (fields.ownCalls) fields.text.model ??= openModel(span);
  const isCall =
    fields.kind === 'decision'
      ? isPaidDecision(fields)
      : fields.hasGenAi
        ? isInference(span, fields)
        : isOwnCall(span, fields);
  if (!isCall) return OBSERVATION;
  const named = fields.text.provider ?? (fields.hasOpen ? openProviderName(span) : undefined);
  return { is: 'call', provider: nameOf(cluesOf(span, fields, named)) };
}

/** A decision that a model took and was paid for. */
function isPaidDecision({ ownCalls, text, number }: SpanFields): boolean {
  if (!ownCalls || !hasUsage(number)) return false;
  text.operation ??= 'decision';
  return true;
}

function isOwnCall(span: Span, { ownCalls, kind, text, number }: SpanFields): boolean {
  if (!ownCalls || kind === undefined || !isModelCall(kind) || isInnerStep(span)) return false;
  return text.model !== undefined || hasUsage(number) || openUsage(span) !== null;
}

function cluesOf(span: Span, fields: SpanFields, named: string | undefined): ProviderClues {
  const serviceName = span.resource.get('service.name');
  return {
    named: named ?? (isCodex(span, fields) ? 'openai' : undefined),
    model: fields.text.model,
    serviceName: typeof serviceName === 'string' ? serviceName : undefined,
    serverAddress: fields.text.serverAddress,
  };
}

/** Codex names neither provider nor model on the span with the usage. */
function isCodex(span: Span, { text }: SpanFields): boolean {
  if (text.model !== undefined) return false;
  const service = span.resource.get('service.name');
  if (span.scope.name.startsWith('codex') || (typeof service === 'string' && service.startsWith('codex')))
    return true;
  return span.attributes.keys().some((key) => key.startsWith('codex.'));
}

function isInference(span: Span, { text, number, kind, weakKind }: SpanFields): boolean {
  if (isInnerStep(span)) return false;
  if (text.operation !== undefined) {
    if (isSpeechOperation(text.operation)) return hasUsage(number);
    const operation = operationKind(text.operation);
    if (operation !== undefined) {
      // LangSmith gives its retrievers the operation `embeddings`, and its prompt templates `chat`.
      return isModelCall(operation) && kind !== 'retriever' && kind !== 'tool' && kind !== 'function';
    }
  }
  const said = kind ?? weakKind;
  if (said !== undefined && !isModelCall(said)) return false;
  return text.model !== undefined || hasUsage(number);
}

const isModelCall = (kind: SpanKind): boolean => kind === 'llm' || kind === 'embedding';

const hasUsage = ({ inputTokens, outputTokens, uncachedInputTokens }: SpanFields['number']): boolean =>
  inputTokens !== undefined || outputTokens !== undefined || uncachedInputTokens !== undefined;
