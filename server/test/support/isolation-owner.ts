// The account whose records no other account may see, in the isolation tests.
import { DAY_MS } from '#lib/clock';
import type { CallCost } from '#records';

/** The owner’s records: one call with content, with unusual values in every field, and one observation. */
export const OWNED = {
  id: 'call-of-the-owner',
  traceId: 'trace-of-the-owner',
  sessionId: 'session-of-the-owner',
  model: 'model-of-the-owner',
  project: 1,
  media: 'med_2N9xQk5bWc7TfYzR3pLhA',
  message: 'owned by one acc',
} as const;

/** Another call of the same trace, which failed. */
export const FAILED_ID = 'failed-call-of-the-owner';

export const ownedCost = (atMs: number): CallCost => ({
  timestampMs: atMs,
  id: OWNED.id,
  project: OWNED.project,
  expiresAtMs: Math.ceil(atMs / 1_000) * 1_000 + DAY_MS,
  evalRun: 0,
  provider: 'openai',
  model: OWNED.model,
  promptTokens: 1,
  completionTokens: 1,
  totalTokens: 2,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  audioTokens: 0,
  costUsd: 1,
  cacheSavingsUsd: 0,
  priceSource: 'none',
  responseModel: '',
  serviceTier: '',
  cacheWrite1hTokens: 0,
  webSearches: 0,
  fileSearches: 0,
  codeContainers: 0,
  audioOutputTokens: 0,
  gateway: '',
  imageTokens: 0,
  imageOutputTokens: null,
  cachedAudioTokens: null,
  cachedImageTokens: null,
  speed: '',
  inferenceGeo: '',
  pricing: '',
});
