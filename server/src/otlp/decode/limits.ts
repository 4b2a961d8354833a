// Limits of one request. The body has at most 1 MiB at the strict door and 72 MiB at the open one; these
// limit what a body of that size can expand to.

/**
 * The thread of all requests decodes bodies up to this size, and a body of empty spans must not hold it up.
 */
const SMALL_BODY_BYTES = 1_048_576;
/** A span with its two ids takes 30 bytes of protobuf, so an honest body of 1 MiB stays below this. */
const MAX_SMALL_BODY_ITEMS = 50_000;
/**
 * A span with its ids, times and a name has more than 64 bytes, so an honest body of 16 MiB stays below this; larger
 * bodies have larger spans. Each takes about 1 kB of memory until it is stored.
 */
const MAX_ITEMS = 262_144;

/** The spans or log records that a body of this size may have. */
export const maxWireItems = (bodyBytes: number): number =>
  bodyBytes > SMALL_BODY_BYTES ? MAX_ITEMS : MAX_SMALL_BODY_ITEMS;

/** AnyValue inside AnyValue; deeper values are read as null. */
export const MAX_VALUE_DEPTH = 32;

const MAX_EVENTS_OF_SPAN = 128;

/** Counts the events of a body's spans: an empty one takes 2 bytes of the body, but 250 of memory. */
export class EventRoom {
  #left = MAX_ITEMS;

  /** How many events a span may have that has `known` already. */
  leftFor(known: number): number {
    return Math.min(this.#left, MAX_EVENTS_OF_SPAN - known);
  }

  take(count: number): void {
    this.#left -= count;
  }
}

/** Thrown by the readers and caught by each decoder; it never leaves this folder. */
export class MalformedBody extends Error {
  readonly reason: 'malformed' | 'too_many';

  constructor(message: string, reason: MalformedBody['reason'] = 'malformed') {
    super(message);
    this.reason = reason;
  }
}

export const tooMany = (most: number, plural: string): MalformedBody =>
  new MalformedBody(`The request has more than ${most} ${plural}. Send smaller batches.`, 'too_many');
