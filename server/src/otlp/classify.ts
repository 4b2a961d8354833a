// What becomes of a span: a call, an observation, or nothing, because no provider can be had for it.
import { type Kind, operationKind } from '#semconv';
import type { ProviderResolver } from './provider/resolve.ts';
import type { Reading } from './reading.ts';
import type { Span } from './span.ts';

export type Class =
  | { is: 'call'; provider: string }
  | { is: 'observation' }
  | { is: 'rejected'; reason: 'unknown_provider' | 'missing_provider'; seen: string };

const OBSERVATION: Class = { is: 'observation' };

export function classify(span: Span, reading: Reading, resolve: ProviderResolver): Class {
  if (!reading.hasGenAi || !isInference(reading)) return OBSERVATION;
  const serviceName = span.resource.get('service.name');
  const answer = resolve({
    named: reading.text.provider ?? (isCodex(span, reading) ? 'openai' : undefined),
    model: reading.text.model,
    serviceName: typeof serviceName === 'string' ? serviceName : undefined,
    serverAddress: reading.text.serverAddress,
  });
  return answer.ok
    ? { is: 'call', provider: answer.provider }
    : { is: 'rejected', reason: answer.reason, seen: answer.seen };
}

/** Codex names neither provider nor model where it tells the usage. */
function isCodex(span: Span, { text }: Reading): boolean {
  if (text.model !== undefined) return false;
  const service = span.resource.get('service.name');
  if (span.scope.name.startsWith('codex') || (typeof service === 'string' && service.startsWith('codex')))
    return true;
  return span.attributes.keys().some((key) => key.startsWith('codex.'));
}

function isInference({ text, number, kind, weakKind }: Reading): boolean {
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

const isModelCall = (kind: Kind): boolean => kind === 'llm' || kind === 'embedding';

const hasUsage = ({ inputTokens, outputTokens, uncachedInputTokens }: Reading['number']): boolean =>
  inputTokens !== undefined || outputTokens !== undefined || uncachedInputTokens !== undefined;
