// `npm run check`: everything that needs no database and takes seconds. All parts run in parallel, and each
// fault is shown.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Part {
  name: string;
  command: [string, ...string[]];
}

const PARTS: Part[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint and layers', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the dashboard', command: ['tsc', '-p', 'web'] },
  { name: 'unused exports', command: ['node', 'tools/unused-exports.ts'] },
  { name: 'hashes of packages', command: ['node', 'tools/lockfile.ts'] },
  { name: 'generated files', command: ['node', 'tools/generate.ts', '--check'] },
];

async function run({ name, command: [program, ...args] }: Part): Promise<boolean> {
  const started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`);
  return code === 0;
}

const results = await Promise.all(PARTS.map(run));
const failed = results.filter((ok) => !ok).length;
process.stdout.write(`check: ${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
