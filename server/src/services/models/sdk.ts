// Loads the SDK on the first model call: loading takes 35 MB and 0.2 s, which a service without a judge saves.
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
  | 'generateText'
  | 'streamText'
  | 'embedMany'
  | 'tool'
  | 'Output'
  | 'jsonSchema'
  | 'APICallError'
  | 'UnsupportedFunctionalityError'
  | 'NoObjectGeneratedError'
>;

export type SdkContext = Pick<Services, 'state' | 'config'>;

interface Models {
  model: Ai.LanguageModel;
  /** The same name as an embedding model; null if the vendor has none. */
  embedder: Ai.EmbeddingModel | null;
}

export interface Sdk extends Library, Models {}

const loadedOf = perProcess(() => new WeakMap<LlmConfig, Promise<Sdk>>());

export const sdkFor = (ctx: SdkContext, config: LlmConfig): Promise<Sdk> =>
  loadedOf(ctx).getOrInsertComputed(config, () => load(ctx, config));

async function load(ctx: SdkContext, config: LlmConfig): Promise<Sdk> {
  // The SDK would otherwise log a warning for each model without temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [library, models] = await Promise.all([import('ai'), connect(config, fetchFor(ctx, config))]);
  const { generateText, streamText, embedMany, tool, Output, jsonSchema } = library;
  const { APICallError, NoObjectGeneratedError, UnsupportedFunctionalityError } = library;
  return {
    generateText,
    streamText,
    embedMany,
    tool,
    Output,
    jsonSchema,
    APICallError,
    NoObjectGeneratedError,
    UnsupportedFunctionalityError,
    ...models,
  };
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
): Promise<Models> {
  const options = { baseURL, fetch: send, ...(apiKey === null ? {} : { apiKey }) };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // Uses chat completions instead of responses: refusals are explicit, the vendor stores nothing, and
      // every proxy supports it.
      const openai = createOpenAI(options);
      return { model: openai.chat(model), embedder: openai.embedding(model) };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return { model: createAnthropic(options)(model), embedder: null };
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const google = createGoogle(options);
      return { model: google(model), embedder: google.embedding(model) };
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      const mistral = createMistral(options);
      return { model: mistral(model), embedder: mistral.embedding(model) };
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
      const compatible = createOpenAICompatible(named);
      return { model: compatible(model), embedder: compatible.embeddingModel(model) };
    }
  }
}
