// Classifies a span: a call, an observation, or rejected, because its provider is unknown.
import { type SpanKind, operationKind } from '#semconv';
import type { ProviderResolver } from './provider/resolve.ts';
import type { SpanFields } from './span-fields.ts';
import type { Span } from './span.ts';

export type Class =
  | { is: 'call'; provider: string }
  | { is: 'observation' }
  | { is: 'rejected'; reason: 'unknown_provider' | 'missing_provider'; seen: string };

const OBSERVATION: Class = { is: 'observation' };

export function classifySpan(span: Span, fields: SpanFields, resolve: ProviderResolver): Class {
  if (!fields.hasGenAi || !isInference(fields)) return OBSERVATION;
  const serviceName = span.resource.get('service.name');
  const answer = resolve({
    named: fields.text.provider ?? (isCodex(span, fields) ? 'openai' : undefined),
    model: fields.text.model,
    serviceName: typeof serviceName === 'string' ? serviceName : undefined,
    serverAddress: fields.text.serverAddress,
  });
  return answer.ok
    ? { is: 'call', provider: answer.provider }
    : { is: 'rejected', reason: answer.reason, seen: answer.seen };
}

/** Codex names neither provider nor model on the span with the usage. */
function isCodex(span: Span, { text }: SpanFields): boolean {
  if (text.model !== undefined) return false;
  const service = span.resource.get('service.name');
  if (span.scope.name.startsWith('codex') || (typeof service === 'string' && service.startsWith('codex')))
    return true;
  return span.attributes.keys().some((key) => key.startsWith('codex.'));
}

function isInference({ text, number, kind, weakKind }: SpanFields): boolean {
  if (text.operation !== undefined) {
    const operation = operationKind(text.operation);
    if (operation !== undefined) {
      // LangSmith gives its retrievers the operation `embeddings`.
      return isModelCall(operation) && kind !== 'retriever' && kind !== 'tool';
    }
  }
  const said = kind ?? weakKind;
  if (said !== undefined && !isModelCall(said)) return false;
  return text.model !== undefined || hasUsage(number);
}

const isModelCall = (kind: SpanKind): boolean => kind === 'llm' || kind === 'embedding';

const hasUsage = ({ inputTokens, outputTokens, uncachedInputTokens }: SpanFields['number']): boolean =>
  inputTokens !== undefined || outputTokens !== undefined || uncachedInputTokens !== undefined;
