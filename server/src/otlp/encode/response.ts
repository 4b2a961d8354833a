// Encodes the response to an export. Full success is `{}` in JSON and an empty body in protobuf.
import { PbfWriter } from 'pbf';

export type Signal = 'traces' | 'logs' | 'metrics';
export type Encoding = 'json' | 'protobuf';

interface Rejected {
  count: number;
  message: string;
}

interface EncodedResponse {
  contentType: 'application/json' | 'application/x-protobuf';
  body: Buffer;
}

const COUNT_NAMES = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;

const EMPTY_JSON = Buffer.from('{}');
const EMPTY_PROTOBUF = Buffer.alloc(0);

export function encodeResponse(
  encoding: Encoding,
  rejected: Rejected | null,
  signal: Signal = 'traces',
): EncodedResponse {
  return encoding === 'json'
    ? { contentType: 'application/json', body: rejected ? asJson(rejected, signal) : EMPTY_JSON }
    : { contentType: 'application/x-protobuf', body: rejected ? asProtobuf(rejected) : EMPTY_PROTOBUF };
}

/** Protobuf's JSON mapping writes int64 as a string. */
const asJson = ({ count, message }: Rejected, signal: Signal): Buffer =>
  Buffer.from(
    JSON.stringify({ partialSuccess: { [COUNT_NAMES[signal]]: String(count), errorMessage: message } }),
  );

/** All three signals have the same field numbers: partial_success = 1 { rejected = 1, error_message = 2 }. */
function asProtobuf({ count, message }: Rejected): Buffer {
  const writer = new PbfWriter();
  writer.writeMessage(1, writePartialSuccess, { count, message });
  return Buffer.from(writer.finish());
}

function writePartialSuccess({ count, message }: Rejected, writer: PbfWriter): void {
  if (count > 0) writer.writeVarintField(1, count);
  if (message !== '') writer.writeStringField(2, message);
}
