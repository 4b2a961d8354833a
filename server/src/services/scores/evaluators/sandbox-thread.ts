// The thread behind sandbox.ts. It runs one task after the other and keeps compiled rubrics. It holds nothing
// else, so it can be ended at any time.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { CodeTimeout, loadCodeEngine } from './code/engine.ts';
import { RubricError, type EvaluatedText } from './evaluator.ts';
import { compile, type Check, type Verdict } from './index.ts';

/** Without a subject the rubric is only compiled. */
export interface Task {
  check: Check;
  subject: EvaluatedText | null;
}

export type SandboxAnswer =
  | { kind: 'ready'; systemId: number | null }
  | { kind: 'compiled' }
  | { kind: 'verdict'; verdict: Verdict }
  /** The engine of code stopped it; the thread goes on. */
  | { kind: 'timeout' }
  | { kind: 'rubric_error'; message: string; position: number | null };

const { lowPriority, taskMs } = workerData as { lowPriority: boolean; taskMs: number };
const MAX_COMPILED = 64;
const compiled = new Map<string, ReturnType<typeof compile>>();

function compiledOf(check: Check): ReturnType<typeof compile> {
  const { type, rubric, scaleMin, scaleMax, scoreType } = check;
  const key = [type, scaleMin, scaleMax, scoreType, rubric].join('\n');
  const known = compiled.get(key);
  if (known) return known;
  const evaluate = compile(check, taskMs);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, evaluate);
  return evaluate;
}

function answer({ check, subject }: Task): SandboxAnswer {
  try {
    const evaluate = compiledOf(check);
    return subject ? { kind: 'verdict', verdict: evaluate(subject) } : { kind: 'compiled' };
  } catch (error) {
    if (error instanceof CodeTimeout) return { kind: 'timeout' };
    if (!(error instanceof RubricError)) throw error;
    return { kind: 'rubric_error', message: error.message, position: error.position };
  }
}

const tell = (said: SandboxAnswer): void => parentPort?.postMessage(said, []);

// The first rubric of each kind costs a hundred times as much as the second, so that cost is paid here
// instead of by an account.
const FIRST: Pick<Check, 'type' | 'rubric'>[] = [
  { type: 'regex', rubric: 'a' },
  { type: 'json_schema', rubric: '{"type": "object", "properties": {"a": {"pattern": "a"}}}' },
  { type: 'json_path', rubric: '$.a == 1' },
  { type: 'code', rubric: 'const score = ({ output }) => output.length > 3' },
];
await loadCodeEngine();
for (const { type, rubric } of FIRST)
  compile({ type, rubric, scaleMin: 0, scaleMax: 1 })({ output: '{"a": 1}', expectedOutput: null });

async function take(task: Task): Promise<void> {
  // Only code that broke the engine makes this wait.
  await loadCodeEngine();
  tell(answer(task));
}
parentPort?.on('message', (task: Task) => void take(task));
// On Linux this sets the priority of this thread only; elsewhere it would affect the whole service. With this
// one, the thread gets a tenth of the share of others; with the lowest it would get next to nothing on a busy
// machine.
if (process.platform === 'linux' && lowPriority) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

tell({ kind: 'ready', systemId: systemId() });

/** The number of this thread in /proc, by which the service measures it. */
function systemId(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return null;
  }
}
