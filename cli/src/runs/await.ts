// Starts evaluation runs and waits for them.
import type { Time } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { EXIT, Fault, serviceFault } from '../service/fault.ts';
import { readRunState, readStarted, type RunState } from './state.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
// A restarted service resumes the run, so a restart is waited out.
const RESTART_MS = 60_000;
// The length of the window in which a service counts started runs.
const RATE_WINDOW_MS = 300_000;

interface DatasetRun {
  idempotencyKey: string;
  criterionIds?: number[];
  timeoutMs: number;
}

export async function startDatasetRun(
  ask: AskService,
  datasetId: number,
  { timeoutMs, ...body }: DatasetRun,
): Promise<{ runId: number; deduplicated: boolean }> {
  const answer = await ask(
    (client, signal) =>
      client.POST('/v1/eval-datasets/{id}/run', { params: { path: { id: datasetId } }, body, signal }),
    { busyPatienceMs: Math.min(RATE_WINDOW_MS, timeoutMs) },
  );
  return readStarted(answer);
}

interface Waiting {
  time: Time;
  /** When to give up, on the clock of `time`. */
  deadline: number;
  timeoutMs: number;
  onProgress: (text: string) => void;
  /** The command that shows how it went on. */
  again: (id: number) => string;
}

/** Returns the run when it has ended. A failed or cancelled run is a fault. */
export async function awaitRun(ask: AskService, id: number, waiting: Waiting): Promise<RunState> {
  const { time, deadline, onProgress } = waiting;
  let patience = {};
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask(
      (client, signal) => client.GET('/v1/eval-runs/{id}', { params: { path: { id } }, signal }),
      patience,
    );
    const run = readRunState(answer, id);
    if (run.status === 'failed' || run.status === 'canceled') throw unfinished(run);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    onProgress(`Run ${run.id} is ${run.status}: ${progressOf(run)}.`);
    const left = deadline - time.now();
    if (left <= 0) throw late(run, waiting);
    await time.sleep(Math.min(pause, left));
    patience = { patienceMs: Math.max(1_000, Math.min(RESTART_MS, deadline - time.now())) };
  }
}

function unfinished({ id, status, error }: RunState): Fault {
  return status === 'canceled'
    ? serviceFault('run_canceled', `Run ${id} was cancelled: there is nothing to compare.`)
    : serviceFault('run_failed', `Run ${id} failed${error === null ? '.' : `: ${error}`}`);
}

function late(run: RunState, { timeoutMs, again }: Waiting): Fault {
  return new Fault(
    EXIT.late,
    'timed_out',
    `Run ${run.id} was still ${run.status} after ${timeoutMs / 1000} s (${progressOf(run)}). It continues; see \`${again(run.id)}\`.`,
  );
}

/** The progress of a run in words. */
function progressOf({ scoredCount, failedCount, pendingCount, callCount }: RunState): string {
  const all = scoredCount + failedCount + pendingCount;
  if (all > 0)
    return `${scoredCount} of ${all} scored${failedCount === 0 ? '' : `, ${failedCount} could not be`}`;
  return callCount === 0
    ? 'nothing scored yet'
    : `${callCount} ${callCount === 1 ? 'call' : 'calls'} to score`;
}
