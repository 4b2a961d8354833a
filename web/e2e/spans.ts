// Sends spans as an OpenTelemetry exporter does.
import { inject } from 'vitest';
import type { Account } from './account.ts';

export interface Span {
  name: string;
  id: number;
  under?: number;
  from: number;
  to: number;
  error?: string;
  attributes?: Record<string, string | number>;
}

const hex = (id: number) => id.toString(16).padStart(16, '0');

export async function sendSpans(
  account: Account,
  traceId: string,
  startMs: number,
  spans: Span[],
): Promise<void> {
  const nanos = (ms: number) => `${BigInt(startMs + ms) * 1_000_000n}`;
  const sent = spans.map(({ name, id, under, from, to, error, attributes = {} }) => ({
    traceId,
    spanId: hex(id),
    ...(under === undefined ? {} : { parentSpanId: hex(under) }),
    name,
    kind: 1,
    startTimeUnixNano: nanos(from),
    endTimeUnixNano: nanos(to),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
    })),
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
  }));
  const body = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ scope: { name: 'acme' }, spans: sent }] }],
  });
  // Sends again what was not stored, as an exporter does.
  for (let tries = 0; tries < 5; tries++) {
    const response = await fetch(`${inject('serviceUrl')}/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    if (response.status === 503) continue;
    const answer = await response.text();
    if (!response.ok || answer !== '{}') throw new Error(answer);
    return;
  }
  throw new Error('The service could not store the spans.');
}

export const says = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** The attributes of a model call in this session. */
export const chatIn =
  (session: string) => (model: string, input: number, output: number, asked: string, answer: string) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    'gen_ai.conversation.id': session,
    'user.id': 'visitor-42',
    'gen_ai.input.messages': says('user', asked),
    'gen_ai.output.messages': says('assistant', answer),
  });
export const agent = (name: string) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': name,
});
export const tool = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });
