// The whole process: starts the run if a dataset is named, waits for it, and asks the gate.
import { REAL_TIME, type Time } from '@tracewell/sdk';
import { askVerdict, awaitRun, startRun, type AskService } from '@tracewell/sdk/ci-gate';
import { readGateAnswer, type GateReply } from './answer.ts';
import { EXIT, GateFault, serviceFault } from './fault.ts';
import { readCandidate, verdictQuery, type GateCandidate, type GateOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { readGateRun, readStarted, type GateRun } from './run.ts';
import { connect, type ServiceAddress } from './service.ts';

interface Decided {
  run: GateRun;
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
  const ask = connect(address, time, ({ message }) => progress.show(`${message} Trying again.`));
  const id = await runOf(ask, candidate, timeoutMs, progress);
  const { run, end } = await awaitRun(ask, id, {
    time,
    deadline,
    read: (answer) => readGateRun(answer, id),
    onProgress: (run) => progress.show(`Run ${run.id} is ${run.status}: ${progressOf(run)}.`),
  });
  if (end === 'late') throw late(run, timeoutMs);
  if (end !== 'completed') throw unfinished(run);
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
  const { datasetId, idempotencyKey } = candidate;
  const { runId, deduplicated } = readStarted(await startRun(ask, datasetId, { idempotencyKey, timeoutMs }));
  const how = deduplicated ? 'was started with this key before; waiting for it' : 'was started';
  progress.say(`Run ${runId} of dataset ${datasetId} ${how}.`);
  return runId;
}

async function askGate(ask: AskService, options: GateOptions, run: GateRun): Promise<unknown> {
  try {
    return await askVerdict(ask, verdictQuery(options, run));
  } catch (error) {
    const first = options.baseline === undefined && options.allowMissingBaseline !== true;
    if (!first || !(error instanceof GateFault) || error.status !== 404) throw error;
    // The first run of a name has no predecessor, which the service reports as not found.
    const hint = 'With --allow-missing-baseline the first run of a name passes.';
    throw new GateFault(error.exit, error.reason, `${error.message} ${hint}`, error.status);
  }
}

function unfinished({ id, status, error }: GateRun): GateFault {
  return status === 'canceled'
    ? serviceFault('run_canceled', `Run ${id} was cancelled: there is nothing to compare.`)
    : serviceFault('run_failed', `Run ${id} failed${error === null ? '.' : `: ${error}`}`);
}

function late(run: GateRun, timeoutMs: number): GateFault {
  return new GateFault(
    EXIT.late,
    'timed_out',
    `Run ${run.id} was still ${run.status} after ${timeoutMs / 1000} s (${progressOf(run)}). It continues: \`tracewell gate --candidate ${run.id}\` waits for it again.`,
  );
}

/** The progress of a run in words. */
function progressOf({ scoredCount, failedCount, pendingCount, callCount }: GateRun): string {
  const all = scoredCount + failedCount + pendingCount;
  if (all > 0)
    return `${scoredCount} of ${all} scored${failedCount === 0 ? '' : `, ${failedCount} could not be`}`;
  return callCount === 0
    ? 'nothing scored yet'
    : `${callCount} ${callCount === 1 ? 'call' : 'calls'} to score`;
}
