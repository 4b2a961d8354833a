// Loads the SDK on the first model call: it takes 35 MB and 0.2 s, which a service without a judge saves.
// Only this file knows its types.
import type * as Ai from 'ai';
import { RECORDED_PROVIDER, type LlmConfig } from '#config';
import { MINUTE_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { boundedFetch, MAX_RESPONSE_BYTES } from '#lib/outbound/bounded-fetch';
import { guardedFetch } from '#lib/outbound/guarded-fetch';
import { perProcess } from '#core/process-state';
import { outboundOf } from '#services/notifications';
import { recordedFetch } from './recorded/recorded-fetch.ts';

type Library = Pick<
  typeof Ai,
  'generateText' | 'streamText' | 'tool' | 'Output' | 'jsonSchema' | 'APICallError' | 'NoObjectGeneratedError'
>;

export type SdkContext = Pick<Services, 'state' | 'config'>;

export interface Sdk extends Library {
  model: Ai.LanguageModel;
}

const loadedOf = perProcess(() => new WeakMap<LlmConfig, Promise<Sdk>>());

export const sdkFor = (ctx: SdkContext, config: LlmConfig): Promise<Sdk> =>
  loadedOf(ctx).getOrInsertComputed(config, () => load(ctx, config));

async function load(ctx: SdkContext, config: LlmConfig): Promise<Sdk> {
  // The SDK would otherwise log a warning for each model without temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [library, model] = await Promise.all([import('ai'), connect(config, fetchFor(ctx, config))]);
  const { generateText, streamText, tool, Output, jsonSchema, APICallError, NoObjectGeneratedError } =
    library;
  return { generateText, streamText, tool, Output, jsonSchema, APICallError, NoObjectGeneratedError, model };
}

/** Longer than any call; the callers have shorter limits. */
const LONGEST_MS = 15 * MINUTE_MS;

const fetchFor = ({ config }: SdkContext, { guarded, provider }: LlmConfig): typeof fetch =>
  provider === RECORDED_PROVIDER
    ? recordedFetch
    : guarded
      ? guardedFetch(outboundOf(config), { timeoutMs: LONGEST_MS, maxResponseBytes: MAX_RESPONSE_BYTES })
      : boundedFetch;

async function connect(
  { provider, model, apiKey, baseUrl: baseURL }: LlmConfig,
  send: typeof fetch,
): Promise<Ai.LanguageModel> {
  const options = { baseURL, fetch: send, ...(apiKey === null ? {} : { apiKey }) };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // Uses chat completions instead of responses: refusals are explicit, the vendor stores nothing, and
      // every proxy supports it.
      return createOpenAI(options).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(options)(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(options)(model);
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      return createMistral(options)(model);
    }
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const named = {
        ...options,
        name: provider,
        supportsStructuredOutputs: true,
        // Without it, a stream ends without its usage.
        includeUsage: true,
      };
      return createOpenAICompatible(named)(model);
    }
  }
}
