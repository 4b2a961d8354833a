// `npm test`: every test. Those of the record engine run one file at a time, because they share one engine; beside them, not before
// them, runs all the rest. With arguments it is Vitest as it is: `npm test -- --project pure`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Ended {
  code: number;
  seconds: number;
  output: string;
}

async function run(args: string[], shown: boolean): Promise<Ended> {
  const started = performance.now();
  const child = spawn('vitest', ['run', ...args], { stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, seconds: Math.round((performance.now() - started) / 1000), output };
}

const args = process.argv.slice(2);
if (args.length > 0) {
  process.exitCode = (await run(args, true)).code;
} else {
  // With an emulated engine a page takes longer to fill than anyone would wait: there the browser's tests run on request.
  const slow = process.env['TRACEWELL_EMULATED_ENGINE_PID'] !== undefined && process.env['TEST_ALL'] !== '1';
  const projects = ['pure', 'sqlite', 'postgres', ...(slow ? [] : ['e2e'])];
  const [rest, engine] = await Promise.all([
    run([...projects.flatMap((name) => ['--project', name]), '--maxWorkers', '2'], true),
    run(['--project', 'engine'], false),
  ]);
  process.stdout.write(`${engine.output.trimEnd()}\n`);
  const failed = [rest, engine].filter(({ code }) => code !== 0).length;
  process.stdout.write(
    `\nrecord engine ${engine.seconds} s, all the rest ${rest.seconds} s\ntests: ${2 - failed} passed, ${failed} failed\n`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}
