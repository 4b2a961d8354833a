// Starts the service for tests that kill it, and waits until it accepts requests: the real product where chDB
// loads, and log-service.ts where the engine is elsewhere or has to be slow.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import type { Slowness } from './log-service.ts';

const LOG_SERVICE = fileURLToPath(new URL('log-service.ts', import.meta.url));
/** Both kinds of service accept it. */
export const LOG_SERVICE_TOKEN = 'operator-token-of-a-killed-service';

const COMMAND = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

export interface LogService {
  child: ChildProcess;
  port: number;
  /** Only at the first start. */
  apiKey: string | undefined;
}

export async function startLogService(
  folder: string,
  database: string,
  slowness: Slowness | null = null,
): Promise<LogService> {
  return process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] === undefined && slowness === null
    ? startProduct(folder)
    : forkLogService(folder, database, slowness);
}

async function forkLogService(
  folder: string,
  database: string,
  slowness: Slowness | null,
): Promise<LogService> {
  const child = fork(LOG_SERVICE, [folder, database, JSON.stringify(slowness)], {
    env: { ...process.env, TRACEWELL_OPERATOR_TOKEN: LOG_SERVICE_TOKEN },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await beforeItEnds(child, once(child, 'message'))) as [Omit<LogService, 'child'>];
  return { child, ...message };
}

async function startProduct(folder: string): Promise<LogService> {
  const port = await freePort();
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      TRACEWELL_DATA_DIR: folder,
      TRACEWELL_GRPC: 'off',
      TRACEWELL_LOG_LEVEL: 'error',
      TRACEWELL_OPERATOR_TOKEN: LOG_SERVICE_TOKEN,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const greeting = async (): Promise<string> => {
    let printed = '';
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      printed += String(part);
      if (printed.includes('is ready at')) break;
    }
    return printed;
  };
  const printed = await beforeItEnds(child, greeting());
  child.stdout.resume();
  return { child, port, apiKey: /API key +(\S+)/.exec(printed)?.[1] };
}

async function beforeItEnds<Result>(child: ChildProcess, ready: Promise<Result>): Promise<Result> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The service ended with ${String(code)} before it was ready.`);
  });
  ended.catch(() => undefined);
  return Promise.race([ready, ended]);
}
