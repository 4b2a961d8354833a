// Starts evaluation runs and waits for them, in the words of the command line.
import type { Time } from '@tracewell/sdk';
import { awaitRun, startRun } from '@tracewell/sdk/ci-gate';
import type { AskService } from '../service/connect.ts';
import { EXIT, Fault, serviceFault } from '../service/fault.ts';
import { readRunState, readStarted, type RunState } from './state.ts';

export const startDatasetRun = async (
  ask: AskService,
  datasetId: number,
  order: Parameters<typeof startRun>[2],
): Promise<{ runId: number; deduplicated: boolean }> => readStarted(await startRun(ask, datasetId, order));

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
export async function waitForRun(ask: AskService, id: number, waiting: Waiting): Promise<RunState> {
  const { time, deadline, onProgress } = waiting;
  const { run, end } = await awaitRun(ask, id, {
    time,
    deadline,
    read: (answer) => readRunState(answer, id),
    onProgress: (state) => onProgress(`Run ${state.id} is ${state.status}: ${progressOf(state)}.`),
  });
  if (end === 'late') throw late(run, waiting);
  if (end !== 'completed') throw unfinished(run);
  return run;
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
