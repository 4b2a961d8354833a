// Instrumentations that differ from the convention, by which input includes the cache and output includes the
// reasoning. They are recognised by scope, or by attributes that only one emitter writes, never by sizes:
// input without the cache may be larger than the cache.
import { LIVEKIT, VOICE } from '#semconv';
import type { InstrumentationScope, Span } from './span.ts';

interface Counting {
  /** As the APIs of Anthropic and Bedrock count: without cache reads and cache writes. */
  inputExcludesCache: boolean;
  /** As Gemini's API counts: without the thoughts. */
  outputExcludesReasoning: boolean;
}

interface Emitter {
  scope: string;
  /** The last release that counts this way; later ones follow the convention. */
  until?: string;
}

// From their source code: OpenLLMetry-JS changed after 0.27.0. OpenLLMetry for Python has added the cache to
// the input of the Anthropic client since 2024, so it is not listed for it; it reports the figures of Bedrock
// unchanged.
const WITHOUT_CACHE: readonly Emitter[] = [
  { scope: '@traceloop/instrumentation-anthropic', until: '0.27.0' },
  { scope: '@traceloop/instrumentation-bedrock', until: '0.27.0' },
  { scope: 'opentelemetry.instrumentation.bedrock' },
  { scope: '@openlit/instrumentation-anthropic' },
  { scope: '@openlit/instrumentation-bedrock' },
  { scope: 'openlit.instrumentation.anthropic' },
  { scope: 'openlit.instrumentation.bedrock' },
];

const WITHOUT_THOUGHTS: readonly Emitter[] = [
  { scope: '@traceloop/instrumentation-google-generativeai' },
  { scope: '@traceloop/instrumentation-vertexai' },
  { scope: 'opentelemetry.instrumentation.google_generativeai' },
  { scope: 'opentelemetry.instrumentation.vertexai' },
  { scope: '@openlit/instrumentation-google-ai' },
  { scope: '@openlit/instrumentation-vertexai' },
  { scope: 'openlit.instrumentation.google_ai_studio' },
  { scope: 'openlit.instrumentation.vertexai' },
  { scope: 'gemini-cli' },
];

/**
 * Written only by Strands, which reports the figures of the model's client. Its clients of Anthropic and
 * Bedrock omit the cache.
 */
const STRANDS = 'gen_ai.usage.cache_write_input_tokens';

/** Written by those releases of Google's ADK that omit the thoughts from the output. */
const ADK_THOUGHTS = 'gen_ai.usage.experimental.reasoning_tokens';

// The spans of one scope in a request share one object.
const known = new WeakMap<InstrumentationScope, Counting>();

export function countingOf(span: Span, provider: string, model: string | undefined): Counting {
  const byScope = known.getOrInsertComputed(span.scope, (scope) => ({
    inputExcludesCache: listed(WITHOUT_CACHE, scope),
    outputExcludesReasoning: listed(WITHOUT_THOUGHTS, scope),
  }));
  const strands = span.attributes.has(STRANDS) && isAnthropicClient(provider, model);
  const adk = span.attributes.has(ADK_THOUGHTS);
  if (!strands && !adk) return byScope;
  return {
    inputExcludesCache: byScope.inputExcludesCache || strands,
    outputExcludesReasoning: byScope.outputExcludesReasoning || adk,
  };
}

/** LiteLLM, whose model names have a slash, includes the cache in the input for every vendor. */
const isAnthropicClient = (provider: string, model = ''): boolean =>
  (provider === 'anthropic' || /(^|\.)anthropic\./i.test(model)) &&
  (!model.includes('/') || model.startsWith('arn:'));

/** OpenLIT reports a cost of 0 for every model that is not in its price list. */
export const reportsZeroForUnknown = ({ scope }: Span): boolean => /^@?openlit\b/.test(scope.name);

const LLAMA_INDEX = 'openinference.instrumentation.llama_index';

/**
 * LlamaIndex marks every method of a model's class as a model call, also those that only prepare one. The
 * call itself is the span of a method without the underscore. LiveKit names the model on the spans around a
 * call and on those of speech; the call has an operation.
 */
export const isInnerStep = ({ scope, name, attributes }: Span): boolean =>
  (scope.name === LLAMA_INDEX && name.includes('._')) ||
  (scope.name === LIVEKIT && !attributes.has(VOICE.operation));

/**
 * LlamaIndex's input and output values are Python objects as text. The messages are in indexed attributes.
 */
export const writesObjectsAsText = ({ scope }: Span): boolean => scope.name === LLAMA_INDEX;

function listed(emitters: readonly Emitter[], { name, version }: InstrumentationScope): boolean {
  return emitters.some(
    ({ scope, until }) =>
      name.startsWith(scope) &&
      !/[\w-]/.test(name.charAt(scope.length)) &&
      (until === undefined || version === '' || compareVersions(version, until) <= 0),
  );
}

function compareVersions(left: string, right: string): number {
  const numbers = (version: string) => version.split(/[.+-]/).map(Number);
  const [a, b] = [numbers(left), numbers(right)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
