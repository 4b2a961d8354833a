// google.rpc.Status with a RetryInfo: the gRPC form of Retry-After.
import { PbfWriter } from 'pbf';

const TYPE = 'type.googleapis.com/google.rpc.RetryInfo';

interface Retry {
  code: number;
  message: string;
  seconds: number;
}

/** Status { code = 1, message = 2, details = 3 [Any] } */
export function encodeRetryInfo(retry: Retry): Buffer {
  const writer = new PbfWriter();
  writer.writeVarintField(1, retry.code);
  writer.writeStringField(2, retry.message);
  writer.writeMessage(3, writeAny, retry);
  return Buffer.from(writer.finish());
}

/** Any { type_url = 1, value = 2 }: the value is the bytes of a message, so it can be written in place. */
function writeAny(retry: Retry, writer: PbfWriter): void {
  writer.writeStringField(1, TYPE);
  writer.writeMessage(2, writeRetryInfo, retry);
}

/** RetryInfo { retry_delay = 1: Duration { seconds = 1 } } */
function writeRetryInfo(retry: Retry, writer: PbfWriter): void {
  writer.writeMessage(1, writeDuration, retry);
}

function writeDuration({ seconds }: Retry, writer: PbfWriter): void {
  writer.writeVarintField(1, seconds);
}
