// The service, or anything that says when it is ready, in a process of its own on a free port.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { serviceFlags } from '../../cli/bin/node-flags.js';

export interface ChildService {
  child: ChildProcess;
  pid: number;
  port: number;
  /** What it said first. */
  ready: { apiKey?: string };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export async function startService(
  main: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ChildService> {
  const port = await freePort();
  const child = fork(main, args, {
    env: { ...process.env, PORT: String(port), ...env },
    // As the command line starts it.
    execArgv: [...process.execArgv, ...serviceFlags()],
  });
  const [ready] = (await once(child, 'message')) as [ChildService['ready']];
  return { child, pid: child.pid ?? 0, port, ready };
}

export async function stopService({ child }: ChildService): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
