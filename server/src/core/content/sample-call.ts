import type { CallRecord } from '#records';

/** A call as ingest makes it, for tests and benchmarks. */
export const sampleCall = (changes: Partial<CallRecord> = {}): CallRecord => ({
  kind: 'call',
  id: 'call-1',
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestampMs: Date.UTC(2026, 5, 15, 12),
  promptTokens: 500,
  completionTokens: 250,
  totalTokens: 750,
  costUsd: 0.001,
  latencyMs: 820,
  tags: { env: 'production', feature: 'chat', userId: 'user-42', region: 'eu-west-1' },
  error: null,
  errorDetails: null,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: null,
  sessionId: 'sess-7',
  toolCalls: null,
  piiRedacted: false,
  redactionMetadata: null,
  requestMeta: null,
  usage: { uncachedInput: 500, cacheRead: 0, cacheWrite: 0, outputText: 250, reasoning: 0, audio: 0 },
  ...changes,
});
