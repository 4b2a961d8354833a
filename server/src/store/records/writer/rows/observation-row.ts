import { MILLISECONDS, SECONDS, columns } from './columns.ts';
import { LINEAGE_COLUMNS, writeLineage } from './lineage.ts';
import type { RowBuffer } from './row-buffer.ts';
import { jsonText, secondsUp, type StoredObservation } from './stored.ts';

export const OBSERVATION_COLUMNS = columns(
  ['account', 'UInt32'],
  ['project', 'UInt32'],
  ['id', 'String'],
  ['trace_id', 'String'],
  ['timestamp', MILLISECONDS],
  ['received_at', MILLISECONDS],
  ['expires_at', SECONDS],
  ['span_id', 'String'],
  ['parent_span_id', 'String'],
  ['session_id', 'String'],
  ['type', 'String'],
  ['name', 'String'],
  ['duration_ms', 'Float64'],
  ['error', 'String'],
  ['attributes', 'String'],
  ['pii_redacted', 'UInt8'],
  ['redaction_metadata', 'String'],
  ['has_content', 'UInt8'],
  ['input_hash', 'UInt64'],
  ['user_id', 'String'],
  ['tool', 'String'],
  ['agent', 'String'],
  ['release', 'String'],
  ['environment', 'String'],
  ['service', 'String'],
  ['operation', 'String'],
  ['mcp_server', 'String'],
  ['tags', 'Map(String, String)'],
  ...LINEAGE_COLUMNS,
);

/** In the order of OBSERVATION_COLUMNS. */
export function writeObservation(rows: RowBuffer, stored: StoredObservation): void {
  const { observation } = stored;
  rows.uint32(stored.account);
  rows.uint32(stored.project);
  rows.text(observation.id);
  rows.text(observation.traceId);
  rows.milliseconds(observation.timestampMs);
  rows.milliseconds(stored.receivedAtMs);
  rows.uint32(secondsUp(stored.expiresAtMs));
  rows.text(observation.spanId);
  rows.text(observation.parentSpanId ?? '');
  rows.text(observation.sessionId ?? '');
  rows.text(observation.type);
  rows.text(observation.name);
  rows.float64(observation.durationMs);
  rows.text(observation.error ?? '');
  rows.text(jsonText(observation.attributes));
  rows.uint8(stored.piiRedacted ? 1 : 0);
  rows.text(jsonText(stored.redactionMetadata));
  rows.uint8(stored.hasContent ? 1 : 0);
  rows.uint64(stored.inputHash ?? 0);
  const { labels } = observation;
  rows.text(labels.userId);
  rows.text(observation.tool);
  rows.text(labels.agent);
  rows.text(labels.release);
  rows.text(labels.environment);
  rows.text(labels.service);
  rows.text(observation.operation);
  rows.text(labels.mcpServer);
  rows.textMap(observation.tags);
  writeLineage(rows, observation.lineage);
  rows.rows += 1;
}
