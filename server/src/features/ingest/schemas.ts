import { Type } from 'typebox';
import { Nullable, OneOf } from '#lib/schema';
import { RECORD_REJECTION_CODES } from '#services/receipts';

const Amount = (description: string) => Type.Number({ minimum: 0, description });
const Free = (description: string) => Type.Unknown({ description });

/**
 * Documentation only: read-record.ts validates each record on its own and gives the reason for a rejection.
 */
const IncomingCall = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Unique per call; a repeated id is stored once.',
    }),
    provider: Type.String({ description: 'One of the providers of this deployment.' }),
    model: Type.String({ minLength: 1, maxLength: 128 }),
    timestamp: Type.String({ format: 'date-time' }),
    promptTokens: Amount('Input tokens, including cached ones.'),
    completionTokens: Amount('Output tokens, including reasoning.'),
    totalTokens: Amount('Stored as sent; need not be the sum.'),
    costUsd: Amount('Cost of the call in USD.'),
    latencyMs: Amount('From the request to the last byte, in milliseconds.'),
    tags: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Type.String(), {
          description:
            'At most 50; keys of 1-64, values of at most 256 characters. Those that begin with `tracewell.` are dropped.',
        }),
      ),
    ),
    error: Type.Optional(Nullable(Type.String())),
    errorDetails: Type.Optional(Free('{type, code, status, message, stack}, or any other JSON.')),
    traceId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    spanId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    parentSpanId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    sessionId: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    toolCalls: Type.Optional(Free('[{id, name, arguments, result, durationMs, error}]')),
    requestMeta: Type.Optional(
      Free('An object; the documentation lists its known members. Other members with text are content.'),
    ),
    piiRedacted: Type.Optional(
      Nullable(Type.Boolean({ description: 'Set by a client that redacted before sending.' })),
    ),
    redactionMetadata: Type.Optional(
      Free('Set by a client that redacted before sending: {version, total, kinds, fields}.'),
    ),
  },
  { title: 'IncomingCall' },
);

export const IngestBody = Type.Object({
  records: Type.Array(IncomingCall, { maxItems: 100 }),
});

export const IngestReply = Type.Object(
  {
    accepted: Type.Integer({
      description: 'Stored now or before: a repeated id counts, but is stored once.',
    }),
    rejected: Type.Array(
      Type.Object({
        id: Nullable(Type.String()),
        reason: Type.String({
          description: 'The field, the rule and the value, as a sentence. Its wording may change.',
        }),
        code: OneOf(RECORD_REJECTION_CODES, 'Machine-readable form of `reason`'),
        field: Nullable(Type.String({ description: 'Null if the record as a whole is invalid' })),
      }),
    ),
  },
  { title: 'IngestReply' },
);

const exportBody = (name: string) =>
  Type.Unsafe<unknown>({
    type: 'object',
    description: `${name} of OpenTelemetry, as JSON or protobuf.`,
  });

export const ExportTraces = exportBody('ExportTraceServiceRequest');
export const ExportLogs = exportBody('ExportLogsServiceRequest');
export const ExportMetrics = exportBody('ExportMetricsServiceRequest');

const partialSuccess = (count: string) =>
  Type.Object({
    partialSuccess: Type.Optional(
      Type.Object({
        [count]: Type.String({ description: 'Number that was not stored; an int64, as a string.' }),
        errorMessage: Type.String({ description: 'The causes, with the count of each.' }),
      }),
    ),
  });

export const TracesReply = partialSuccess('rejectedSpans');
export const LogsReply = partialSuccess('rejectedLogRecords');
export const MetricsReply = partialSuccess('rejectedDataPoints');
