import type { Context } from '#core/context';
import {
  endpoint,
  type BodyType,
  type Endpoint,
  type HeaderReader,
  type Peer,
  type RawBody,
} from '#core/endpoint';
import { answerExport, encodingOf } from './answer.ts';
import { projectInHeaders } from './project-in-headers.ts';
import { receiveLogs } from './receive-logs.ts';
import { receiveRecords } from './receive-records.ts';
import { receiveTraces, type SpanSource } from './receive-traces.ts';
import { refuseSignal } from './refuse-signal.ts';
import {
  ExportLogs,
  ExportMetrics,
  ExportTraces,
  IngestBody,
  IngestReply,
  LogsReply,
  MetricsReply,
  TracesReply,
} from './schemas.ts';

const shared = {
  method: 'POST',
  tag: 'ingest',
  access: { scope: 'write:records' },
  project: 'scoped',
  unaudited: 'Records are data, not administration.',
} as const;

const OTLP: readonly BodyType[] = ['application/json', 'application/x-protobuf'];

/**
 * The body limit of the open door: a file of 50 MiB in base64 fits. Exporters do not resend a batch that was too
 * large.
 */
export const OPEN_BODY_BYTES = 72 * 1_048_576;

const answerTraces = async (ctx: Context, raw: RawBody, source?: SpanSource) => {
  const partial = await receiveTraces(ctx, raw.bytes, encodingOf(raw), source);
  return answerExport(
    raw,
    partial && { count: partial.rejectedSpans, message: partial.errorMessage },
    'traces',
  );
};

const answerLogs = async (ctx: Context, raw: RawBody, header: HeaderReader) => {
  const notStored = await receiveLogs(ctx, raw.bytes, encodingOf(raw), projectInHeaders(header));
  return answerExport(raw, notStored, 'logs');
};

const answerMetrics = async (ctx: Context, raw: RawBody) =>
  answerExport(raw, await refuseSignal(ctx, 'metrics', raw.bytes, encodingOf(raw)), 'metrics');

const OPEN = { ...shared, takes: OTLP, maxBodyBytes: OPEN_BODY_BYTES, anyCredential: true } as const;

/** Spans at the open door, also at the paths of other back ends. */
export const openTracesEndpoint = (own: {
  id: string;
  path: string;
  summary: string;
  description?: string;
  peer?: Peer;
}): Endpoint =>
  endpoint({
    ...OPEN,
    ...own,
    body: ExportTraces,
    replies: { 200: TracesReply },
    handle: (ctx, { raw, header }) =>
      answerTraces(ctx, raw, {
        door: 'open',
        endpoint: own.peer?.name ?? 'traces',
        client: own.peer?.clientOf?.(header),
        projectName: projectInHeaders(header),
      }),
  });

export const ingestEndpoints = [
  endpoint({
    ...shared,
    id: 'ingestRecords',
    path: '/v1/ingest',
    summary: 'Send records of LLM calls',
    description:
      'Up to 100 records. Each record is accepted or rejected on its own, with a reason. An accepted record is on disk, and the next query finds it. A record whose id is already stored is skipped, counted as accepted and not charged again. If the new records do not all fit into the monthly quota, nothing is stored (429, Retry-After until the next month).',
    takes: ['application/json'],
    body: IngestBody,
    replies: { 200: IngestReply },
    errors: [429],
    handle: (ctx, { raw }) => receiveRecords(ctx, raw),
  }),
  endpoint({
    ...shared,
    id: 'exportTraces',
    path: '/v1/traces',
    summary: 'Send OpenTelemetry spans',
    description:
      'OTLP over HTTP, as JSON or protobuf, uncompressed or compressed with gzip, deflate or zstd. GenAI inference spans become calls, all other spans become observations of their trace. `partialSuccess` counts spans that were not stored, by cause. A used-up quota is reported there too, with status 200.',
    takes: OTLP,
    body: ExportTraces,
    replies: { 200: TracesReply },
    handle: (ctx, { raw }) => answerTraces(ctx, raw),
  }),
  endpoint({
    ...shared,
    id: 'exportLogs',
    path: '/v1/logs',
    summary: 'Send log events of coding agents and of spans',
    description:
      'The events of Claude Code, the Claude Agent SDK, Codex and Gemini CLI become calls and observations: requests to models with tokens and cost, prompts, tools. Events of the GenAI conventions are messages, errors and scores of the span that they name, whichever comes first. Any provider, bodies of up to 72 MiB. All other log records are not stored; the response counts them, so that an exporter of all three signals logs one warning and stays quiet.',
    takes: OTLP,
    maxBodyBytes: OPEN_BODY_BYTES,
    anyCredential: true,
    body: ExportLogs,
    replies: { 200: LogsReply },
    handle: (ctx, { raw, header }) => answerLogs(ctx, raw, header),
  }),
  endpoint({
    ...shared,
    id: 'exportMetrics',
    path: '/v1/metrics',
    summary: 'Metrics are not stored',
    description:
      'The response says so, so that an exporter of all three signals logs one warning and stays quiet.',
    takes: OTLP,
    body: ExportMetrics,
    replies: { 200: MetricsReply },
    handle: (ctx, { raw }) => answerMetrics(ctx, raw),
  }),
  openTracesEndpoint({
    id: 'exportOpenTraces',
    path: '/otel/v1/traces',
    summary: 'Send OpenTelemetry spans of any client',
    description:
      'Like POST /v1/traces, for `OTEL_EXPORTER_OTLP_ENDPOINT=…/otel`. It takes any provider and bodies of up to 72 MiB, and the model calls of OpenInference, Langfuse and LangSmith clients become calls. Content is kept whole up to the limit of the deployment, 16 MiB a call; beyond it the newest messages are, and `requestMeta.contentTruncated` says so. A project that the client names is created on first use.',
  }),
  openTracesEndpoint({
    id: 'exportOpenTracesAtRoot',
    path: '/otel',
    summary: 'The same, for clients that add no path',
    description: 'LangSmith for Python posts spans to the configured address, without `/v1/traces`.',
  }),
  endpoint({
    ...OPEN,
    id: 'exportOpenLogs',
    path: '/otel/v1/logs',
    summary: 'Send log events of coding agents and of spans',
    description: 'As at /v1/logs.',
    body: ExportLogs,
    replies: { 200: LogsReply },
    handle: (ctx, { raw, header }) => answerLogs(ctx, raw, header),
  }),
  endpoint({
    ...OPEN,
    id: 'exportClaudeCodeLogs',
    path: '/otel/v1/claude_code',
    summary: 'The same, at the path of LangSmith for Claude Code',
    description: 'As at /v1/logs. The header `Langsmith-Project` names the project.',
    body: ExportLogs,
    replies: { 200: LogsReply },
    handle: (ctx, { raw, header }) => answerLogs(ctx, raw, header),
  }),
  endpoint({
    ...OPEN,
    id: 'exportOpenMetrics',
    path: '/otel/v1/metrics',
    summary: 'Metrics are not stored',
    description: 'As at /v1/metrics.',
    body: ExportMetrics,
    replies: { 200: MetricsReply },
    handle: (ctx, { raw }) => answerMetrics(ctx, raw),
  }),
];
