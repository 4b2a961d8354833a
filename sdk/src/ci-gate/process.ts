// The CI gate in three requests: start a run of a dataset, wait for it, ask for the verdict. The command line
// and the SDK both decide this way; each has its own requests and its own words for what goes wrong.
import type { unwrap, TracewellClient } from '../client.ts';
import type { OperationInput } from '../operations.ts';
import type { RetryOptions, Time } from '../retry.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
// A restarted service resumes the run, so a restart is waited out.
const RESTART_MS = 60_000;
// The length of the window in which a service counts started runs.
const RATE_WINDOW_MS = 300_000;

type Send = (client: TracewellClient, signal: AbortSignal | null) => Parameters<typeof unwrap>[0];

/** Sends a request, repeats it for that long, and returns the data of the answer. */
export type CiGateAsk = (
  send: Send,
  patience?: Pick<RetryOptions, 'patienceMs' | 'busyPatienceMs'>,
) => Promise<unknown>;

export type CiGateQuery = OperationInput<'get', '/v1/eval-runs/gate'>['query'];
export type CiGateThresholds = Omit<CiGateQuery, 'candidate'>;

interface StartedRun {
  idempotencyKey: string;
  criterionIds?: number[];
  /** Only the items of this split. */
  split?: string;
  timeoutMs: number;
}

/** The key makes it safe to repeat the request. */
export const startRun = (
  ask: CiGateAsk,
  datasetId: number,
  { timeoutMs, ...body }: StartedRun,
): Promise<unknown> =>
  ask(
    (client, signal) =>
      client.POST('/v1/eval-datasets/{id}/run', {
        params: { path: { id: datasetId } },
        body,
        signal,
      }),
    { busyPatienceMs: Math.min(RATE_WINDOW_MS, timeoutMs) },
  );

interface Waiting<R> {
  time: Time;
  /** When to give up, on the clock of `time`. */
  deadline: number;
  read: (answer: unknown) => R;
  onProgress?: (run: R) => void;
}

/** A run that failed or was cancelled cannot be compared. */
export interface AwaitedRun<R> {
  run: R;
  end: 'completed' | 'failed' | 'canceled' | 'late';
}

export async function awaitRun<R extends { status: string }>(
  ask: CiGateAsk,
  id: number,
  { time, deadline, read, onProgress }: Waiting<R>,
): Promise<AwaitedRun<R>> {
  let patience = {};
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask(
      (client, signal) => client.GET('/v1/eval-runs/{id}', { params: { path: { id } }, signal }),
      patience,
    );
    const run = read(answer);
    const { status } = run;
    if (status === 'failed' || status === 'canceled') return { run, end: status };
    if (status !== 'queued' && status !== 'running') return { run, end: 'completed' };
    onProgress?.(run);
    const left = deadline - time.now();
    if (left <= 0) return { run, end: 'late' };
    await time.sleep(Math.min(pause, left));
    patience = { patienceMs: Math.max(1_000, Math.min(RESTART_MS, deadline - time.now())) };
  }
}

/** Without a baseline, the run before it with the same name; a run of a dataset has the dataset's name. */
export function gateQuery(
  { baseline, baselineName, ...thresholds }: CiGateThresholds,
  run: { id: number; name: string | null },
): CiGateQuery {
  const name = baselineName ?? (baseline === undefined ? run.name : null);
  return {
    candidate: run.id,
    ...(baseline === undefined ? {} : { baseline }),
    ...(name === null ? {} : { baselineName: name }),
    ...thresholds,
  };
}

export const askVerdict = (ask: CiGateAsk, query: CiGateQuery): Promise<unknown> =>
  ask((client, signal) => client.GET('/v1/eval-runs/gate', { params: { query }, signal }));
