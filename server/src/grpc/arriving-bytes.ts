// Counts the bytes of a message while it arrives. The library has no setting for that: it keeps the parts of
// a message of any allowed size until the last one is there, and also afterwards while the client keeps a
// rejected call open. So the step that takes a part is wrapped on each call. If an upgrade renames it, the
// tests of large messages fail.
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { ByteHold } from '#lib/byte-budget';

/** The library sends a thrown AppError as the status of the call (exchange.ts). */
interface Arriving {
  handleDataFrame(part: Buffer): void;
  sendStatus(status: unknown): void;
  decoder: { readPartialMessage: Buffer[] };
  readQueue: unknown[];
}

const STEP_BYTES = 65_536;

/** Returns a function that frees what has arrived. */
export function countMessageBytes(call: ServerInterceptingCallInterface, hold: ByteHold): () => void {
  const arriving = call as unknown as Arriving;
  const take = arriving.handleDataFrame.bind(arriving);
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
    arriving.readQueue = [];
  };
}
