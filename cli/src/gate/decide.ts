// The whole process: starts the run if a dataset is named, waits for it, and asks the gate.
import { REAL_TIME, type Time } from '@tracewell/sdk';
import { readGateAnswer, type GateReply } from './answer.ts';
import { EXIT, Fault, serviceFault } from '../service/fault.ts';
import { gateQuery, readCandidate, type GateCandidate, type GateOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { readGateRun, readStarted, type GateRun } from './run.ts';
import type { ServiceAddress } from '../service/address.ts';
import { connect, type AskService } from '../service/connect.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
// A restarted service resumes the run, so a restart is waited out.
const RESTART_MS = 60_000;
// The length of the window in which a service counts started runs.
const RATE_WINDOW_MS = 300_000;

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
  const ask = connect(address, {
    time,
    onRetry: ({ message }) => progress.show(`${message} Trying again.`),
  });
  const run = await awaitRun(ask, await runOf(ask, candidate, timeoutMs, progress), {
    time,
    deadline,
    timeoutMs,
    onProgress: (run) => progress.show(`Run ${run.id} is ${run.status}: ${progressOf(run)}.`),
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
  const { datasetId, idempotencyKey } = candidate;
  const { runId, deduplicated } = await startRun(ask, datasetId, { idempotencyKey, timeoutMs });
  const how = deduplicated ? 'was started with this key before; waiting for it' : 'was started';
  progress.say(`Run ${runId} of dataset ${datasetId} ${how}.`);
  return runId;
}

async function askGate(ask: AskService, options: GateOptions, run: GateRun): Promise<unknown> {
  try {
    const query = gateQuery(options, run);
    return await ask((client, signal) => client.GET('/v1/eval-runs/gate', { params: { query }, signal }));
  } catch (error) {
    const first = options.baseline === undefined && options.allowMissingBaseline !== true;
    if (!first || !(error instanceof Fault) || error.status !== 404) throw error;
    // The first run of a name has no predecessor, which the service reports as not found.
    const hint = 'With --allow-missing-baseline the first run of a name passes.';
    throw new Fault(error.exit, error.reason, `${error.message} ${hint}`, error.status);
  }
}

async function startRun(
  ask: AskService,
  datasetId: number,
  { idempotencyKey, timeoutMs }: { idempotencyKey: string; timeoutMs: number },
): Promise<{ runId: number; deduplicated: boolean }> {
  const answer = await ask(
    (client, signal) =>
      client.POST('/v1/eval-datasets/{id}/run', {
        params: { path: { id: datasetId } },
        body: { idempotencyKey },
        signal,
      }),
    { busyPatienceMs: Math.min(RATE_WINDOW_MS, timeoutMs) },
  );
  return readStarted(answer);
}

interface Waiting {
  time: Time;
  /** When to give up, on the clock of `time`. */
  deadline: number;
  timeoutMs: number;
  onProgress: (run: GateRun) => void;
}

/** Returns the run when it has ended. A failed or cancelled run cannot be compared. */
async function awaitRun(ask: AskService, id: number, waiting: Waiting): Promise<GateRun> {
  const { time, deadline, onProgress } = waiting;
  let patience = {};
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask(
      (client, signal) => client.GET('/v1/eval-runs/{id}', { params: { path: { id } }, signal }),
      patience,
    );
    const run = readGateRun(answer, id);
    if (run.status === 'failed' || run.status === 'canceled') throw unfinished(run);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    onProgress(run);
    const left = deadline - time.now();
    if (left <= 0) throw late(run, waiting);
    await time.sleep(Math.min(pause, left));
    patience = { patienceMs: Math.max(1_000, Math.min(RESTART_MS, deadline - time.now())) };
  }
}

function unfinished({ id, status, error }: GateRun): Fault {
  return status === 'canceled'
    ? serviceFault('run_canceled', `Run ${id} was cancelled: there is nothing to compare.`)
    : serviceFault('run_failed', `Run ${id} failed${error === null ? '.' : `: ${error}`}`);
}

function late(run: GateRun, { timeoutMs }: Waiting): Fault {
  return new Fault(
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
