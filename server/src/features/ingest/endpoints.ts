import type { Context } from '#core/context';
import { endpoint, type BodyType, type RawBody } from '#core/endpoint';
import type { OtherSignal } from '#otlp';
import { answerExport, encodingOf } from './answer.ts';
import { receiveRecords } from './receive-records.ts';
import { receiveTraces } from './receive-traces.ts';
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

const answerTraces = async (ctx: Context, raw: RawBody) => {
  const partial = await receiveTraces(ctx, raw.bytes, encodingOf(raw));
  return answerExport(
    raw,
    partial && { count: partial.rejectedSpans, message: partial.errorMessage },
    'traces',
  );
};

const answerOther = (ctx: Context, signal: OtherSignal, raw: RawBody) =>
  answerExport(raw, refuseSignal(ctx, signal, raw.bytes, encodingOf(raw)), signal);

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
    summary: 'Logs are not stored',
    description:
      'The response says so, so that an exporter of all three signals logs one warning and stays quiet.',
    takes: OTLP,
    body: ExportLogs,
    replies: { 200: LogsReply },
    handle: (ctx, { raw }) => answerOther(ctx, 'logs', raw),
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
    handle: (ctx, { raw }) => answerOther(ctx, 'metrics', raw),
  }),
];
