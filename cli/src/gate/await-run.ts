// Starts a run of a dataset and waits until a run has ended.
import type { Time } from '@tracewell/sdk';
import { EXIT, GateFault, serviceFault } from './fault.ts';
import { readRun, readStarted, type GateRun } from './run.ts';
import type { Ask } from './service.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
// A restarted service resumes the run, so a restart is waited out.
const RESTART_MS = 60_000;
// The length of the window in which a service counts started runs.
const RATE_WINDOW_MS = 300_000;

export async function startRun(
  ask: Ask,
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
export async function awaitRun(ask: Ask, id: number, waiting: Waiting): Promise<GateRun> {
  const { time, deadline, onProgress } = waiting;
  let patience = {};
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask(
      (client, signal) => client.GET('/v1/eval-runs/{id}', { params: { path: { id } }, signal }),
      patience,
    );
    const run = readRun(answer, id);
    if (run.status === 'failed' || run.status === 'canceled') throw unfinished(run);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    onProgress(run);
    const left = deadline - time.now();
    if (left <= 0) throw late(run, waiting);
    await time.sleep(Math.min(pause, left));
    patience = { patienceMs: Math.max(1_000, Math.min(RESTART_MS, deadline - time.now())) };
  }
}

function unfinished({ id, status, error }: GateRun): GateFault {
  return status === 'canceled'
    ? serviceFault('run_canceled', `Run ${id} was cancelled: there is nothing to compare.`)
    : serviceFault('run_failed', `Run ${id} failed${error === null ? '.' : `: ${error}`}`);
}

function late(run: GateRun, { timeoutMs }: Waiting): GateFault {
  return new GateFault(
    EXIT.late,
    'timed_out',
    `Run ${run.id} was still ${run.status} after ${timeoutMs / 1000} s (${counted(run)}). It continues: \`tracewell gate --candidate ${run.id}\` waits for it again.`,
  );
}

/** The progress of a run in words. */
export function counted({ scoredCount, failedCount, pendingCount, callCount }: GateRun): string {
  const all = scoredCount + failedCount + pendingCount;
  if (all > 0)
    return `${scoredCount} of ${all} scored${failedCount === 0 ? '' : `, ${failedCount} could not be`}`;
  return callCount === 0
    ? 'nothing scored yet'
    : `${callCount} ${callCount === 1 ? 'call' : 'calls'} to score`;
}
