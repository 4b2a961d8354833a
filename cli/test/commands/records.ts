// Records as the service answers with them.
import type { Schemas } from '@tracewell/sdk';

export const call = (more: Partial<Schemas['Call']> = {}): Schemas['Call'] => ({
  id: 'call-1',
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: '2026-11-16T09:00:00.000Z',
  promptTokens: 1_200,
  completionTokens: 34,
  totalTokens: 1_234,
  costUsd: 0.00042,
  latencyMs: 812,
  tags: { env: 'production' },
  error: null,
  errorDetails: null,
  traceId: 'trace-1',
  spanId: 'span-1',
  parentSpanId: null,
  sessionId: 'session-1',
  toolCalls: null,
  piiRedacted: false,
  redactionMetadata: null,
  requestMeta: null,
  ...more,
});

export const score = (more: Partial<Schemas['Score']> = {}): Schemas['Score'] => ({
  id: 'scr_1',
  name: 'thumbs',
  dataType: 'boolean',
  value: true,
  comment: null,
  source: 'api',
  callId: 'call-1',
  traceId: null,
  spanId: null,
  sessionId: null,
  runId: null,
  metadata: null,
  createdAt: '2026-11-16T10:00:00.000Z',
  ...more,
});

export const span = (more: Partial<Schemas['TraceSpan']> = {}): Schemas['TraceSpan'] => ({
  id: 'obs-1',
  kind: 'observation',
  type: 'agent',
  name: 'Support agent',
  spanId: 'a',
  parentSpanId: null,
  startTime: '2026-11-16T09:00:00.000Z',
  durationMs: 2_500,
  error: null,
  provider: null,
  model: null,
  totalTokens: null,
  costUsd: null,
  agent: null,
  tool: null,
  sessionId: null,
  userId: null,
  tools: [],
  ...more,
});

/** Columns of the widest line, as a terminal counts them. */
export { widthOf } from '../../src/terminal/columns.ts';
