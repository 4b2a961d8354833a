// What instrumentations count into what, where they differ from the convention: input with the cache, output with the reasoning. Known
// by the scope, or by attributes that only one emitter writes. Sizes say nothing: input without the cache may well be larger than it.
import type { Scope, Span } from './span.ts';

export interface Counting {
  /** Input as the APIs of Anthropic and Bedrock count it: without what was read from the cache or written to it. */
  inputExcludesCache: boolean;
  /** Output as Gemini's API counts it: without the thoughts. */
  outputExcludesReasoning: boolean;
}

interface Emitter {
  scope: string;
  /** The last release that counts so; later ones follow the convention. */
  until?: string;
}

// By their sources: OpenLLMetry-JS changed after 0.27.0; OpenLLMetry for Python adds the cache to the input of the Anthropic client
// since 2024, so it is not listed, but hands on what Bedrock says.
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

/** Written by Strands alone, which hands on what the model's client says; its clients of Anthropic and Bedrock leave the cache out. */
const STRANDS = 'gen_ai.usage.cache_write_input_tokens';

/** Written by Google's ADK as long as it left the thoughts out of the output. */
const ADK_THOUGHTS = 'gen_ai.usage.experimental.reasoning_tokens';

// The spans of one scope in a request share one object.
const known = new WeakMap<Scope, Counting>();

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

/** LiteLLM, whose models have a slash in their names, counts the cache into the input for any vendor. */
const isAnthropicClient = (provider: string, model = ''): boolean =>
  (provider === 'anthropic' || /(^|\.)anthropic\./i.test(model)) &&
  (!model.includes('/') || model.startsWith('arn:'));

/** OpenLIT reports a cost of 0 for every model that is not in its price list. */
export const reportsZeroForUnknown = ({ scope }: Span): boolean => /^@?openlit\b/.test(scope.name);

function listed(emitters: readonly Emitter[], { name, version }: Scope): boolean {
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
