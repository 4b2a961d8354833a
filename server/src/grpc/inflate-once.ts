// The library inflates every message that has arrived before it finds out that a call takes one only: a frame of 16 KiB holds
// fifteen that become 1 MiB each. It has no setting for that, so its step is replaced on each call, with what HTTP uses. Should an
// upgrade rename the step, the library's own is in its place, and the tests of zstd and of a second message fail.
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { AppError } from '#lib/app-error';
import { inflate } from '#lib/inflate';

/** What the library sends as the status of a call whose message cannot be inflated: what was thrown. */
interface Inflating {
  decompressMessage(message: Buffer, encoding: string): Promise<Buffer>;
}

/** A byte that says whether it is compressed, and four with the length. */
const HEAD_BYTES = 5;

export const notOneMessage = () =>
  new AppError('bad_request', 'invalid_request', 'A call takes exactly one message.');

export function inflateOnce(call: ServerInterceptingCallInterface, maxBytes: number): void {
  let seen = false;
  (call as unknown as Inflating).decompressMessage = async (message, encoding) => {
    if (seen) throw notOneMessage();
    seen = true;
    return inflate(encoding, message.subarray(HEAD_BYTES), maxBytes);
  };
}
