// Costs of stored calls as they are read and changed when prices are applied to the past.

export interface CostWindow {
  /** Null: all projects. */
  project: number | null;
  startMs: number;
  /** Not part of it. */
  endMs: number;
}

/** Where the page before ended. */
export interface CallPosition {
  timestampMs: number;
  id: string;
}

/** A call whose cost was derived here, with all that it was derived from. */
export interface CallCost extends CallPosition {
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
  /** Of requestMeta; '' and 0 where it has none. */
  responseModel: string;
  serviceTier: string;
  cacheWrite1hTokens: number;
  audioOutputTokens: number;
  gateway: string;
  imageTokens: number;
  /** Null: nobody counted the images of the output. */
  imageOutputTokens: number | null;
  /** JSON, '' when the call has none. */
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

/** Part of the records store. Only one process at a time may stage and apply for one account: who calls it takes a lock. */
export interface Repricing {
  /** One page of the calls whose cost was derived here, in the order of (timestamp, id). */
  derivedCosts(
    account: number,
    window: CostWindow,
    after: CallPosition | null,
    limit: number,
  ): Promise<CallCost[]>;
  /** Durable, and nothing has changed yet; the same number for what is applied together. */
  stageCosts(account: number, batch: number, changes: readonly CostChange[]): Promise<void>;
  /** Brings what is staged into rows and sums, also what a process that died has left. */
  applyStagedCosts(account: number): Promise<void>;
}
