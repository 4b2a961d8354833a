// The library decompresses every message that has arrived before it notices that a call takes only one: a
// frame of 16 KiB can hold fifteen that become megabytes each. It has no setting for that, so the step is
// replaced on each call with the one that HTTP uses. If an upgrade renames the step, the library's own is
// back, and the tests of zstd and of a second message fail.
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { AppError } from '#lib/app-error';
import type { ByteHold } from '#lib/byte-budget';
import { inflateInSteps, USUAL_BYTES } from '#lib/inflate';

/** The library sends the thrown value as the status of a call whose message cannot be decompressed. */
interface Inflating {
  decompressMessage(message: Buffer, encoding: string): Promise<Buffer>;
}

/** One byte for the compression flag and four for the length. */
const HEAD_BYTES = 5;

export const notOneMessage = () =>
  new AppError('bad_request', 'invalid_request', 'A call takes exactly one message.');

export function inflateOnce(call: ServerInterceptingCallInterface, maxBytes: number, hold: ByteHold): void {
  let seen = false;
  (call as unknown as Inflating).decompressMessage = async (message, encoding) => {
    if (seen) throw notOneMessage();
    seen = true;
    const wire = message.subarray(HEAD_BYTES);
    if (encoding === 'identity') return wire;
    const arrived = hold.held;
    hold.grow(arrived + USUAL_BYTES);
    const inflated = await inflateInSteps(encoding, wire, maxBytes, (bytes) =>
      hold.growSoon(arrived + bytes),
    );
    hold.shrink(arrived + inflated.length);
    return inflated;
  };
}
