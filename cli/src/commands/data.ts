// All data of an account as Parquet by day, down to a folder and back into an account. The server has the
// same commands for the machine of the service.
import { InvalidArgumentError, type Command } from 'commander';
import type { DataExported } from '../data/export-data.ts';
import type { DataImported } from '../data/import-data.ts';
import { DataFolder } from '../data/manifest.ts';
import { readText } from '../input/readers.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import { amountOf, importedTables } from '../terminal/imported-tables.ts';
import { byteSize, paint, print } from '../terminal/output.ts';
import { checkpointPath } from './import/checkpoint.ts';
import { progressFor } from './import/run-import.ts';

interface DataExportOptions {
  from?: string;
  to?: string;
  content?: boolean;
}

function readDay(text: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Give a day such as 2026-01-31.');
}

export function addDataCommands(program: Command): void {
  const exporting = program
    .command('export-data')
    .description(
      'Export calls, observations and scores as Parquet by day; run it again to continue or update',
    )
    .argument('<folder>', 'a new folder, or one with an earlier export of the same data', readText)
    .option('--from <day>', 'first day in UTC, such as 2026-01-31; otherwise the oldest', readDay)
    .option('--to <day>', 'last day in UTC; otherwise today', readDay)
    .option('--content', 'with messages, arguments and results, if the account stores them');
  addServiceOptions(exporting).action(
    withService((asking, folder: string, options: DataExportOptions) =>
      exportEverything(asking, folder, options),
    ),
  );
  const importing = program
    .command('import-data')
    .description('Import an export; what is there already is not stored again')
    .argument('<folder>', 'the folder of an export', readText);
  addServiceOptions(importing).action(
    withService((asking, folder: string) => importEverything(asking, folder)),
  );
}

export async function exportEverything(
  { ask, command }: Asking,
  folder: string,
  { from, to, content = false }: DataExportOptions,
): Promise<void> {
  const wish = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), content };
  // Loaded here, because other commands do not need the reader of Parquet.
  const { exportToFolder } = await import('../data/export-data.ts');
  const made = await exportToFolder(ask, new DataFolder(folder), wish, progressFor(command));
  print(command, made, () => exportLines(made).join('\n'));
}

export async function importEverything({ ask, command, address }: Asking, folder: string): Promise<void> {
  const { project = '' } = command.optsWithGlobals<{ project?: string }>();
  const source = new DataFolder(folder);
  const note = checkpointPath(['data', source.root, address.href, project].join(' '), process.env);
  const { importFromFolder } = await import('../data/import-data.ts');
  const made = await importFromFolder(ask, source, note, progressFor(command));
  print(command, made, () => importLines(made).join('\n'));
}

function exportLines({ folder, window, bytes, files, rows, content, ...days }: DataExported): string[] {
  const { written, kept, removed } = days;
  return [
    `${paint('green', '✓')} ${folder}  ${paint('dim', `${window.from} to ${window.to}; ${byteSize(bytes)} in ${amountOf(files, 'files')}`)}`,
    `${amountOf(rows.calls, 'calls')}, ${amountOf(rows.observations, 'observations')}, ${amountOf(rows.scores, 'scores')}, ${content ? 'with' : 'without'} content.`,
    `Days written: ${written}; unchanged: ${kept}${removed > 0 ? `; removed: ${removed}` : ''}.`,
  ];
}

function importLines({ folder, from, skipped, tables }: DataImported): string[] {
  const lines = [
    `${paint('green', '✓')} ${folder}  ${paint('dim', `exported from ${from}`)}`,
    ...importedTables(tables),
  ];
  if (skipped > 0) lines.push(`${amountOf(skipped, 'files')} were stored by an earlier run.`);
  return lines;
}
