// An observation as it comes out of the table. Its content is stored apart (content.ts), like that of a call.
import type { JsonObject, Labels, ObservationRecord, ObservationType } from '../record.ts';

export interface ReadObservation {
  observation: ObservationRecord;
  hasContent: boolean;
}

export interface ObservationRow {
  id: string;
  timestamp_ms: string;
  type: ObservationType;
  name: string;
  duration_ms: number;
  error: string;
  trace_id: string;
  span_id: string;
  parent_span_id: string;
  session_id: string;
  attributes: string;
  has_content: boolean;
  tool: string;
  operation: string;
  tags: Record<string, string>;
  /** In the order of OBSERVATION_SELECT. */
  labels: readonly [string, string, string, string, string, string];
}

export const OBSERVATION_SELECT = `id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, type, name, duration_ms, error, trace_id,
  span_id, parent_span_id, session_id, attributes, has_content, tool, operation, tags,
  (user_id, agent, release, environment, service, mcp_server) AS labels`;

function labelsOf({ labels }: ObservationRow): Labels {
  const [userId, agent, release, environment, service, mcpServer] = labels;
  return { userId, agent, release, environment, service, mcpServer };
}

export const observationFromRow = (row: ObservationRow): ReadObservation => ({
  hasContent: row.has_content,
  observation: {
    kind: 'observation',
    id: row.id,
    type: row.type,
    name: row.name,
    timestampMs: Number(row.timestamp_ms),
    durationMs: row.duration_ms,
    error: row.error === '' ? null : row.error,
    traceId: row.trace_id,
    spanId: row.span_id,
    parentSpanId: row.parent_span_id === '' ? null : row.parent_span_id,
    sessionId: row.session_id === '' ? null : row.session_id,
    tool: row.tool,
    operation: row.operation,
    labels: labelsOf(row),
    tags: row.tags,
    attributes: row.attributes === '' ? {} : (JSON.parse(row.attributes) as JsonObject),
  },
});
