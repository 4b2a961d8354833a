// The open connections. Each address has a limited number, and a connection without a valid key soon after it
// opened is closed, so that strangers cannot block exporters.
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { Socket } from 'node:net';
import { Limiter } from '#lib/limiter';

type ConnectionInfo = ReturnType<ServerInterceptingCallInterface['getConnectionInfo']>;

/** How many of the listener's connections may be refused ones. */
const MAX_REFUSED = 256;

interface ConnectionLimits {
  connectionsPerAddress: number;
  /** How long a connection beyond that stays open, unread. */
  refusalMs: number;
  /** How long a connection may take until its first authenticated call. */
  authenticationMs: number;
}

const keyOf = (address: string | undefined, port: number | undefined): string => `${address} ${port}`;

export class GrpcConnections {
  readonly #limits: ConnectionLimits;
  readonly #sockets = new Set<Socket>();
  /** Beyond the limit of their address, and about to be closed. */
  readonly #refused = new Set<Socket>();
  readonly #perAddress: Limiter;
  /** Connections without an authenticated call so far, by address and port of the client. */
  readonly #strangers = new Map<string, NodeJS.Timeout>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#perAddress = new Limiter({ perKey: limits.connectionsPerAddress });
  }

  /** False if the address has too many connections; this one is then closed. */
  take(socket: Socket): boolean {
    const { remoteAddress: address = '', remotePort: port } = socket;
    const release = this.#perAddress.takeNow(address);
    if (!release) {
      this.#refuse(socket);
      return false;
    }
    const key = keyOf(address, port);
    this.#sockets.add(socket);
    this.#strangers.set(
      key,
      setTimeout(() => socket.destroy(), this.#limits.authenticationMs),
    );
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#known(key);
      release();
    });
    return true;
  }

  authenticated({ remoteAddress, remotePort }: ConnectionInfo): void {
    this.#known(keyOf(remoteAddress, remotePort));
  }

  closeAll(): void {
    for (const socket of [...this.#sockets, ...this.#refused]) socket.destroy();
  }

  /** A client that connects again at once would otherwise do so thousands of times a second. */
  #refuse(socket: Socket): void {
    if (this.#refused.size >= MAX_REFUSED) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const timer = setTimeout(() => socket.destroy(), this.#limits.refusalMs);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearTimeout(timer);
        this.#refused.delete(socket);
      });
  }

  #known(key: string): void {
    clearTimeout(this.#strangers.get(key));
    this.#strangers.delete(key);
  }
}
