// A connection to a server that a test can cut: connections die and new ones are refused, or everything just
// goes silent.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class CutProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #silent = false;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  get port(): number {
    return this.#port;
  }

  /** Also restores the connection after a cut. */
  async open(): Promise<void> {
    this.#silent = false;
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Refuses and answers nothing, as if packets were dropped. */
  fallSilent(): void {
    this.#silent = true;
  }

  #join(near: Socket): void {
    const far = connect(this.#target.port, this.#target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        if (!this.#silent) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
