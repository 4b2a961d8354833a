import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { run as runProgram, type Finished } from '../../server/test/support/run-command.ts';

export { freshFolder, takeTime } from '../../server/test/support/run-command.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs `tracewell`, as a person would. */
export const run = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  // Never the login of the person who runs the tests.
  runProgram(args, { XDG_CONFIG_HOME: '/nonexistent/config', ...env }, MAIN);

/** The same, with something on standard input. */
export async function runWithInput(
  args: string[],
  input: string,
  env: Record<string, string> = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
