import { MAX_AMOUNT, type CallRecord, type JsonObject, type Labels } from '../../record.ts';
import { MILLISECONDS, SECONDS, columns } from './columns.ts';
import { LINEAGE_COLUMNS, writeLineage } from './lineage.ts';
import type { RowBuffer } from './row-buffer.ts';
import { jsonText, secondsUp, type StoredCallRow } from './stored.ts';

export const CALL_COLUMNS = columns(
  ['account', 'UInt32'],
  ['project', 'UInt32'],
  ['id', 'String'],
  ['timestamp', MILLISECONDS],
  ['received_at', MILLISECONDS],
  ['expires_at', SECONDS],
  ['provider', 'String'],
  ['model', 'String'],
  ['prompt_tokens', 'Float64'],
  ['completion_tokens', 'Float64'],
  ['total_tokens', 'Float64'],
  ['cached_tokens', 'Float64'],
  ['cache_write_tokens', 'Float64'],
  ['reasoning_tokens', 'Float64'],
  ['audio_tokens', 'Float64'],
  ['cost_usd', 'Float64'],
  ['cache_savings_usd', 'Float64'],
  ['price_source', 'String'],
  ['latency_ms', 'Float64'],
  ['ttft_ms', 'Float64'],
  ['tags', 'Map(String, String)'],
  ['error', 'String'],
  ['error_details', 'String'],
  ['trace_id', 'String'],
  ['span_id', 'String'],
  ['parent_span_id', 'String'],
  ['session_id', 'String'],
  ['user_id', 'String'],
  ['tool_calls', 'String'],
  ['request_meta', 'String'],
  ['pii_redacted', 'UInt8'],
  ['redaction_metadata', 'String'],
  ['has_content', 'UInt8'],
  ['prompt_id', 'UInt32'],
  ['prompt_name', 'String'],
  ['prompt_version', 'String'],
  ['prompt_label', 'String'],
  ['eval_run', 'UInt32'],
  ['input_hash', 'UInt64'],
  ['tools_hash', 'UInt64'],
  ['name', 'String'],
  ['agent', 'String'],
  ['release', 'String'],
  ['environment', 'String'],
  ['service', 'String'],
  ['operation', 'String'],
  ['finish_reason', 'String'],
  ['gateway', 'String'],
  ['mcp_server', 'String'],
  ...LINEAGE_COLUMNS,
);

const UNKNOWN = -1;
const MAX_UINT32 = 0xffff_ffff;

const textIn = (meta: JsonObject | null, name: string): string => {
  const value = meta?.[name];
  return typeof value === 'string' ? value : '';
};

const ttftIn = (meta: JsonObject | null): number => {
  const value = meta?.['ttftMs'];
  return typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT ? value : UNKNOWN;
};

/** Versions in the registry are texts. A version given as a number becomes its text. */
const promptVersionIn = (meta: JsonObject | null): string => {
  const value = meta?.['promptVersion'];
  return typeof value === 'number' ? String(value) : textIn(meta, 'promptVersion');
};

/** Columns that are filled from the client's `requestMeta`. */
const promptIn = (meta: JsonObject | null) => ({
  prompt_name: textIn(meta, 'promptName'),
  prompt_version: promptVersionIn(meta),
  prompt_label: textIn(meta, 'promptLabel'),
});

const firstIn = (meta: JsonObject | null, names: readonly string[]): string => {
  for (const name of names) {
    const text = textIn(meta, name);
    if (text !== '') return text;
  }
  return '';
};

const userIn = (meta: JsonObject | null): string => textIn(meta, 'userId');

/** The labels of a JSON record, from its `requestMeta` and its tags. */
function labelsIn({ requestMeta: meta, tags }: CallRecord): Labels {
  return {
    userId: userIn(meta),
    agent: textIn(meta, 'agentName'),
    release: textIn(meta, 'release') || (tags['release'] ?? ''),
    environment:
      firstIn(meta, ['environment', 'env']) ||
      (tags['deployment.environment'] ?? tags['env'] ?? tags['environment'] ?? ''),
    service: textIn(meta, 'service') || (tags['service.name'] ?? ''),
    mcpServer: textIn(meta, 'mcpServer'),
  };
}

const labelsOf = (call: CallRecord): Labels => call.labels ?? labelsIn(call);

/** A call has one reason for each answer; the first one is counted. */
function finishReasonIn(meta: JsonObject | null): string {
  const reasons = meta?.['finishReasons'];
  const reason = Array.isArray(reasons) ? reasons[0] : reasons;
  return typeof reason === 'string' ? reason : textIn(meta, 'finishReason');
}

const promptIdIn = (meta: JsonObject | null): number => {
  const value = meta?.['promptId'];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_UINT32 ? value : 0;
};

/** In the order of CALL_COLUMNS. */
export function writeCall(rows: RowBuffer, stored: StoredCallRow): void {
  const { call, cost } = stored;
  const { usage, requestMeta: meta } = call;
  const labels = labelsOf(call);
  const prompt = promptIn(meta);
  rows.uint32(stored.account);
  rows.uint32(stored.project);
  rows.text(call.id);
  rows.milliseconds(call.timestampMs);
  rows.milliseconds(stored.receivedAtMs);
  rows.uint32(secondsUp(stored.expiresAtMs));
  rows.text(call.provider);
  rows.text(call.model);
  rows.float64(call.promptTokens);
  rows.float64(call.completionTokens);
  rows.float64(call.totalTokens);
  rows.float64(usage.cacheRead);
  rows.float64(usage.cacheWrite);
  rows.float64(usage.reasoning);
  rows.float64(usage.audio);
  rows.float64(cost.costUsd);
  rows.float64(cost.cacheSavingsUsd);
  rows.text(cost.source);
  rows.float64(call.latencyMs);
  rows.float64(ttftIn(meta));
  rows.textMap(call.tags);
  rows.text(call.error ?? '');
  rows.text(jsonText(call.errorDetails));
  rows.text(call.traceId ?? '');
  rows.text(call.spanId ?? '');
  rows.text(call.parentSpanId ?? '');
  rows.text(call.sessionId ?? '');
  rows.text(labels.userId);
  rows.text(jsonText(call.toolCalls));
  rows.text(jsonText(meta));
  rows.uint8(call.piiRedacted ? 1 : 0);
  rows.text(jsonText(call.redactionMetadata));
  rows.uint8(stored.hasContent ? 1 : 0);
  rows.uint32(promptIdIn(meta));
  rows.text(prompt.prompt_name);
  rows.text(prompt.prompt_version);
  rows.text(prompt.prompt_label);
  rows.uint32(stored.evalRun);
  rows.uint64(stored.inputHash ?? 0);
  rows.uint64(stored.toolsHash ?? 0);
  rows.text(textIn(meta, 'spanName'));
  rows.text(labels.agent);
  rows.text(labels.release);
  rows.text(labels.environment);
  rows.text(labels.service);
  rows.text(textIn(meta, 'operation'));
  rows.text(finishReasonIn(meta));
  rows.text(textIn(meta, 'gateway'));
  rows.text(labels.mcpServer);
  writeLineage(rows, call.lineage);
  rows.rows += 1;
}
