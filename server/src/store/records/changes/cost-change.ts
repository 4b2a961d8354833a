// Costs of stored calls as they are read and changed when new prices apply to the past.
import type { CallRef } from '../record.ts';

export interface CostWindow {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** A call whose cost this service computed, with all inputs of the computation. */
export interface CallCost extends CallRef {
  project: number;
  expiresAtMs: number;
  evalRun: number;
  provider: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  reasoningTokens: number;
  audioTokens: number;
  costUsd: number;
  cacheSavingsUsd: number;
  priceSource: string;
  /** This and the following come from requestMeta; '' and 0 mean absent. */
  responseModel: string;
  serviceTier: string;
  cacheWrite1hTokens: number;
  /** Uses of tools that the vendor ran. */
  webSearches: number;
  fileSearches: number;
  codeContainers: number;
  audioOutputTokens: number;
  gateway: string;
  imageTokens: number;
  /** Null if the images of the output were not counted. */
  imageOutputTokens: number | null;
  /** Null if the cache reads were not counted by kind. */
  cachedAudioTokens: number | null;
  cachedImageTokens: number | null;
  speed: string;
  inferenceGeo: string;
  /** JSON; '' means absent. */
  pricing: string;
}

export interface CostChange {
  call: CallCost;
  costUsd: number;
  cacheSavingsUsd: number;
  priceSource: string;
  /** JSON of the new `requestMeta.pricing`, flat. */
  pricing: string;
}
