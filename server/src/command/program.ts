// `tracewell-server`: the commands that need the stores, on the machine of the service.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { HELP, printFault } from '@tracewell/cli/terminal';
import { isInstalled, setOptions } from '#config';
import { once } from '#lib/later';
import { explain } from './explain.ts';
import { addAccount } from './account/command.ts';
import { addBackup } from './backup/command.ts';
import { addExport, addImport } from './data/command.ts';
import { addDoctor } from './doctor/command.ts';
import { addInit } from './init.ts';
import { addKeys } from './keys/command.ts';
import { addPrices } from './prices/command.ts';
import { addRestore } from './restore/command.ts';
import { addMigrate } from './migrate.ts';
import { addDemo, addServe } from './serve.ts';

const FAILED = 1;
const USAGE = 2;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command(isInstalled ? 'tracewell' : 'tracewell-server')
  .description('Run and maintain the Tracewell service on this machine, or ask a running one.')
  .version(version)
  .option('--json', 'print one JSON document and nothing else')
  .option(
    '--data-dir <folder>',
    `folder of the embedded stores (TRACEWELL_DATA_DIR, else ${isInstalled ? '~/.local/share/tracewell' : './data'})`,
  )
  .showHelpAfterError('(run with --help for usage)')
  .exitOverride()
  .configureHelp(HELP)
  .hook('preAction', (_program, command) => {
    const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>();
    setOptions({ TRACEWELL_DATA_DIR: dataDir });
  });

const ADD = [
  addServe,
  addDemo,
  addInit,
  addAccount,
  addKeys,
  addBackup,
  addRestore,
  addMigrate,
  addExport,
  addImport,
  addPrices,
  addDoctor,
];
for (const add of ADD) add(program);

/** Loading them takes 25 ms of CPU time, which a start of the service does not need. */
const addClient = once(async () => {
  const { addClientCommands } = await import('@tracewell/cli/commands');
  program.commandsGroup('Commands that ask a running service:');
  addClientCommands(program);
});
const STARTS: ReadonlySet<string | undefined> = new Set(['serve', 'demo']);

/** Runs the command and sets the exit code. */
export async function run(): Promise<void> {
  try {
    if (!STARTS.has(process.argv[2])) await addClient();
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      printFault(explain(error) ?? { reason: 'internal_error', message }, program);
      process.exitCode = FAILED;
    }
  }
}
