// The product, started as `npm start` does it, on an empty data folder and a free port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/support/free-port.ts';
import { PRICES } from '../expected/standard.ts';

const LAUNCHER = fileURLToPath(new URL('../../server/bin/tracewell-server.js', import.meta.url));
const OPERATOR_TOKEN = 'operator-token-of-the-client-tests';
const START_MS = 60_000;

export interface Product {
  url: string;
  grpcPort: number;
  log: () => string;
  /** A new account that stores content, with known prices. Returns its key. */
  addAccount: (name: string) => Promise<string>;
  stop: () => Promise<void>;
}

async function asked(url: string, method: string, credential: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${url} was answered ${reply.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** With the key of an account. */
export const ask = (
  url: string,
  apiKey: string,
  method: string,
  place: string,
  body?: unknown,
): Promise<unknown> => asked(url + place, method, apiKey, body);

export async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-clients-'));
  const [port, grpcPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      TRACEWELL_DATA_DIR: folder,
      TRACEWELL_GRPC_PORT: String(grpcPort),
      TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const closed = once(child, 'close');
  const deadline = Date.now() + START_MS;
  while (!(await fetch(`${url}/v1/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The product did not start:\n${log}`);
    await pause(100);
  }
  return {
    url,
    grpcPort,
    log: () => log,
    addAccount: async (name) => {
      const { apiKey } = (await asked(`${url}/operator/accounts`, 'POST', OPERATOR_TOKEN, {
        email: `${name}@example.com`,
        password: 'correct horse battery',
        plan: 'team',
      })) as { apiKey: string };
      await ask(url, apiKey, 'PUT', '/v1/account/consents/plaintext-storage');
      await ask(url, apiKey, 'PUT', '/v1/account/model-prices', { prices: PRICES });
      return apiKey;
    },
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
