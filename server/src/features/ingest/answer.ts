// The response to an OTLP export, in an encoding that the client accepts.
import { Reply, type RawBody } from '#core/endpoint';
import { encodeResponse, type Encoding, type Signal } from '#otlp';

const ADMITS_JSON =
  /(?:^|,)\s*(?:application\/json|\*\/\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?=,|$)/i;

export const encodingOf = ({ type }: RawBody): Encoding =>
  type === 'application/json' ? 'json' : 'protobuf';

export function answerExport(
  raw: RawBody,
  rejected: { count: number; message: string } | null,
  signal: Signal,
): Reply {
  const encoding = encodingOf(raw) === 'json' || ADMITS_JSON.test(raw.accept) ? 'json' : 'protobuf';
  const { body, contentType } = encodeResponse(encoding, rejected, signal);
  return new Reply(200, body, { 'content-type': contentType });
}
