// The service, or any program that reports when it is ready, in a separate process on a free port.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { serviceFlags } from '../../server/bin/node-flags.js';
import { freePort } from '../../server/test/support/free-port.ts';

export interface ChildService {
  child: ChildProcess;
  pid: number;
  port: number;
  /** Its first message. */
  ready: { apiKey?: string };
}

export async function startService(
  main: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ChildService> {
  const port = await freePort();
  const child = fork(main, args, {
    env: { ...process.env, PORT: String(port), ...env },
    // The same flags as from the command line.
    execArgv: [...process.execArgv, ...serviceFlags()],
  });
  const [ready] = (await once(child, 'message')) as [ChildService['ready']];
  return { child, pid: child.pid ?? 0, port, ready };
}

export async function stopService({ child }: ChildService): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
