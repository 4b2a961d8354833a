// Counts the bytes of a message while it arrives. The library has no setting for that: it keeps the parts of
// a message of any allowed size until the last one is there, and also afterwards while the client keeps a
// rejected call open. So the step that takes a part is wrapped on each call. If an upgrade renames it, the
// tests of large messages fail.
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { ByteHold } from '#lib/byte-budget';
import { freeBytes } from '#lib/free-bytes';

/** The library sends a thrown AppError as the status of the call (exchange.ts). */
interface Arriving {
  handleDataFrame(part: Buffer): void;
  sendStatus(status: unknown): void;
  decoder: Decoder;
  readQueue: unknown[];
}

interface Decoder {
  write(data: Buffer): Buffer[];
  readState: number;
  readCompressFlag: Buffer;
  readMessageSize: number;
  readMessageRemaining: number;
  readPartialMessage: Buffer[];
}

const STEP_BYTES = 65_536;
/** A larger message is copied as it arrives: joined from its parts at the end, it would keep the thread for 50 ms. */
const LARGE_BYTES = 1_048_576;
const HEAD_BYTES = 5;
/** States of the decoder. */
const [NO_DATA, READING_MESSAGE] = [0, 2];

/** Returns a function that frees what has arrived. */
export function countMessageBytes(call: ServerInterceptingCallInterface, hold: ByteHold): () => void {
  const arriving = call as unknown as Arriving;
  const take = arriving.handleDataFrame.bind(arriving);
  const forgetLarge = copyAtOnce(arriving.decoder);
  let arrived = 0;
  arriving.handleDataFrame = (part) => {
    if (hold.isClosed) return;
    arrived += part.length;
    try {
      hold.grow(Math.ceil(arrived / STEP_BYTES) * STEP_BYTES);
    } catch (error) {
      arriving.sendStatus(error);
      return;
    }
    take(part);
  };
  return () => {
    arriving.decoder.readPartialMessage = [];
    forgetLarge();
    arriving.readQueue = [];
  };
}

/** Returns a function that frees a message that has not arrived in full. */
function copyAtOnce(decoder: Decoder): () => void {
  const write = decoder.write.bind(decoder);
  let large: { message: Buffer; at: number; size: number } | null = null;
  const take = (part: Buffer): void => {
    if (!large) return;
    const { at, size } = large;
    if (at + part.length > large.message.length) {
      // Not all of it at once: a client may announce more than it sends.
      const grown = Buffer.allocUnsafeSlow(Math.min(size, Math.max(at + part.length, 2 * at)));
      large.message.copy(grown, 0, 0, at);
      freeBytes(large.message);
      large.message = grown;
    }
    large.at += part.copy(large.message, at);
  };
  decoder.write = (data) => {
    if (large) {
      const end = Math.min(data.length, decoder.readMessageRemaining);
      take(data.subarray(0, end));
      decoder.readMessageRemaining -= end;
      if (decoder.readMessageRemaining > 0) return [];
      const { message } = large;
      large = null;
      decoder.readState = NO_DATA;
      return [message, ...write(data.subarray(end))];
    }
    const messages = write(data);
    if (decoder.readState === READING_MESSAGE && decoder.readMessageSize > LARGE_BYTES) {
      const message = Buffer.allocUnsafeSlow(LARGE_BYTES);
      decoder.readCompressFlag.copy(message);
      message.writeUInt32BE(decoder.readMessageSize, 1);
      large = { message, at: HEAD_BYTES, size: HEAD_BYTES + decoder.readMessageSize };
      for (const part of decoder.readPartialMessage) take(part);
      decoder.readPartialMessage = [];
    }
    return messages;
  };
  return () => {
    large = null;
  };
}
