// The whole process: starts the run if a dataset is named, waits for it, and asks the gate.
import { REAL_TIME, type Time } from '@tracewell/sdk';
import { readGateAnswer, type GateAnswer } from './answer.ts';
import { awaitRun, counted, startRun } from './await-run.ts';
import { GateFault } from './fault.ts';
import { gateQuery, readCandidate, type Candidate, type GateOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { GateRun } from './run.ts';
import { connect, type Address, type Ask } from './service.ts';

interface Decided {
  run: GateRun;
  answer: GateAnswer;
  /** The raw answer, including fields that this version does not know. */
  raw: object;
}

export async function decide(
  options: GateOptions,
  address: Address,
  progress: Progress,
  time: Time = REAL_TIME,
): Promise<Decided> {
  const candidate = readCandidate(options);
  const timeoutMs = options.timeout * 1000;
  const deadline = time.now() + timeoutMs;
  const ask = connect(address, time, ({ message }) => progress.show(`${message} Trying again.`));
  const run = await awaitRun(ask, await runOf(ask, candidate, timeoutMs, progress), {
    time,
    deadline,
    timeoutMs,
    onProgress: (run) => progress.show(`Run ${run.id} is ${run.status}: ${counted(run)}.`),
  });
  progress.end();
  const raw = await askGate(ask, options, run);
  return { run, answer: readGateAnswer(raw), raw: raw as object };
}

async function runOf(ask: Ask, candidate: Candidate, timeoutMs: number, progress: Progress): Promise<number> {
  if ('runId' in candidate) return candidate.runId;
  const { datasetId, idempotencyKey } = candidate;
  const { runId, deduplicated } = await startRun(ask, datasetId, { idempotencyKey, timeoutMs });
  const how = deduplicated ? 'was started with this key before; waiting for it' : 'was started';
  progress.say(`Run ${runId} of dataset ${datasetId} ${how}.`);
  return runId;
}

async function askGate(ask: Ask, options: GateOptions, run: GateRun): Promise<unknown> {
  try {
    const query = gateQuery(options, run);
    return await ask((client, signal) => client.GET('/v1/eval-runs/gate', { params: { query }, signal }));
  } catch (error) {
    const first = options.baseline === undefined && options.allowMissingBaseline !== true;
    if (!first || !(error instanceof GateFault) || error.status !== 404) throw error;
    // The first run of a name has no predecessor, which the service reports as not found.
    const hint = 'With --allow-missing-baseline the first run of a name passes.';
    throw new GateFault(error.exit, error.reason, `${error.message} ${hint}`, error.status);
  }
}
