// Starts log-service.ts and waits until it accepts requests.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Slowness } from './log-service.ts';

const main = fileURLToPath(new URL('log-service.ts', import.meta.url));

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
  const child = fork(main, [folder, database, JSON.stringify(slowness)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The service ended with ${String(code)} before it was ready.`);
  });
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [Omit<LogService, 'child'>];
  failed.catch(() => undefined);
  return { child, ...message };
}
