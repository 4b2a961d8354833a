import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { REAL_TIME, type Schemas } from '@tracewell/sdk';
import { addFilterOptions, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { findDatasetId, noDataset } from '../datasets/find.ts';
import { readIdempotencyKey, readNumericId } from '../gate/options.ts';
import { readCount, readLimit, readSeconds, readText } from '../input/readers.ts';
import { awaitRun, startDatasetRun } from '../runs/await.ts';
import { runsTable, runView } from '../runs/views.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import type { AskService } from '../service/connect.ts';
import { wrongInput } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';
import { listText } from '../terminal/list-text.ts';
import { paint, print, wantsJson } from '../terminal/output.ts';
import { progressOn, SILENT } from '../terminal/progress.ts';

const NAME = 'Command line';

interface RunOptions extends FilterOptions {
  dataset?: string;
  recent?: number;
  name?: string;
  criterion?: string[];
  idempotencyKey?: string;
  wait: boolean;
  timeout: number;
}

export function addEval(program: Command): void {
  const evaluation = program.command('eval').description('Start evaluation runs, and show them');
  for (const add of [addRun, addList, addShow]) add(evaluation);
}

function addRun(evaluation: Command): void {
  const run = evaluation
    .command('run')
    .description('Score a dataset or recent calls, and wait for the result')
    .addOption(
      new Option('--dataset <dataset>', 'id or name: generate an output for each item, then score it')
        .argParser(readText)
        .conflicts(['recent', 'name']),
    )
    .option('--recent <n>', 'score the newest calls instead, 1 to 500; filters choose them', readCount)
    .option('--name <name>', `name of a run of recent calls (default: ${JSON.stringify(NAME)})`, readText)
    .option('--criterion <criterion>', 'id or name; may be repeated; otherwise all', collect)
    .option('--idempotency-key <key>', 'the same key within an hour starts no second run', readIdempotencyKey)
    .option('--no-wait', 'only start it')
    .option('--timeout <seconds>', 'how long to wait for the run', readSeconds, 1800);
  addServiceOptions(addFilterOptions(run)).action(
    withService(async (asking, options: RunOptions) => {
      const { ask, command } = asking;
      const { runId, deduplicated } = await start(ask, options);
      if (!options.wait) {
        print(
          command,
          { runId, deduplicated },
          () => `${paint('green', '✓')} ${startedText(runId, deduplicated)}`,
        );
        return;
      }
      await waitFor(asking, runId, deduplicated, options.timeout);
      await show(asking, runId);
    }),
  );
}

const collect = (text: string, before: string[] = []): string[] => [...before, readText(text)];

const startedText = (runId: number, deduplicated: boolean): string =>
  `Run ${runId} was started${deduplicated ? ' with this key before' : ''}.`;

async function start(
  ask: AskService,
  options: RunOptions,
): Promise<{ runId: number; deduplicated: boolean }> {
  const { dataset, recent, timeout } = options;
  const filter = callFilterOf(options);
  // With a key, a request that is sent twice starts one run.
  const idempotencyKey = options.idempotencyKey ?? randomUUID();
  if (dataset === undefined) {
    if (recent === undefined) {
      throw wrongInput('nothing_to_score', 'Say what to score: --dataset <dataset>, or --recent <n>.');
    }
    const body = {
      name: options.name ?? NAME,
      recentCount: recent,
      idempotencyKey,
      ...(await criteriaOf(ask, options)),
      ...(Object.keys(filter).length === 0 ? {} : { filter }),
    };
    const { summary, deduped } = await ask((client, signal) =>
      client.POST('/v1/eval-runs', { body, signal }),
    );
    return { runId: summary.id, deduplicated: deduped };
  }
  if (Object.keys(filter).length > 0) {
    throw wrongInput('filtered_dataset', 'A dataset is scored whole: filters are for --recent.');
  }
  const id = await findDatasetId(ask, dataset);
  if (id === null) throw noDataset(dataset);
  return await startDatasetRun(ask, id, {
    idempotencyKey,
    timeoutMs: timeout * 1000,
    ...(await criteriaOf(ask, options)),
  });
}

/** Criteria by id or name. */
async function criteriaOf(
  ask: AskService,
  { criterion: given = [] }: RunOptions,
): Promise<{ criterionIds?: number[] }> {
  if (given.length === 0) return {};
  const { criteria } = await ask((client, signal) => client.GET('/v1/eval-criteria', { signal }));
  const criterionIds = given.map((text) => {
    const found = criteria.find(({ id, name }) => String(id) === text || name === text);
    if (found !== undefined) return found.id;
    const names = criteria.map(({ name }) => name).join(', ');
    throw wrongInput('not_found', `There is no criterion ${JSON.stringify(text)}. There are: ${names}.`, 404);
  });
  return { criterionIds: [...new Set(criterionIds)] };
}

async function waitFor(
  { ask, command }: Asking,
  runId: number,
  deduplicated: boolean,
  timeout: number,
): Promise<void> {
  const progress = wantsJson(command) ? SILENT : progressOn(process.stderr);
  progress.say(startedText(runId, deduplicated));
  try {
    await awaitRun(ask, runId, {
      time: REAL_TIME,
      deadline: REAL_TIME.now() + timeout * 1000,
      timeoutMs: timeout * 1000,
      onProgress: (text) => progress.show(text),
      again: (id) => `tracewell eval show ${id}`,
    });
  } finally {
    progress.end();
  }
}

async function show({ ask, command }: Asking, id: number): Promise<void> {
  const found = await ask((client, signal) =>
    client.GET('/v1/eval-runs/{id}', { params: { path: { id } }, signal }),
  );
  print(command, found, () => runView(found.run));
}

function addList(evaluation: Command): void {
  const list = evaluation
    .command('list')
    .description('List runs, newest first')
    .option('--limit <n>', 'how many', readLimit, 20);
  addServiceOptions(list).action(
    withService(async ({ ask, command }, { limit }: { limit: number }) => {
      const { items, more } = await readPages<Schemas['EvalRun']>(limit, async (page) => {
        const { runs, nextCursor } = await ask((client, signal) =>
          client.GET('/v1/eval-runs', { params: { query: page }, signal }),
        );
        return { items: runs, nextCursor };
      });
      print(command, { runs: items, more }, () => listText('run', items, more, () => runsTable(items)));
    }),
  );
}

function addShow(evaluation: Command): void {
  const one = evaluation
    .command('show')
    .description('Show a run: its status, and the mean of each criterion')
    .argument('<run>', 'number of the run', readNumericId);
  addServiceOptions(one).action(withService((asking, id: number) => show(asking, id)));
}
