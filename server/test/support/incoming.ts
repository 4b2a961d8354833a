// Records as the writer receives them.
import { PLAIN_SPAN } from '#records/record';
import type { Incoming } from '#records';

const HOUR = 3_600_000;

interface IncomingOptions {
  timestampMs?: number;
  receivedAtMs?: number;
  sealed?: Uint8Array;
}

const belongingOf = (account: number, now: number) => ({
  account,
  project: 1,
  receivedAtMs: now,
  expiresAtMs: now + 24 * HOUR,
});

export function incomingCall(account: number, id: string, options: IncomingOptions = {}): Incoming {
  const now = options.receivedAtMs ?? Date.now();
  const { timestampMs = now - HOUR, sealed } = options;
  const belonging = belongingOf(account, now);
  return {
    id,
    kind: 'call',
    row: {
      ...belonging,
      call: {
        kind: 'call',
        id,
        provider: 'openai',
        model: 'gpt-5',
        timestampMs,
        promptTokens: 10,
        completionTokens: 5,
        totalTokens: 15,
        costUsd: 0,
        latencyMs: 1,
        tags: { env: 'test' },
        error: null,
        errorDetails: null,
        traceId: null,
        spanId: null,
        parentSpanId: null,
        sessionId: null,
        toolCalls: null,
        piiRedacted: false,
        redactionMetadata: null,
        requestMeta: null,
        usage: { uncachedInput: 10, cacheRead: 0, cacheWrite: 0, outputText: 5, reasoning: 0, audio: 0 },
      },
      cost: { costUsd: 0.5, cacheSavingsUsd: 0, source: 'client' },
      hasContent: sealed !== undefined,
      evalRun: 0,
    },
    content: sealed
      ? {
          account,
          id,
          timestampMs,
          expiresAtMs: belonging.expiresAtMs,
          sealed,
          words: Uint8Array.of(0, 0, 7, 0, 0, 9),
          media: [],
          messages: [],
        }
      : null,
  };
}

/** Its id consists of the two. */
export function incomingObservation(account: number, traceId: string, spanId: string): Incoming {
  const now = Date.now();
  const id = `${traceId}-${spanId}`;
  return {
    id,
    kind: 'observation',
    row: {
      ...belongingOf(account, now),
      observation: {
        kind: 'observation',
        ...PLAIN_SPAN,
        id,
        type: 'tool',
        name: 'search',
        timestampMs: now - HOUR,
        durationMs: 5,
        error: null,
        traceId,
        spanId,
        parentSpanId: null,
        sessionId: null,
        attributes: { tool: 'search' },
      },
      piiRedacted: false,
      redactionMetadata: null,
      hasContent: false,
    },
    content: null,
  };
}
