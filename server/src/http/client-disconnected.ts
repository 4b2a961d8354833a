import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

// One signal per connection, so that a thousand requests on it do not add a thousand listeners.
const known = new WeakMap<Socket, AbortSignal>();

/** Aborts when the client disconnects. It is aborted from the start if the client is already gone. */
export function disconnectSignal({ socket }: IncomingMessage): AbortSignal {
  if (socket.destroyed) return AbortSignal.abort();
  return known.getOrInsertComputed(socket, () => {
    const controller = new AbortController();
    socket.once('close', () => controller.abort());
    return controller.signal;
  });
}
