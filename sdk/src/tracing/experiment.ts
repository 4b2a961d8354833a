// An experiment: the program's own code answers the items of a dataset, the service scores the calls that it
// made, and the CI gate compares them with an earlier run. Calls and run find each other by a tag.
import { ciGate, type CiGateOptions, type CiGateResult } from '../ci-gate/ci-gate.ts';
import { unwrap, type TracewellClient } from '../client.ts';
import type { Schemas } from '../operations.ts';
import { retrying } from '../retry.ts';
import { untraced, type TraceScope } from './context.ts';
import type { ActiveSpan, SpanDetails } from './spans.ts';

export type ExperimentItem = Pick<Schemas['EvalDatasetItem'], 'inputText' | 'expectedOutput'> & {
  /** Only items of a dataset have one. */
  id?: number;
};

/** Runs the part of a task whose calls are scored. */
type Scored = <T>(fn: () => T) => T;

export interface ExperimentOptions {
  /** The id of a dataset, or items of your own. */
  dataset: number | readonly ExperimentItem[];
  /**
   * Answers an item. All its calls are scored, unless it makes some in `scored`: an agent is then judged by
   * its answer and not by the steps before it.
   */
  task: (item: ExperimentItem, scored: Scored) => unknown;
  /** Ids of criteria; all of the account unless set. */
  criteria?: readonly number[];
  /** How often each item is answered; once unless set. */
  repetitions?: number;
  /** How many tasks run at a time; 4 unless set. */
  concurrency?: number;
}

export interface ExperimentAnswer {
  item: ExperimentItem;
  output: unknown;
  /** What the task threw. The experiment goes on. */
  error: unknown;
  traceId: string;
}

export interface Experiment {
  /** The run that scores the calls, in the background. */
  readonly runId: number;
  readonly answers: readonly ExperimentAnswer[];
  /** Waits for the scores. Without a baseline, the run of the same name before it. */
  gate(
    thresholds?: Omit<CiGateOptions, 'run' | 'dataset' | 'idempotencyKey' | 'client'>,
  ): Promise<CiGateResult>;
}

/** The parts of `tracewell()` that are needed. */
interface ExperimentHost {
  api: TracewellClient;
  span: (name: string, details: SpanDetails, fn: (span: ActiveSpan) => Promise<unknown>) => Promise<unknown>;
  with: <T>(scope: TraceScope, fn: () => T) => T;
  flush: (options: { timeoutMs: number }) => Promise<boolean>;
}

const CONCURRENCY = 4;
const FLUSH_MS = 30_000;
/** The most that a run scores. */
const MAX_CALLS = 500;
const ALL = 'experiment';
const ANSWERS = 'experiment_answer';
/** Names the item that a call answers, so that two experiments are compared item by item. */
const ITEM = 'experiment_item';

/** Rejects if the service does not answer, because there is no experiment without it. */
export async function runExperiment(
  host: ExperimentHost,
  name: string,
  { dataset, task, criteria, repetitions = 1, concurrency = CONCURRENCY }: ExperimentOptions,
): Promise<Experiment> {
  const items = typeof dataset === 'number' ? await datasetItems(host.api, dataset) : dataset;
  const key = crypto.randomUUID();
  let isMarked = false;
  const scored: Scored = (fn) => {
    isMarked = true;
    return host.with({ tags: { [ANSWERS]: key } }, fn);
  };

  const answerOf = async (item: ExperimentItem): Promise<ExperimentAnswer> => {
    const answer: ExperimentAnswer = { item, output: undefined, error: undefined, traceId: '' };
    const tags = { [ALL]: key, [ITEM]: await nameOf(item, dataset) };
    const work = host.with({ tags, sampled: true }, () =>
      host.span(name, { type: 'chain', input: item.inputText }, async (span) => {
        answer.traceId = span.traceId;
        answer.output = await task(item, scored);
        span.output(answer.output);
      }),
    );
    await work.catch((error: unknown) => {
      answer.error = error;
    });
    return answer;
  };

  const all = Array.from({ length: Math.max(1, repetitions) }, () => items).flat();
  const answers: ExperimentAnswer[] = [];
  const left = all.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of left) answers[at] = await answerOf(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  if (!(await host.flush({ timeoutMs: FLUSH_MS }))) {
    throw new Error('The calls of the experiment could not be sent.');
  }

  const body = {
    name,
    recentCount: MAX_CALLS,
    filter: { tags: { [isMarked ? ANSWERS : ALL]: key } },
    itemTag: ITEM,
    idempotencyKey: key,
    ...(criteria === undefined ? {} : { criterionIds: [...criteria] }),
  };
  const start = () => untraced(() => unwrap(host.api.POST('/v1/eval-runs', { body })));
  const { id: runId } = (await retrying(start)).summary;
  return {
    runId,
    answers,
    gate: (thresholds = {}) => ciGate({ ...thresholds, run: runId, client: host.api }),
  };
}

/** Items of a list have no id, so equal inputs are the same item. */
async function nameOf(
  { id, inputText }: ExperimentItem,
  dataset: ExperimentOptions['dataset'],
): Promise<string> {
  if (typeof dataset === 'number' && id !== undefined) return `${dataset}/${id}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inputText));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function datasetItems(api: TracewellClient, id: number): Promise<readonly ExperimentItem[]> {
  const params = { path: { id } };
  const { items, itemsTruncated } = await unwrap(api.GET('/v1/eval-datasets/{id}', { params }));
  if (itemsTruncated !== true) return items;
  const all: ExperimentItem[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { limit: 200, ...(cursor === '' ? {} : { cursor }) };
    const page: Schemas['EvalDatasetItems'] = await unwrap(
      api.GET('/v1/eval-datasets/{id}/items', { params: { ...params, query } }),
    );
    all.push(...page.items.map(asTexts));
    cursor = page.nextCursor;
  }
  return all;
}

/** As the dataset itself shows its items. */
const asTexts = ({ id, input, expectedOutput }: Schemas['EvalDatasetFullItem']): ExperimentItem => ({
  id,
  inputText: textOf(input),
  expectedOutput: expectedOutput === null ? null : textOf(expectedOutput),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
