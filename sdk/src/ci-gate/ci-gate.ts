// The CI gate as a function.
import { tracewell, unwrap, type TracewellClient } from '../client.ts';
import type { OperationAnswer, Schemas } from '../operations.ts';
import { REAL_TIME, retrying, type Time } from '../retry.ts';
import { environmentText } from '../tracing/runtime.ts';
import {
  askVerdict,
  awaitRun,
  gateQuery,
  startRun,
  type CiGateAsk,
  type CiGateThresholds,
} from './process.ts';

/** With neither `baseline` nor `baselineName`, a run is compared with the one of its name before it. */
export interface CiGateOptions extends CiGateThresholds {
  /** A dataset to run. */
  dataset?: number;
  /** Only the items of this split of the dataset. */
  split?: string;
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
const ATTEMPT_MS = 30_000;

export async function ciGate(options: CiGateOptions): Promise<CiGateResult> {
  const { dataset, split, run: given, timeoutMs = TIMEOUT_MS } = options;
  const { idempotencyKey = crypto.randomUUID() } = options;
  const { time = REAL_TIME, client = clientOfEnvironment() } = options;
  const ask: CiGateAsk = (send, patience = {}) =>
    retrying(() => unwrap(send(client, AbortSignal.timeout(ATTEMPT_MS))), { ...patience, time });
  const deadline = time.now() + timeoutMs;
  const order = { idempotencyKey, timeoutMs, ...(split === undefined ? {} : { split }) };
  const id = given ?? (await newRun(ask, dataset, order));
  const { run, end } = await awaitRun(ask, id, {
    time,
    deadline,
    read: (answer) => (answer as OperationAnswer<'get', '/v1/eval-runs/{id}'>).run,
  });
  if (end === 'late') {
    throw new Error(`Run ${id} is still ${run.status}. It continues; give it as \`run\` later.`);
  }
  if (end !== 'completed') {
    throw new Error(`Run ${id} ${end === 'failed' ? 'failed' : 'was cancelled'}. ${run.error ?? ''}`.trim());
  }
  const answer = (await askVerdict(ask, gateQuery(thresholdsOf(options), run))) as Schemas['EvalGate'];
  return {
    runId: id,
    pass: answer.pass,
    verdict: answer.verdict,
    explanation: answer.explanation,
    violations: answer.violations.map(({ message }) => message),
    cautions: answer.cautionDetails.map(({ message }) => message),
  };
}

function thresholdsOf(options: CiGateOptions): CiGateThresholds {
  const { dataset: _d, split: _s, run: _r, idempotencyKey: _k, ...more } = options;
  const { timeoutMs: _m, client: _c, time: _t, ...rest } = more;
  return rest;
}

function clientOfEnvironment(): TracewellClient {
  const url = environmentText('TRACEWELL_URL');
  const apiKey = environmentText('TRACEWELL_API_KEY');
  if (url === undefined || apiKey === undefined) {
    throw new Error('Set TRACEWELL_URL and TRACEWELL_API_KEY, or give a client.');
  }
  return tracewell({ url, apiKey });
}

async function newRun(
  ask: CiGateAsk,
  dataset: number | undefined,
  order: { idempotencyKey: string; timeoutMs: number; split?: string },
): Promise<number> {
  if (dataset === undefined) throw new Error('Give a dataset to run, or a run.');
  const answer = await startRun(ask, dataset, order);
  return (answer as OperationAnswer<'post', '/v1/eval-datasets/{id}/run'>).runId;
}

/** The verdict in a few lines. */
export const describeGate = ({ runId, verdict, explanation, violations, cautions }: CiGateResult): string =>
  [
    `Run ${runId}: ${verdict}. ${explanation}`,
    ...violations.map((each) => `- ${each}`),
    ...cautions.map((each) => `- (caution) ${each}`),
  ].join('\n');
