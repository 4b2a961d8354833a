// The three services that exporters call, without their proto files: requests and answers stay bytes, which
// otlp/ decodes and encodes.
import type { MethodDefinition } from '@grpc/grpc-js';
import type { Context } from '#core/context';
import type { HeaderReader } from '#core/endpoint';
import { OPEN_TRACES, projectInHeaders, receiveLogs, receiveTraces, refuseSignal } from '#features/ingest';
import { encodeResponse, type Signal } from '#otlp';

const NAMES: Readonly<Record<Signal, string>> = {
  traces: 'trace.v1.TraceService',
  logs: 'logs.v1.LogsService',
  metrics: 'metrics.v1.MetricsService',
};

export const SIGNALS = Object.keys(NAMES) as Signal[];

export const pathOf = (signal: Signal): string => `/opentelemetry.proto.collector.${NAMES[signal]}/Export`;

const asIs = (bytes: Buffer): Buffer => bytes;

export const definitionOf = (signal: Signal): { export: MethodDefinition<Buffer, Buffer> } => ({
  export: {
    path: pathOf(signal),
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
});

/** The bytes of the answer, equivalent to POST /otel/v1/traces, /otel/v1/logs and /otel/v1/metrics. */
export async function answerGrpcExport(
  ctx: Context,
  signal: Signal,
  bytes: Buffer,
  header: HeaderReader,
): Promise<Buffer> {
  const notStored = await receive(ctx, signal, bytes, projectInHeaders(header));
  return encodeResponse('protobuf', notStored, signal).body;
}

async function receive(ctx: Context, signal: Signal, bytes: Buffer, projectName: string | undefined) {
  if (signal === 'logs') return receiveLogs(ctx, bytes, 'protobuf', projectName);
  if (signal === 'metrics') return refuseSignal(ctx, signal, bytes, 'protobuf');
  const partial = await receiveTraces(ctx, bytes, 'protobuf', { ...OPEN_TRACES, projectName });
  return partial && { count: partial.rejectedSpans, message: partial.errorMessage };
}
