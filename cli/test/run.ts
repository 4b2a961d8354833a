import { fileURLToPath } from 'node:url';
import { run as runProgram, type Finished } from '../../server/test/support/run-command.ts';

export { freshFolder, takeTime } from '../../server/test/support/run-command.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs `tracewell`, as a person would. */
export const run = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  runProgram(args, env, MAIN);
