// Log events of coding agents as OTLP/JSON.

type Value = string | number | boolean | null;

export interface SampleEvent {
  timeUnixNano: string;
  observedTimeUnixNano: string;
  body: Record<string, unknown>;
  attributes: { key: string; value: Record<string, unknown> }[];
  traceId?: string;
  spanId?: string;
}

const valueOf = (value: Value): Record<string, unknown> => {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
};

const nano = (ms: number): string => `${Math.round(ms)}000000`;

/** As Claude Code sends it: the short name in the attributes, the full name as the body. */
export const claudeEvent = (
  name: string,
  attributes: Record<string, Value>,
  timeMs = Date.now(),
): SampleEvent => ({
  timeUnixNano: nano(timeMs),
  observedTimeUnixNano: nano(timeMs),
  body: valueOf(`claude_code.${name}`),
  attributes: entries({ 'session.id': 'session-1', 'event.name': name, ...attributes }),
});

/** As Codex and Gemini CLI send it: the full name in the attributes. */
export const namedEvent = (
  name: string,
  attributes: Record<string, Value>,
  timeMs = Date.now(),
): SampleEvent => ({
  timeUnixNano: nano(timeMs),
  observedTimeUnixNano: nano(timeMs),
  body: valueOf('some words'),
  attributes: entries({ 'event.name': name, ...attributes }),
});

const entries = (attributes: Record<string, Value>): SampleEvent['attributes'] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

export const logsOf = (records: readonly unknown[], scope = 'com.anthropic.claude_code.events') => ({
  resourceLogs: [
    {
      resource: { attributes: entries({ 'service.name': 'claude-code' }) },
      scopeLogs: [{ scope: { name: scope, version: '2.1.0' }, logRecords: records }],
    },
  ],
});

/** Usage as in the captures: 142 + 1024 read + 256 written, 41 out. */
export const apiRequest = (attributes: Record<string, Value> = {}, timeMs = Date.now()): SampleEvent =>
  claudeEvent(
    'api_request',
    {
      'event.sequence': 6,
      'prompt.id': 'prompt-1',
      'user.id': 'user-1',
      model: 'claude-sonnet-4-5-20250929',
      input_tokens: 142,
      output_tokens: 41,
      cache_read_tokens: 1_024,
      cache_creation_tokens: 256,
      cache_creation_5m_tokens: 156,
      cache_creation_1h_tokens: 100,
      cost_usd: 0.0023082,
      cost_usd_micros: 2_308,
      duration_ms: 153,
      ttft_ms: 103,
      request_id: 'req_1',
      ...attributes,
    },
    timeMs,
  );
