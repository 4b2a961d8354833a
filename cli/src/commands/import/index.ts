// `tracewell import`: history from files and from other back ends.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { readText } from '../../input/readers.ts';
import { withService } from '../../service/ask-command.ts';
import { wrongInput } from '../../service/fault.ts';
import { importEverything } from '../data.ts';
import { readMap, readSet, Mapping } from './files/mapping.ts';
import { otlpFiles } from './files/otlp.ts';
import { recordFiles } from './files/records.ts';
import type { RowFormat } from './files/rows.ts';
import { addImportOptions, identityOfFiles, importingOf, type ImportOptions } from './options.ts';
import { addHelicone, addLangfuse, addLangsmith, addOpik, addPhoenix } from './peers/commands.ts';
import { carryOutImport } from './run-import.ts';

/**
 * The server has a command `import` for its own exports. Where both are in one program, it has these below
 * it.
 */
export function addImporters(program: Command): void {
  const known = program.commands.find((command) => command.name() === 'import');
  const parent =
    known ??
    program
      .command('import')
      .argument('[source]')
      .description('Import history from files and from other back ends')
      .action(
        withService((asking, source: string | undefined) => {
          if (source !== undefined && existsSync(path.join(source, 'manifest.json')))
            return importEverything(asking, source);
          const named =
            source === undefined ? 'Say what to import from' : `${source} is no source of an import`;
          throw wrongInput(
            'unknown_source',
            `${named}: langfuse, langsmith, helicone, phoenix, opik, otlp-file, jsonl, csv or parquet, or the folder of an export.`,
          );
        }),
      );
  addOtlpFile(parent);
  addRecords(parent, 'jsonl', 'JSON lines: an export of this service, or any lines with --map');
  addRecords(parent, 'csv', 'CSV with a header line, with --map for names that are not known');
  addRecords(parent, 'parquet', 'Parquet, with --map for names that are not known');
  for (const add of [addLangfuse, addHelicone, addLangsmith, addPhoenix, addOpik]) add(parent);
}

function addOtlpFile(parent: Command): void {
  const command = parent
    .command('otlp-file')
    .description(
      'OTLP as JSON lines or protobuf: files of a collector, of Phoenix, of OpenTelemetry programs',
    )
    .argument('<files...>', 'files; those that end in .gz are decompressed');
  addImportOptions(command).action(
    withService(async (asking, files: string[], options: ImportOptions) => {
      await carryOutImport(
        importingOf(asking, options),
        otlpFiles(identityOfFiles('otlp-file', files), files),
      );
    }),
  );
}

interface RecordOptions extends ImportOptions {
  map?: Record<string, string>;
  set?: Record<string, string>;
}

function addRecords(parent: Command, format: RowFormat, description: string): void {
  const command = parent
    .command(format)
    .description(description)
    .argument(
      '<files...>',
      'files; those that end in .gz are decompressed',
      (text, before: string[] | undefined) => [...(before ?? []), readText(text)],
    )
    .option('--map <field=name>', 'a field of the record and its name in the file; may be repeated', readMap)
    .option('--set <field=value>', 'the same value for every record; may be repeated', readSet);
  addImportOptions(command).action(
    withService(async (asking, files: string[], options: RecordOptions) => {
      const { map = {}, set = {} } = options;
      const identity = identityOfFiles(format, files, { map, set });
      const source = recordFiles(format, identity, { files, format, mapping: new Mapping(map, set) });
      await carryOutImport(importingOf(asking, options), source);
    }),
  );
}
