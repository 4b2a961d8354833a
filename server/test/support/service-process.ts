// The whole service in its own process, as users run it, and commands next to it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { freshFolder } from './metadata.ts';

const COMMAND = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

const SERVICE_OPERATOR_TOKEN = 'operator-token-of-this-service';

export interface Service {
  folder: string;
  url: string;
  pid: number;
  grpcPort: number;
  log: () => string;
  stop: () => Promise<void>;
  /** With SIGKILL. */
  kill: () => Promise<void>;
  /** With a key, or with the operator’s token. */
  call: (
    method: string,
    url: string,
    credential: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; text: string }>;
  operate: (method: string, url: string, body?: unknown) => Promise<{ status: number; text: string }>;
}

interface Settings {
  /** Created at the start unless given. */
  folder?: string;
  env?: Record<string, string>;
}

/**
 * Fails with the printed output if the process ends before it accepts requests. It is stopped after the test.
 */
export async function startService(settings: Settings = {}): Promise<Service> {
  const folder = settings.folder ?? path.join(freshFolder(), 'data');
  const [port, grpcPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    TRACEWELL_DATA_DIR: folder,
    PORT: String(port),
    TRACEWELL_GRPC_PORT: String(grpcPort),
    TRACEWELL_OPERATOR_TOKEN: SERVICE_OPERATOR_TOKEN,
    ...settings.env,
  };
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const closed = once(child, 'close');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await closed;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const live = await fetch(`${url}/v1/health/live`).catch(() => null);
    if (live?.ok) break;
    if (child.exitCode !== null) await closed;
    if (tries > 600 || child.exitCode !== null) throw new Error(log);
    await pause(50);
  }
  const call: Service['call'] = async (method, path, credential, body, headers = {}) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const operate: Service['operate'] = (method, path, body) =>
    call(method, path, SERVICE_OPERATOR_TOKEN, body);
  return { folder, url, pid: child.pid ?? 0, grpcPort, log: () => log, stop, kill, call, operate };
}

/** Runs a command on a data folder, whether or not a service has it open. */
export function tracewell(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      TRACEWELL_DATA_DIR: folder,
      ...env,
    },
  });
  return { status, stdout, stderr };
}
