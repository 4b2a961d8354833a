// Runs `tracewell-server` inside the test. A process of its own takes most of a second of CPU time to start, so
// those are left to the tests of what only a process has.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freshBundle } from '../../src/command/bundle.ts';
import type * as Program from '../../src/command/program.ts';
import { NO_RECORDS, type Finished } from './run-command.ts';

let program: Promise<typeof Program> | undefined;
/** `require`, because Vitest would transform the large files of the bundle. */
const load = (): Promise<typeof Program> => {
  const bundle = freshBundle();
  return (program ??=
    bundle === null
      ? import('../../src/command/program.ts')
      : Promise.resolve(createRequire(import.meta.url)(fileURLToPath(bundle)) as typeof Program));
};

/** One at a time, because a command writes to the output of this process. */
let last: Promise<unknown> = Promise.resolve();

export function ran(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const done = last.then(() => runOne(args, env));
  last = done.catch(() => undefined);
  return done;
}

async function runOne(args: string[], env: Record<string, string>): Promise<Finished> {
  const { run } = await load();
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  const { argv, env: outer, exitCode } = process;
  process.argv = [process.execPath, 'tracewell-server', ...args];
  process.env = { PATH: outer['PATH'], HOME: outer['HOME'], ...NO_RECORDS, ...env };
  process.exitCode = 0;
  const umask = process.umask(0o077);
  try {
    await run();
    return { code: process.exitCode, ...written };
  } finally {
    process.umask(umask);
    Object.assign(process, { argv, env: outer, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}

/** The JSON document that `--json` prints; throws if the command fails. */
export async function json(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await ran([...args, '--json'], env);
  if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
