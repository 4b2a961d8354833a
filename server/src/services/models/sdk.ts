// Loads the SDK on the first model call: it takes 35 MB and 0.2 s, which a service without a judge saves.
// Only this file knows its types.
import type * as Ai from 'ai';
import type { LlmConfig } from '#config';
import type { Services } from '#core/context';
import { boundedFetch } from '#lib/outbound/bounded-fetch';
import { perProcess } from '#core/process-state';

type Library = Pick<
  typeof Ai,
  'generateText' | 'Output' | 'jsonSchema' | 'APICallError' | 'NoObjectGeneratedError'
>;

export interface Sdk extends Library {
  model: Ai.LanguageModel;
}

const loadedOf = perProcess(() => new Map<LlmConfig, Promise<Sdk>>());

export const sdkFor = (ctx: Pick<Services, 'state'>, config: LlmConfig): Promise<Sdk> =>
  loadedOf(ctx).getOrInsertComputed(config, () => load(config));

async function load(config: LlmConfig): Promise<Sdk> {
  // The SDK would otherwise log a warning for each model without temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [{ generateText, Output, jsonSchema, APICallError, NoObjectGeneratedError }, model] =
    await Promise.all([import('ai'), connect(config)]);
  return { generateText, Output, jsonSchema, APICallError, NoObjectGeneratedError, model };
}

async function connect({ provider, model, apiKey, baseUrl: baseURL }: LlmConfig): Promise<Ai.LanguageModel> {
  const options = { baseURL, fetch: boundedFetch, ...(apiKey === null ? {} : { apiKey }) };
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
      const named = { ...options, name: 'openai-compatible', supportsStructuredOutputs: true };
      return createOpenAICompatible(named)(model);
    }
  }
}
