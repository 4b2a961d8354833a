import type { Command } from 'commander';
import { byteSize, amountOf, importedTables, paint, print } from '@tracewell/cli/terminal';
import { readConfig } from '#config';
import type { DataImportReport } from '#archive';
import { runExport, runImport } from './data.ts';

const ACCOUNT = 'id or name of the account; optional when there is only one';

interface Chosen {
  account?: string;
  project?: string;
}

const targetOf = (place: string, { account, project }: Chosen) => ({
  place,
  account: account ?? null,
  project: project ?? null,
});

export function addExport(program: Command): void {
  program
    .command('export')
    .description(
      'Export calls, observations and scores as Parquet by day; run it again to continue or update',
    )
    .argument('<place>', 'a new folder or s3://bucket/folder, or one with an earlier export of the same data')
    .option('--account <account>', ACCOUNT)
    .option('--project <project>', 'one project, by name or id; otherwise the whole account')
    .option('--from <day>', 'first day in UTC, such as 2026-01-31; otherwise the oldest')
    .option('--to <day>', 'last day in UTC; otherwise today')
    .option('--content', 'with messages, arguments and results, if the account stores them')
    .action(
      async (
        place: string,
        { from, to, content = false, ...chosen }: Chosen & { from?: string; to?: string; content?: boolean },
        command: Command,
      ) => {
        const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        const made = await runExport(readConfig(), { ...targetOf(place, chosen), ...days, content });
        const { rows, window } = made;
        print(command, made, () =>
          [
            `${paint('green', '✓')} ${made.place}  ${paint('dim', `${window.from} to ${window.to}; ${byteSize(made.bytes)} in ${amountOf(made.files, 'files')}`)}`,
            `${amountOf(rows.calls, 'calls')}, ${amountOf(rows.observations, 'observations')}, ${amountOf(rows.scores, 'scores')}, ${content ? 'with' : 'without'} content.`,
            `Days written: ${made.written}; unchanged: ${made.kept}${made.removed > 0 ? `; removed: ${made.removed}` : ''}.`,
          ].join('\n'),
        );
      },
    );
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('Import an export; what is there already is not stored again')
    .argument('<place>', 'the folder or s3://bucket/folder that `tracewell-server export` wrote')
    .option('--account <account>', ACCOUNT)
    .option('--project <project>', 'put everything into this project, by name or id')
    .action(async (place: string, chosen: Chosen, command: Command) => {
      const made = await runImport(readConfig(), targetOf(place, chosen));
      print(command, made, () => importLines(made).join('\n'));
    });
}

function importLines({ place, from, content, tables }: DataImportReport): string[] {
  const lines = [
    `${paint('green', '✓')} ${place}  ${paint('dim', `exported from ${from}`)}`,
    ...importedTables(tables),
  ];
  if (content.exported && !content.stored)
    lines.push('The account does not store messages, so those of the export were left out.');
  return lines;
}
