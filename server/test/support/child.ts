// Runs code in its own process, as in the product: for locks, crashes and concurrent starts.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Child {
  process: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves with the first printed line. */
  line: Promise<string>;
}

/**
 * `code` is a module that may import through the server's `#…` map. It reads `args` as JSON from
 * process.argv[1].
 */
export function runChild(
  code: string,
  args: unknown,
  options: { uid?: number; env?: Record<string, string> } = {},
): Child {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(args)], {
    cwd: SERVER,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid }),
  });
  const line = new Promise<string>((resolve) => {
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().split('\n', 1)[0] ?? ''));
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const ended = output.then(([stdout, stderr]) => ({ code: child.exitCode, stdout, stderr }));
  return { process: child, ended, line };
}
