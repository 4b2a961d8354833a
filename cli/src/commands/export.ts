import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Option, type Command } from 'commander';
import { addFilterOptions, addSearchOption, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { RecordsAsLines } from '../export/records-as-lines.ts';
import { cannotWrite } from '../input/files.ts';
import { readText } from '../input/readers.ts';
import { addServiceOptions, withService } from '../service/ask-command.ts';
import { serviceFault, wrongInput } from '../service/fault.ts';
import { byteSize, paint, print } from '../terminal/output.ts';
import { exportEverything } from './data.ts';

const FORMATS = ['jsonl', 'csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

const CALLS_FILE = 'the file, or - for standard output';

/** An account has one export at a time; another one may be running. */
const BUSY_MS = 60_000;

interface ExportOptions extends FilterOptions {
  format?: Format;
  search?: string;
  scores?: boolean;
  content?: boolean;
}

/** The server has a command `export` too. Where both are in one program, this one has its longer name. */
export function addExportCalls(program: Command): void {
  const taken = program.commands.some((command) => command.name() === 'export');
  const add = program
    .command(taken ? 'export-calls' : 'export')
    .description(
      taken
        ? 'Write calls to a file as JSON lines, CSV or Parquet'
        : 'Write calls to a file as JSON lines, CSV or Parquet, or everything to a folder (see export-data)',
    )
    .argument('<file>', taken ? CALLS_FILE : `${CALLS_FILE}; a name without an ending is a folder`, readText);
  if (!taken) add.alias('export-calls');
  addServiceOptions(
    addSearchOption(
      addFilterOptions(add),
      'a part of an id, model, error, user or tag, or words of stored messages',
    ),
  )
    .addOption(new Option('--format <format>', 'otherwise by the end of the name').choices(FORMATS))
    .option('--scores', 'with the scores of each call')
    .option('--content', 'with stored messages')
    .action(
      withService(async (asking, file: string, options: ExportOptions) => {
        if (!taken && isFolder(file, options)) return exportEverything(asking, file, options);
        const { ask, command } = asking;
        const format = options.format ?? formatOf(file);
        const { search, scores = false, content = false } = options;
        // An export ignores the limit, but the type has it.
        const body = { ...callFilterOf(options), ...(search === undefined ? {} : { search }), limit: 1 };
        const query = { format: format === 'jsonl' ? ('json' as const) : format, scores, content };
        const data = await ask(
          (client, signal) =>
            client.POST('/v1/query/export', { params: { query }, body, parseAs: 'stream', signal }),
          { attemptMs: null, busyPatienceMs: BUSY_MS },
        );
        const source = Readable.fromWeb(data as unknown as ReadableStream);
        const lines = format === 'jsonl' ? new RecordsAsLines() : null;
        if (file === '-') {
          await transferred(pipeline(source, lines ?? new PassThrough(), process.stdout, { end: false }));
          return;
        }
        const bytes = await writeFile(file, source, lines ?? new PassThrough());
        const calls = lines?.records ?? null;
        print(command, { file, format, bytes, calls }, () => {
          const what =
            calls === null
              ? byteSize(bytes)
              : `${calls} ${calls === 1 ? 'call' : 'calls'}, ${byteSize(bytes)}`;
          return `${paint('green', '✓')} ${file} was written (${what}).`;
        });
      }),
    );
}

/** Without a format and a filter, a name without an ending is the folder of an export of everything. */
function isFolder(
  file: string,
  { format, scores, search, content: _content, ...filter }: ExportOptions,
): boolean {
  const isPlain = format === undefined && scores === undefined && search === undefined;
  return (
    isPlain && file !== '-' && path.extname(file) === '' && Object.keys(callFilterOf(filter)).length === 0
  );
}

function formatOf(file: string): Format {
  const end = path.extname(file).toLowerCase();
  if (end === '.jsonl' || end === '.ndjson' || file === '-') return 'jsonl';
  if (end === '.csv') return 'csv';
  if (end === '.parquet') return 'parquet';
  throw wrongInput('no_format', 'Use a name that ends in .jsonl, .csv or .parquet, or use --format.');
}

/** The file gets its name when it is complete. */
async function writeFile(file: string, source: Readable, form: Transform): Promise<number> {
  const draft = `${file}.part`;
  try {
    await mkdir(path.dirname(file), { recursive: true }).catch((error: unknown) => {
      source.destroy();
      throw cannotWrite(file, error);
    });
    // Opened first, so that its own errors are not taken for a broken transfer.
    const target = createWriteStream(draft, { mode: 0o600 });
    await new Promise((resolve, reject) => {
      target.once('open', resolve).once('error', reject);
    }).catch((error: unknown) => {
      source.destroy();
      throw cannotWrite(file, error);
    });
    await transferred(pipeline(source, form, target));
    await rename(draft, file).catch((error: unknown) => {
      throw cannotWrite(file, error);
    });
    return target.bytesWritten;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function transferred(transfer: Promise<void>): Promise<void> {
  try {
    await transfer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw cannotWrite('The file', error);
    throw serviceFault(
      'transfer_broken',
      'The transfer broke off before its end. Nothing was kept; run it again.',
    );
  }
}
