// A comparison of the program's own tasks: each answers the items of a dataset, the answers are uploaded as an
// experiment, and the service scores and ranks them item by item.
import { unwrap, type TracewellClient } from '../client.ts';
import type { Schemas } from '../operations.ts';
import { retrying } from '../retry.ts';
import { untraced } from './context.ts';
import { datasetItems, type ExperimentItem } from './experiment.ts';
import type { ActiveSpan, SpanDetails } from './spans.ts';

export interface ComparisonOptions {
  /** The id of a dataset. */
  dataset: number;
  /** What is compared, by name; the first is the baseline unless another one is named. */
  variants: Readonly<Record<string, (item: ExperimentItem) => unknown>>;
  baseline?: string;
  /** Ids of criteria that score each answer. */
  criteria?: readonly number[];
  /** How often each item is answered; once unless set. */
  repetitions?: number;
  /** How many tasks run at a time; 4 unless set. */
  concurrency?: number;
}

export interface TaskComparison {
  readonly experimentId: string;
  /**
   * Waits for the scores. `winner` is the number of the variant that is proven to beat the baseline; if it is null,
   * `verdict` says whether the others are no better (`no_difference`) or the data cannot tell (`inconclusive`).
   */
  leaderboard(options?: { timeoutMs?: number }): Promise<Schemas['ExperimentLeaderboard']>;
}

/** The parts of `tracewell()` that are needed. */
interface ComparisonHost {
  api: TracewellClient;
  span: (name: string, details: SpanDetails, fn: (span: ActiveSpan) => Promise<unknown>) => Promise<unknown>;
}

type Uploaded = Schemas['UploadedResult'];

const CONCURRENCY = 4;
const AT_ONCE = 100;
const LOOK_MS = 500;
const PATIENCE_MS = 600_000;
const MAX_ERROR = 2_000;

export async function runComparison(
  host: ComparisonHost,
  name: string,
  {
    dataset,
    variants,
    baseline,
    criteria = [],
    repetitions = 1,
    concurrency = CONCURRENCY,
  }: ComparisonOptions,
): Promise<TaskComparison> {
  const names = Object.keys(variants);
  const items = await datasetItems(host.api, dataset);
  const ask = <T>(work: () => Promise<T>): Promise<T> => retrying(() => untraced(work));
  // Not repeated: two drafts would be made.
  const { id } = await untraced(() =>
    unwrap(
      host.api.POST('/v1/experiments', {
        body: {
          name,
          datasetId: dataset,
          variants: names.map((each) => ({ name: each, kind: 'code' as const })),
          baseline: baseline === undefined ? 0 : names.indexOf(baseline),
          repetitions,
          criterionIds: [...criteria],
        },
      }),
    ),
  );
  const params = { path: { id } };
  const waiting: Uploaded[] = [];
  const upload = async (results: Uploaded[]): Promise<void> => {
    // An answer that is there stays, so a repeated upload changes nothing.
    await ask(() => unwrap(host.api.POST('/v1/experiments/{id}/results', { params, body: { results } })));
  };
  const cells = Array.from({ length: repetitions }, (_, repetition) =>
    items.flatMap((item) => names.map((each, variant) => ({ item, each, variant, repetition }))),
  )
    .flat()
    .values();
  const worker = async (): Promise<void> => {
    for (const { item, each, variant, repetition } of cells) {
      const task = variants[each];
      if (!task || item.id === undefined) continue;
      const said = await answerOf(host, `${name}: ${each}`, item, task);
      waiting.push({ itemId: item.id, variant, repetition, ...said });
      if (waiting.length >= AT_ONCE) await upload(waiting.splice(0, AT_ONCE));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  while (waiting.length > 0) await upload(waiting.splice(0, AT_ONCE));
  await untraced(() => unwrap(host.api.POST('/v1/experiments/{id}/start', { params })));

  return {
    experimentId: id,
    leaderboard: async ({ timeoutMs = PATIENCE_MS } = {}) => {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const { status, message } = await ask(() => unwrap(host.api.GET('/v1/experiments/{id}', { params })));
        if (status === 'done' || status === 'failed') break;
        if (status === 'paused' || status === 'cancelled')
          throw new Error(`The experiment is ${status}. ${message ?? ''}`.trimEnd());
        if (Date.now() > until) throw new Error(`The experiment was not scored within ${timeoutMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      return ask(() => unwrap(host.api.GET('/v1/experiments/{id}/leaderboard', { params })));
    },
  };
}

async function answerOf(
  host: ComparisonHost,
  name: string,
  item: ExperimentItem,
  task: (item: ExperimentItem) => unknown,
): Promise<Pick<Uploaded, 'output' | 'error' | 'latencyMs'>> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  let output: unknown;
  try {
    await host.span(name, { type: 'chain', input: item.inputText }, async (span) => {
      output = await task(item);
      span.output(output);
    });
    return { output: textOf(output), latencyMs: elapsed() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { error: text.slice(0, MAX_ERROR) || 'The task failed.', latencyMs: elapsed() };
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
