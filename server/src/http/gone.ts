import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

// One to a connection, so that a thousand requests over the same one leave no thousand listeners behind.
const known = new WeakMap<Socket, AbortSignal>();

/** Aborts when the client hangs up; made after that, it is aborted from the start. */
export function goneWith({ socket }: IncomingMessage): AbortSignal {
  if (socket.destroyed) return AbortSignal.abort();
  return known.getOrInsertComputed(socket, () => {
    const controller = new AbortController();
    socket.once('close', () => controller.abort());
    return controller.signal;
  });
}
