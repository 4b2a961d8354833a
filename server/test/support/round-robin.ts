// A minimal balancer for tests: backends in turn over keep-alive connections, a backend is taken out after
// three health checks in a row without a 200, and all are in if all are out. Only a refused connection is
// retried at the next backend; the client sees every other failure.
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Header of each answer: the port of the backend that sent it. */
export const BACKEND = 'x-backend';

interface Backend {
  port: number;
  up: boolean;
  /** Consecutive health checks that were not answered with 200. */
  failures: number;
}

const LOOK_EVERY_MS = 100;
const LOOK_MS = 1_000;
const FALL = 3;

export class RoundRobin {
  readonly backends: Backend[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #server = createServer((incoming, response) => void this.#pass(incoming, response));
  #timer: NodeJS.Timeout | null = null;
  #next = 0;

  constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => ({ port, up: true, failures: 0 }));
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#timer = setInterval(() => void Promise.all(this.backends.map(look)), LOOK_EVERY_MS);
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    let error = 'no backend is up';
    for (let attempt = 0; attempt < this.backends.length; attempt += 1) {
      const backend = this.#choose();
      if (!backend) break;
      const failure = await this.#forward(backend, incoming, body, response);
      if (failure === null) return;
      error = failure;
      if (failure !== 'ECONNREFUSED') break;
      backend.up = false;
    }
    response.writeHead(502).end(error);
  }

  #choose(): Backend | undefined {
    const up = this.backends.filter((backend) => backend.up);
    const among = up.length > 0 ? up : this.backends;
    this.#next += 1;
    return among[this.#next % among.length];
  }

  /** The code of an error before there was an answer. */
  #forward(
    { port }: Backend,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<string | null> {
    return new Promise((resolve) => {
      const options = { host: '127.0.0.1', port, method, path: url, agent: this.#agent };
      const { connection: _hop, ...rest } = headers;
      const ask = request({ ...options, headers: rest }, (answer) => {
        const { connection: _own, 'keep-alive': _time, ...back } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...back, [BACKEND]: String(port) });
        // An answer that breaks off breaks off for the client too.
        void pipeline(answer, response)
          .catch(() => undefined)
          .then(() => resolve(null));
      });
      ask.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      ask.end(body);
    });
  }
}

async function look(backend: Backend): Promise<void> {
  const { port } = backend;
  const status = await new Promise<number>((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/v1/health', agent: false, timeout: LOOK_MS } as const;
    const ask = request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    ask.once('error', () => resolve(0));
    ask.once('timeout', () => ask.destroy(new Error('no answer')));
    ask.end();
  });
  if (backend.port !== port) return;
  backend.failures = status === 200 ? 0 : backend.failures + 1;
  if (status === 200) backend.up = true;
  else if (backend.failures >= FALL) backend.up = false;
}
