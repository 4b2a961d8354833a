// A run as GET /v1/eval-runs/{id} returns it. Only the fields that determine the status are required.
import type { Schemas } from '@tracewell/sdk';
import { plain } from '../terminal/columns.ts';
import { serviceFault } from '../service/fault.ts';
import { count, isFields, asFinite, asString } from '../service/read.ts';

type Counts = Pick<Schemas['EvalRun'], 'id' | 'scoredCount' | 'failedCount' | 'pendingCount' | 'callCount'>;

export interface RunState extends Counts {
  name: string | null;
  /** The split of the dataset that it is limited to. */
  split: string | null;
  /** A newer service may have more of them. */
  status: string;
  error: string | null;
}

export function readRunState(value: unknown, id: number): RunState {
  const run = isFields(value) && isFields(value['run']) ? value['run'] : {};
  const status = asString(run['status']);
  if (status === null) {
    throw serviceFault(
      'unexpected_answer',
      'The service did not return the status of the run. Is TRACEWELL_URL the address of a Tracewell service?',
    );
  }
  const error = asString(run['error']);
  return {
    id: asFinite(run['id']) ?? id,
    name: asString(run['name']),
    split: asString(run['split']),
    status: plain(status),
    scoredCount: count(run['scoredCount']),
    failedCount: count(run['failedCount']),
    pendingCount: count(run['pendingCount']),
    callCount: count(run['callCount']),
    error: error === null ? null : plain(error),
  };
}

export function readStarted(value: unknown): { runId: number; deduplicated: boolean } {
  const runId = isFields(value) ? asFinite(value['runId']) : null;
  if (!isFields(value) || runId === null) {
    throw serviceFault(
      'unexpected_answer',
      'The service did not say which run it started. Is TRACEWELL_URL the address of a Tracewell service?',
    );
  }
  return { runId, deduplicated: value['deduplicated'] === true };
}
