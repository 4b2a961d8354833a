// What every scenario sends if its client can, and what it costs. The sums are written out, not computed by
// the code that they check.
import type { ExpectedCall } from '../harness/client.ts';

/** In dollars per million tokens; the account of every client has them. */
export const PRICES = [
  { model: 'text-embedding-*', inputPerMTok: 0.5, outputPerMTok: 0 },
  { model: 'qwen-*', inputPerMTok: 2, outputPerMTok: 20, cacheReadPerMTok: 0.2, cacheWritePerMTok: 2.5 },
  { model: '*', inputPerMTok: 1, outputPerMTok: 10, cacheReadPerMTok: 0.1, cacheWritePerMTok: 1.25 },
];

export const QUESTION = 'What is the capital of France?';
export const WEATHER_QUESTION = 'What is the weather in Paris?';
const ANSWER = 'Paris is the capital of France.';

const openai = {
  provider: 'openai',
  promptTokens: 1184,
  cachedTokens: 1024,
  input: QUESTION,
  output: ANSWER,
};

/** 160 × 1 + 1,024 × 0.1 + 17 × 10 = 432.4 millionths of a dollar. */
export const plain: ExpectedCall = {
  ...openai,
  model: 'gpt-4o-mini',
  completionTokens: 17,
  costUsd: 0.0004324,
};

export const streamed: ExpectedCall = { ...plain, model: 'gpt-4o' };

/** 160 × 1 + 1,024 × 0.1 + 145 × 10 = 1,712.4, of which 128 tokens are reasoning. */
export const reasoned: ExpectedCall = {
  ...openai,
  model: 'gpt-5-mini',
  completionTokens: 145,
  reasoningTokens: 128,
  costUsd: 0.0017124,
};

/** 160 × 1 + 1,024 × 0.1 + 22 × 10 = 482.4. */
export const toolAsked: ExpectedCall = {
  ...openai,
  model: 'gpt-4.1',
  completionTokens: 22,
  costUsd: 0.0004824,
  input: WEATHER_QUESTION,
  output: 'get_weather',
};

/** The second call of the agent, which has the tool's result. */
export const toolAnswered: ExpectedCall = { ...plain, model: 'gpt-4.1', input: WEATHER_QUESTION };

/** The model's vendor was busy once; the vendor's own client tried again inside one call. */
export const triedTwice: ExpectedCall = { ...plain, model: 'gpt-4-turbo' };

/** 8 × 0.5 = 4. */
export const embedded: ExpectedCall = {
  provider: 'openai',
  model: 'text-embedding-3-small',
  promptTokens: 8,
  completionTokens: 0,
  costUsd: 0.000004,
};

export const failed: ExpectedCall = {
  provider: 'openai',
  model: 'gpt-4.1-nano',
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  error: 'rejects this request',
  input: QUESTION,
};

/** A vendor beyond the four: 160 × 2 + 1,024 × 0.2 + 17 × 20 = 864.8. */
export const otherVendor: ExpectedCall = {
  ...plain,
  provider: 'alibaba',
  model: 'qwen-max',
  costUsd: 0.0008648,
};

/** 142 × 1 + 1,024 × 0.1 + 256 × 1.25 + 19 × 10 = 754.4. */
export const anthropic: ExpectedCall = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  promptTokens: 1422,
  cachedTokens: 1024,
  cacheWriteTokens: 256,
  completionTokens: 19,
  costUsd: 0.0007544,
  input: QUESTION,
  output: ANSWER,
};

/** What every scenario says about its calls, if its client can say it. */
export const WHO = { userId: 'user-7', sessionId: 'session-7' };

/** As a function, for lists of calls. An empty text is not compared. */
export const changed = (call: ExpectedCall, change: Partial<ExpectedCall>): ExpectedCall => ({
  ...call,
  ...change,
});

/** For clients that send no token counts with some calls. */
export const uncounted = (call: ExpectedCall): ExpectedCall =>
  changed(call, { promptTokens: 0, completionTokens: 0, cachedTokens: 0, reasoningTokens: 0, costUsd: 0 });

/** For clients that send input and output only: everything is billed as uncached input and as output. */
const UNCACHED: Readonly<Record<string, number>> = {
  'gpt-4o-mini': 0.001354, // 1,184 × 1 + 17 × 10
  'gpt-4-turbo': 0.001354,
  'gpt-4o': 0.001354,
  'gpt-5-mini': 0.002634, // 1,184 × 1 + 145 × 10
  'qwen-max': 0.002708, // 1,184 × 2 + 17 × 20
};
const UNCACHED_TOOL = { asked: 0.001404, answered: 0.001354 }; // 1,184 × 1 + 22 × 10, 1,184 × 1 + 17 × 10

export const uncached = (call: ExpectedCall): ExpectedCall => {
  const ofTool = call.completionTokens === 22 ? UNCACHED_TOOL.asked : UNCACHED_TOOL.answered;
  return changed(call, { cachedTokens: 0, reasoningTokens: 0, costUsd: UNCACHED[call.model] ?? ofTool });
};
