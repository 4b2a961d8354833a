import type { Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { findDatasetId, noDataset, readDatasets } from '../datasets/find.ts';
import { readItems } from '../datasets/items.ts';
import { linesOf, readLines } from '../datasets/jsonl.ts';
import { pushItems, type Pushed, type PushOptions } from '../datasets/push.ts';
import { readInput, writeOutput } from '../input/files.ts';
import { readCount, readLimit, readText } from '../input/readers.ts';
import { addServiceOptions, withService } from '../service/ask-command.ts';
import { wrongInput } from '../service/fault.ts';
import { countOf } from '../terminal/amounts.ts';
import { plain } from '../terminal/columns.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { listText } from '../terminal/list-text.ts';
import { paint, print, wantsJson, when } from '../terminal/output.ts';

type Summary = Schemas['EvalDatasetSummary'];

const COLUMNS: readonly TextColumn<Summary>[] = [
  { head: 'ID', of: ({ id }) => String(id), figure: true },
  { head: 'NAME', of: ({ name }) => name, cut: 1 },
  { head: 'ITEMS', of: ({ itemCount }) => String(itemCount), figure: true, drop: 1 },
  { head: 'FROZEN', of: ({ frozen }) => (frozen ? 'yes' : 'no'), drop: 3 },
  { head: 'CHANGED', of: ({ updatedAt }) => when(updatedAt), drop: 2 },
  { head: 'DESCRIPTION', of: ({ description }) => description, cut: 2, drop: 4 },
];

export function addDatasets(program: Command): void {
  const datasets = program.command('datasets').description('List, pull and push datasets of evaluations');
  for (const add of [addList, addPull, addPush]) add(datasets);
}

function addList(datasets: Command): void {
  const list = datasets
    .command('list', { isDefault: true })
    .description('List datasets, oldest first')
    .option('--limit <n>', 'how many', readLimit, 200);
  addServiceOptions(list).action(
    withService(async (asking, { limit }: { limit: number }) => {
      const { items, more } = await readDatasets(asking.ask, limit);
      print(asking.command, { datasets: items, more }, () =>
        listText('dataset', items, more, () => fittedTable(COLUMNS, items)),
      );
    }),
  );
}

function addPull(datasets: Command): void {
  const pull = datasets
    .command('pull')
    .description('Get the items of a dataset as JSON lines')
    .argument('<dataset>', 'id or name', readText)
    .option('--dataset-version <n>', 'the items as they were in this version', readCount)
    .option('-o, --output <file>', 'write them to a file', readText);
  addServiceOptions(pull).action(
    withService(async (asking, given: string, options: { output?: string; datasetVersion?: number }) => {
      const { ask, command } = asking;
      const { output, datasetVersion } = options;
      const id = await findDatasetId(ask, given);
      if (id === null) throw noDataset(given);
      const dataset = await ask((client, signal) =>
        client.GET('/v1/eval-datasets/{id}', { params: { path: { id }, query: { itemLimit: 0 } }, signal }),
      );
      const { version, items } = await readItems(ask, id, datasetVersion);
      if (output === undefined || output === '-') {
        const { itemsTruncated: _cut, ...facts } = dataset;
        const all = { ...facts, version, items };
        process.stdout.write(wantsJson(command) ? `${JSON.stringify(all, null, 2)}\n` : linesOf(items));
        return;
      }
      await writeOutput(output, linesOf(items));
      print(command, { file: output, id, version, items: items.length }, () =>
        done(`${countOf(items.length, 'item')} of ${plain(dataset.name)} written to ${output}.`),
      );
    }),
  );
}

function addPush(datasets: Command): void {
  const push = datasets
    .command('push')
    .description(
      'Add the items of a file of JSON lines to a dataset; create it if there is none of that name',
    )
    .argument(
      '<file>',
      'lines of {"inputText", "expectedOutput", "sourceCallId"}, or of {"input", "expectedOutput", "metadata", "split", "externalId", "sourceCallId"}; - is standard input',
      readText,
    )
    .requiredOption('--to <dataset>', 'id or name', readText)
    .option('--replace', 'replace all items instead')
    .option('--description <text>', 'description of a new dataset', readText);
  addServiceOptions(push).action(
    withService(async (asking, file: string, options: PushOptions) => {
      const items = readLines(await readInput(file), file);
      if (items.length === 0) throw wrongInput('invalid_file', `${file} has no items.`);
      const pushed = await pushItems(asking.ask, items, options);
      print(asking.command, pushed, () => pushedText(pushed));
      if (pushed.refused.length > 0) process.exitCode = 1;
    }),
  );
}

function pushedText({ dataset, created, added, changed, known, refused }: Pushed): string {
  const where = `${plain(dataset.name)} (id ${dataset.id})`;
  return [
    ...(added === 0
      ? []
      : [done(`${countOf(added, 'item')} stored in ${created ? 'the new dataset ' : ''}${where}.`)]),
    ...(changed === 0 ? [] : [done(`${countOf(changed, 'item')} changed in ${where}.`)]),
    ...(known === 0 ? [] : [`${countOf(known, 'item')} already in ${where}.`]),
    ...refused.map(({ index, message }) => `${paint('red', '✗')} Item ${index + 1}: ${plain(message)}`),
  ].join('\n');
}

const done = (text: string): string => `${paint('green', '✓')} ${text}`;
