// Runs `tracewell gate` with the inputs of the action. Its exit code becomes an output, because the steps after
// it have to run also when it fails.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;
const text = (name) => (env[name] ?? '').trim();

const option = (name, variable) => (text(variable) === '' ? [] : [name, text(variable)]);
const flag = (name, variable) => (text(variable) === 'true' ? [name] : []);

/** The run that the action remembered for the main branch. */
function remembered() {
  const file = '.tracewell-baseline';
  const run = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return /^\d+$/.test(run) ? run : '';
}

function baseline() {
  const run = text('BASELINE') || (text('DATASET') === '' ? '' : remembered());
  return run === '' ? ['--allow-missing-baseline'] : ['--baseline', run];
}

const args = [
  'gate',
  ...option('--dataset', 'DATASET'),
  ...option('--split', 'SPLIT'),
  ...text('CRITERIA')
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((id) => ['--criterion', id]),
  ...option('--candidate', 'CANDIDATE'),
  ...baseline(),
  ...option('--idempotency-key', 'IDEMPOTENCY_KEY'),
  ...option('--max-mean-drop', 'MAX_MEAN_DROP'),
  ...option('--max-criterion-drop', 'MAX_CRITERION_DROP'),
  ...option('--max-new-failures', 'MAX_NEW_FAILURES'),
  ...flag('--require-significance', 'REQUIRE_SIGNIFICANCE'),
  ...flag('--fail-on-inconclusive', 'FAIL_ON_INCONCLUSIVE'),
  ...option('--timeout', 'TIMEOUT'),
  '--markdown',
  join(text('RUNNER_TEMP'), 'tracewell-gate.md'),
  '--junit',
  join(text('RUNNER_TEMP'), 'tracewell-gate.xml'),
];

// There, the program is a script that only a shell can start, and a shell splits at blanks.
const isWindows = process.platform === 'win32';
const { status, error } = spawnSync('tracewell', isWindows ? args.map((each) => `"${each}"`) : args, {
  stdio: 'inherit',
  shell: isWindows,
});
if (error) console.error(`tracewell could not be started: ${error.message}`);
appendFileSync(text('GITHUB_OUTPUT'), `exit-code=${status ?? 3}\n`);
