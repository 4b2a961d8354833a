// Limits of one request. The body has at most 1 MiB at the strict door and 16 MiB at the open one; these
// limit what a body of that size can expand to.

/** A span with its two ids takes 30 bytes of protobuf, so an honest body of 1 MiB stays below this. */
export const MAX_WIRE_ITEMS = 50_000;

/** AnyValue inside AnyValue; deeper values are read as null. */
export const MAX_VALUE_DEPTH = 32;

export const MAX_EVENTS = 128;

/** Thrown by the readers and caught by each decoder; it never leaves this folder. */
export class MalformedBody extends Error {
  readonly reason: 'malformed' | 'too_many';

  constructor(message: string, reason: MalformedBody['reason'] = 'malformed') {
    super(message);
    this.reason = reason;
  }
}

export const tooMany = (plural: string): MalformedBody =>
  new MalformedBody(
    `The request has more than ${MAX_WIRE_ITEMS} ${plural}. Send smaller batches.`,
    'too_many',
  );
