// The CI gate as a function: starts a run of a dataset, or takes one, waits for it, and asks for the verdict.
import { tracewell, unwrap, type TracewellClient } from '../client.ts';
import type { OperationInput, Schemas } from '../operations.ts';
import { REAL_TIME, retrying, type Time } from '../retry.ts';
import { environment } from '../tracing/runtime.ts';

type Thresholds = Omit<OperationInput<'get', '/v1/eval-runs/gate'>['query'], 'candidate'>;

/** With neither `baseline` nor `baselineName`, a run of a dataset is compared with the one before it. */
export interface CiGateOptions extends Thresholds {
  /** A dataset to run. */
  dataset?: number;
  /** The same key within 60 minutes waits for the run that it started first. */
  idempotencyKey?: string;
  /** A run that exists. */
  run?: number;
  /** How long the run may take; 10 minutes unless set. */
  timeoutMs?: number;
  /** TRACEWELL_URL and TRACEWELL_API_KEY unless set. */
  client?: TracewellClient;
  /** Replaced in tests. */
  time?: Time;
}

/** JSON, because it goes from the process of a test to the reporter. */
export interface CiGateResult {
  runId: number;
  pass: boolean;
  verdict: Schemas['EvalGate']['verdict'];
  explanation: string;
  violations: string[];
  cautions: string[];
}

const TIMEOUT_MS = 600_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export async function ciGate(options: CiGateOptions): Promise<CiGateResult> {
  const { dataset, run, idempotencyKey, timeoutMs = TIMEOUT_MS, time = REAL_TIME, client: given, ...rest } = options;
  const client = given ?? clientOfEnvironment();
  const deadline = time.now() + timeoutMs;
  const id = run ?? (await started(client, dataset, idempotencyKey));
  const { name } = await ended(client, id, deadline, time);
  const isNamed = rest.baseline !== undefined || rest.baselineName !== undefined;
  // A run of a dataset has the name of the dataset.
  const query = { candidate: id, ...(isNamed ? {} : { baselineName: name }), ...rest };
  const answer = await unwrap(client.GET('/v1/eval-runs/gate', { params: { query } }));
  return {
    runId: id,
    pass: answer.pass,
    verdict: answer.verdict,
    explanation: answer.explanation,
    violations: answer.violations.map(({ message }) => message),
    cautions: answer.cautionDetails.map(({ message }) => message),
  };
}

function clientOfEnvironment(): TracewellClient {
  const url = environment('TRACEWELL_URL');
  const apiKey = environment('TRACEWELL_API_KEY');
  if (url === undefined || apiKey === undefined) {
    throw new Error('Set TRACEWELL_URL and TRACEWELL_API_KEY, or give a client.');
  }
  return tracewell({ url, apiKey });
}

async function started(
  client: TracewellClient,
  dataset: number | undefined,
  key: string = crypto.randomUUID(),
): Promise<number> {
  if (dataset === undefined) throw new Error('Give a dataset to run, or a run.');
  // The key makes it safe to repeat the request.
  const send = () =>
    unwrap(
      client.POST('/v1/eval-datasets/{id}/run', {
        params: { path: { id: dataset } },
        body: { idempotencyKey: key },
      }),
    );
  return (await retrying(send)).runId;
}

async function ended(client: TracewellClient, id: number, deadline: number, time: Time) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const { run } = await unwrap(client.GET('/v1/eval-runs/{id}', { params: { path: { id } } }));
    if (run.status === 'failed' || run.status === 'canceled') {
      throw new Error(`Run ${id} was ${run.status}: there is nothing to compare.`);
    }
    if (run.status !== 'queued' && run.status !== 'running') return run;
    const left = deadline - time.now();
    if (left <= 0) throw new Error(`Run ${id} is still ${run.status}. It continues; give it as \`run\` later.`);
    await time.sleep(Math.min(pause, left));
  }
}

/** The verdict in a few lines. */
export const describeGate = ({ runId, verdict, explanation, violations, cautions }: CiGateResult): string =>
  [`Run ${runId}: ${verdict}. ${explanation}`, ...violations.map((each) => `- ${each}`), ...cautions.map((each) => `- (caution) ${each}`)].join(
    '\n',
  );
