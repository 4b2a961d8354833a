// The service as `tracewell-server serve` runs it, timed: from its start until it is healthy, its first
// answer, its end.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceEnv, serviceFlags } from '../../server/bin/node-flags.js';
import { freePort } from '../../server/test/support/free-port.ts';
import { makeBundle } from '../../tools/bundle.ts';
import { cpuSeconds, residentMb } from './process-cost.ts';

const MAIN = fileURLToPath(new URL('../../server/bin/tracewell-server.js', import.meta.url));
const OPERATOR_TOKEN = 'operator-token-of-the-bench';
const LOOK_EVERY_MS = 5;
let bundled: Promise<unknown> | null = null;
/** After a start the service still loads ids, runs overdue jobs over new records, and releases memory once. */
const SETTLE_MS = 90_000;

export class StartedService {
  readonly #child: ChildProcess;
  readonly url: string;
  /** Time from the start of the process until it is healthy. */
  readonly readyMs: number;

  private constructor(child: ChildProcess, url: string, readyMs: number) {
    this.#child = child;
    this.url = url;
    this.readyMs = readyMs;
  }

  static async start(folder: string): Promise<StartedService> {
    // An installation has a bundle.
    await (bundled ??= makeBundle());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const began = performance.now();
    const child = spawn(process.execPath, [...serviceFlags(), MAIN, 'serve'], {
      env: {
        ...serviceEnv(),
        PORT: String(port),
        TRACEWELL_DATA_DIR: folder,
        TRACEWELL_GRPC: 'off',
        TRACEWELL_LOG_LEVEL: 'warn',
        TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
      const reply = (await isListening(port)) ? await fetch(`${url}/v1/health`).catch(() => null) : null;
      if (reply?.status === 200) return new StartedService(child, url, performance.now() - began);
      await sleep(LOOK_EVERY_MS);
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Milliseconds until the whole answer with the newest 50 calls has arrived. */
  async newest(apiKey: string): Promise<number> {
    const began = performance.now();
    const reply = await fetch(`${this.url}/v1/query/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The first question was answered ${reply.status}: ${text}`);
    return performance.now() - began;
  }

  /** The idle cost: percent of a core, and resident memory. */
  async idle(seconds: number): Promise<{ cpuPercent: number; residentMb: number }> {
    await sleep(SETTLE_MS);
    const before = cpuSeconds(this.pid);
    await sleep(seconds * 1_000);
    return {
      cpuPercent: (100 * (cpuSeconds(this.pid) - before)) / seconds,
      residentMb: residentMb(this.pid),
    };
  }

  /** Returns how long it took, in milliseconds. */
  async stop(): Promise<number> {
    const began = performance.now();
    this.#child.kill('SIGTERM');
    const [code] = (await once(this.#child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`The service stopped with ${code}.`);
    return performance.now() - began;
  }
}

/** A request that fails costs a millisecond of a core, and the service shares both cores with this process. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

async function asOperator(method: string, url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

export const PASSWORD = 'correct horse battery';

/** Adds an account on the team plan, without a limit that a bench could reach. Returns its key. */
export async function addAccount(url: string, email: string, storesContent = false): Promise<string> {
  const accounts = `${url}/operator/accounts`;
  const made = (await asOperator('POST', accounts, { email, password: PASSWORD, plan: 'team' })) as {
    accountId: string;
    apiKey: string;
  };
  if (storesContent)
    await asOperator('PUT', `${accounts}/${made.accountId}/consents`, { plaintextStorage: true });
  return made.apiKey;
}
