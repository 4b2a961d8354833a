// Token counts in the words of the conventions: input includes the cache, output includes reasoning.
import type { Attributes } from '@opentelemetry/api';

export interface ModelUsage {
  /** All input tokens, with those from the cache and those written to it. */
  input?: number | undefined;
  /** All output tokens, with reasoning. */
  output?: number | undefined;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  /** The part of `cacheWrite` that is kept for an hour. */
  cacheWrite1h?: number | undefined;
  reasoning?: number | undefined;
  audioInput?: number | undefined;
  audioOutput?: number | undefined;
  /** Only if you know it; otherwise the service computes it from its prices. */
  costUsd?: number | undefined;
}

const KEYS: readonly (readonly [name: keyof ModelUsage, key: string])[] = [
  ['input', 'gen_ai.usage.input_tokens'],
  ['output', 'gen_ai.usage.output_tokens'],
  ['cacheRead', 'gen_ai.usage.cache_read.input_tokens'],
  ['cacheWrite', 'gen_ai.usage.cache_creation.input_tokens'],
  ['cacheWrite1h', 'anthropic.usage.cache_creation.ephemeral_1h_input_tokens'],
  ['reasoning', 'gen_ai.usage.reasoning.output_tokens'],
  ['audioInput', 'gen_ai.usage.audio.input_tokens'],
  ['audioOutput', 'gen_ai.usage.audio.output_tokens'],
  ['costUsd', 'gen_ai.usage.cost'],
];

/** Zero is said of input and output only: elsewhere it means that the vendor does not count it. */
export function usageAttributes(usage: ModelUsage): Attributes {
  const attributes: Attributes = {};
  for (const [name, key] of KEYS) {
    const count = usage[name];
    if (typeof count !== 'number' || !(count >= 0)) continue;
    if (count > 0 || name === 'input' || name === 'output' || name === 'costUsd') attributes[key] = count;
  }
  return attributes;
}
