// The models of the sample, as in the price table, and their speed.

export interface Model {
  provider: 'openai' | 'anthropic' | 'google';
  model: string;
  /** The model name in the vendor's answer. */
  responseModel: string;
  firstTokenMs: number;
  msPerToken: number;
  /** Percentage of input tokens from the cache, if any. */
  cachedPct: number;
}

export const FAST: Model = {
  provider: 'openai',
  model: 'gpt-4.1-mini',
  responseModel: 'gpt-4.1-mini-2025-04-14',
  firstTokenMs: 350,
  msPerToken: 7,
  cachedPct: 60,
};

export const FLASH: Model = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  responseModel: 'gemini-2.5-flash',
  firstTokenMs: 280,
  msPerToken: 5,
  cachedPct: 40,
};

export const THOROUGH: Model = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  responseModel: 'claude-sonnet-4-5-20250929',
  firstTokenMs: 900,
  msPerToken: 14,
  cachedPct: 70,
};

export const REASONING: Model = {
  provider: 'openai',
  model: 'gpt-5',
  responseModel: 'gpt-5-2025-08-07',
  firstTokenMs: 1_800,
  msPerToken: 11,
  cachedPct: 30,
};

export const MODELS = [FAST, FLASH, THOROUGH, REASONING] as const;
