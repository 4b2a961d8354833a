// Calls of a small company: a daily rhythm, a few models, tags, some errors, some caching. Deterministic.

const MODELS = [
  { provider: 'openai', model: 'gpt-4o-mini', share: 0.42, inPrice: 0.15, outPrice: 0.6, ms: 700 },
  { provider: 'openai', model: 'gpt-4o', share: 0.2, inPrice: 2.5, outPrice: 10, ms: 1_600 },
  { provider: 'anthropic', model: 'claude-sonnet-4-5', share: 0.24, inPrice: 3, outPrice: 15, ms: 2_300 },
  { provider: 'google', model: 'gemini-2.5-flash', share: 0.14, inPrice: 0.3, outPrice: 2.5, ms: 900 },
] as const;

const FEATURES = ['support-chat', 'search', 'summaries', 'triage'];
const TEAMS = ['growth', 'platform'];
const ERRORS = ['rate_limit_exceeded', 'timeout', 'context_length_exceeded'];

/** mulberry32: small and good enough. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(list: readonly T[], at: number): T => list[Math.floor(at * list.length)] as T;

function modelAt(at: number) {
  let sum = 0;
  return MODELS.find(({ share }) => (sum += share) >= at) ?? MODELS[0];
}

const DAY_MS = 86_400_000;

export function sampleCalls(count: number, nowMs: number, days = 14): object[] {
  const next = random(7);
  return Array.from({ length: count }, (_, index) => {
    const { provider, model, inPrice, outPrice, ms } = modelAt(next());
    // More calls during working hours, and more on recent days.
    const day = Math.floor(days * next() ** 1.3);
    const hour = 8 + (next() + next() + next()) * 4;
    const at = Math.min(nowMs - 60_000, nowMs - day * DAY_MS - ((hour * 3_600_000) % DAY_MS));
    const promptTokens = Math.round(300 + 4_000 * next() ** 2);
    const completionTokens = Math.round(40 + 900 * next() ** 2);
    const cachedTokens = next() < 0.35 ? Math.round(promptTokens * 0.6) : 0;
    const error = next() < 0.04 ? pick(ERRORS, next() ** 2) : null;
    const session = Math.floor(index / 4);
    return {
      id: `sample-${index}`,
      provider,
      model,
      timestamp: new Date(at).toISOString(),
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
      costUsd: (promptTokens * inPrice + completionTokens * outPrice) / 1e6,
      latencyMs: Math.round(ms * (0.5 + next()) * (1 + 4 * next() ** 8)),
      tags: { feature: pick(FEATURES, next()), team: pick(TEAMS, next()), env: 'production' },
      error,
      sessionId: `session-${session}`,
      traceId: `trace-${Math.floor(index / 2)}`,
      requestMeta: { operation: 'chat', cachedTokens, userId: `user-${session % 37}` },
    };
  });
}
