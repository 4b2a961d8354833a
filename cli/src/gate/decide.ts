// The whole process: starts the run if a dataset is named, waits for it, and asks the gate.
import { REAL_TIME, type Time } from '@tracewell/sdk';
import { askVerdict } from '@tracewell/sdk/ci-gate';
import { startDatasetRun, waitForRun } from '../runs/await.ts';
import type { RunState } from '../runs/state.ts';
import type { ServiceAddress } from '../service/address.ts';
import { connect, type AskService } from '../service/connect.ts';
import { Fault } from '../service/fault.ts';
import type { Progress } from '../terminal/progress.ts';
import { readGateAnswer, type GateReply } from './answer.ts';
import { readCandidate, verdictQuery, type GateCandidate, type GateOptions } from './options.ts';

interface Decided {
  run: RunState;
  answer: GateReply;
  /** The raw answer, including fields that this version does not know. */
  raw: object;
}

export async function decide(
  options: GateOptions,
  address: ServiceAddress,
  progress: Progress,
  time: Time = REAL_TIME,
): Promise<Decided> {
  const candidate = readCandidate(options);
  const timeoutMs = options.timeout * 1000;
  const deadline = time.now() + timeoutMs;
  const ask = connect(address, {
    time,
    onRetry: ({ message }) => progress.show(`${message} Trying again.`),
  });
  const run = await waitForRun(ask, await runOf(ask, candidate, timeoutMs, progress), {
    time,
    deadline,
    timeoutMs,
    onProgress: (text) => progress.show(text),
    again: (id) => `tracewell gate --candidate ${id}`,
  });
  progress.end();
  const raw = await askGate(ask, options, run);
  return { run, answer: readGateAnswer(raw), raw: raw as object };
}

async function runOf(
  ask: AskService,
  candidate: GateCandidate,
  timeoutMs: number,
  progress: Progress,
): Promise<number> {
  if ('runId' in candidate) return candidate.runId;
  const { datasetId, ...order } = candidate;
  const { runId, deduplicated } = await startDatasetRun(ask, datasetId, { ...order, timeoutMs });
  const how = deduplicated ? 'was started with this key before; waiting for it' : 'was started';
  progress.say(`Run ${runId} of dataset ${datasetId} ${how}.`);
  return runId;
}

async function askGate(ask: AskService, options: GateOptions, run: RunState): Promise<unknown> {
  try {
    return await askVerdict(ask, verdictQuery(options, run));
  } catch (error) {
    const first = options.baseline === undefined && options.allowMissingBaseline !== true;
    if (!first || !(error instanceof Fault) || error.status !== 404) throw error;
    // The first run of a name has no predecessor, which the service reports as not found.
    const hint = 'With --allow-missing-baseline the first run of a name passes.';
    throw new Fault(error.exit, error.reason, `${error.message} ${hint}`, error.status);
  }
}
