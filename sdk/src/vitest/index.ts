// The CI gate in a test run of Vitest: `evaluation` is a test that fails if the gate does, and the reporter
// shows the verdicts at the end.
import { test } from 'vitest';
import type { Reporter, TestCase } from 'vitest/node';
import { ciGate, describeGate, type CiGateOptions, type CiGateResult } from '../ci-gate/index.ts';

export { ciGate, type CiGateOptions, type CiGateResult } from '../ci-gate/index.ts';

const MARGIN_MS = 60_000;
const RUN_MS = 600_000;

interface GateMeta {
  tracewell?: CiGateResult;
}

/** A test that runs a dataset, and fails with the reasons of the gate. */
export function evaluation(name: string, options: CiGateOptions): void {
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the program gives the name, and the gate fails
  test(name, { timeout: (options.timeoutMs ?? RUN_MS) + MARGIN_MS }, async ({ task }) => {
    const result = await ciGate(options);
    (task.meta as GateMeta).tracewell = result;
    if (!result.pass) throw new Error(describeGate(result));
  });
}

/** Prints what the gate said about each `evaluation`, also if it passed. */
export class TracewellReporter implements Reporter {
  readonly #write: (text: string) => void;
  readonly #lines: string[] = [];

  constructor({
    write = (text) => void process.stdout.write(text),
  }: { write?: (text: string) => void } = {}) {
    this.#write = write;
  }

  onTestCaseResult(testCase: Pick<TestCase, 'name' | 'meta'>): void {
    const { tracewell } = testCase.meta() as GateMeta;
    if (tracewell !== undefined) this.#lines.push(`${testCase.name}\n${describeGate(tracewell)}`);
  }

  onTestRunEnd(): void {
    if (this.#lines.length > 0) this.#write(`\nTracewell gate\n${this.#lines.splice(0).join('\n')}\n`);
  }
}
