// The service with its stores in-process, as `tracewell-server serve` runs it, and accounts that may store
// content.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/test/support/free-port.ts';
import type { Reply } from './open-loop.ts';

const TOKEN = 'operator-token-of-the-proof';

/** In older checkouts, which a proof compares with, the program is in the package of the command line. */
const mainOf = (code: string): string => {
  const now = path.join(code, 'server/src/command/main.ts');
  return existsSync(now) ? now : path.join(code, 'cli/src/main.ts');
};

export interface Account {
  accountId: string;
  apiKey: string;
}

export class EmbeddedService {
  readonly child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.#port = port;
  }

  /**
   * `command`: what to run Node with, such as `taskset`; `code`: the checkout. Resolves when it accepts
   * requests.
   */
  static async start(
    folder: string,
    code: string,
    command: readonly string[] = [],
  ): Promise<EmbeddedService> {
    const port = await freePort();
    const [program, ...args] = [...command, process.execPath, mainOf(code), 'serve'];
    const child = spawn(program, args, {
      env: {
        ...process.env,
        PORT: String(port),
        TRACEWELL_DATA_DIR: folder,
        TRACEWELL_GRPC: 'off',
        TRACEWELL_LOG_LEVEL: 'fatal',
        TRACEWELL_OPERATOR_TOKEN: TOKEN,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const service = new EmbeddedService(child, port);
    while ((await service.call('GET', '/v1/health', TOKEN).catch(() => null))?.status !== 200) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
      await sleep(100);
    }
    return service;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async call(method: string, to: string, key: string, body?: object | Buffer<ArrayBuffer>): Promise<Reply> {
    const reply = await fetch(`http://127.0.0.1:${this.#port}${to}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) } : {}),
    });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  }

  /** Creates an account without a limit that the proof could reach. */
  async account(name: string): Promise<Account> {
    const order = { email: `${name}@example.com`, password: 'correct horse battery', plan: 'team' };
    const { body } = await this.call('POST', '/operator/accounts', TOKEN, order);
    const at = `/operator/accounts/${String(body['accountId'])}`;
    await this.call('PATCH', at, TOKEN, { recordQuota: 1e9 });
    await this.call('PUT', `${at}/consents`, TOKEN, { plaintextStorage: true });
    return { accountId: String(body['accountId']), apiKey: String(body['apiKey']) };
  }

  /** Bytes of acknowledged records that the tables do not have yet. */
  async waitingBytes(): Promise<number> {
    const { body } = await this.call('GET', '/operator/stats', TOKEN);
    return (body['writer'] as { waitingBytes: number }).waitingBytes;
  }

  /** Returns how long it took, in milliseconds. */
  async stop(): Promise<number> {
    const began = performance.now();
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    return performance.now() - began;
  }
}
