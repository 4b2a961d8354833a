// Records as clients send them.
import { randomUUID } from 'node:crypto';
import type { Caller } from './app.ts';

export const sampleRecord = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `call-${randomUUID()}`,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date().toISOString(),
  promptTokens: 500,
  completionTokens: 250,
  totalTokens: 750,
  costUsd: 0.001,
  latencyMs: 820,
  ...changes,
});

export const sampleRecords = (count: number, changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => sampleRecord(changes));

/** In requests of 100, one after another. */
export async function sendRecords(to: Caller, records: readonly Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < records.length; at += 100) {
    const reply = await to.call('POST', '/v1/ingest', { records: records.slice(at, at + 100) });
    if (reply.statusCode !== 200 || reply.json().rejected.length > 0) throw new Error(reply.body);
  }
}
