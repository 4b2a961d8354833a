// The command line. Commands on local data use @tracewell/server/admin; only `gate` talks to a running
// service, over the interface.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { explain } from '@tracewell/server/admin';
import { addAccount } from './commands/account.ts';
import { addBackup } from './commands/backup.ts';
import { addDoctor } from './commands/doctor.ts';
import { addGate } from './commands/gate.ts';
import { addInit } from './commands/init.ts';
import { addKeys } from './commands/keys.ts';
import { addRestore } from './commands/restore.ts';
import { addServe } from './commands/serve.ts';
import { printFault, wantsJson } from './output.ts';

const FAILED = 1;
const USAGE = 2;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('tracewell')
  .description('Observability for AI agents: run and maintain the service.')
  .version(version)
  .option('--json', 'print one JSON document and nothing else')
  .option('--data-dir <folder>', 'folder of the embedded stores (TRACEWELL_DATA_DIR, else ./data)')
  .showHelpAfterError('(run with --help for usage)')
  .exitOverride()
  .hook('preAction', (_program, command) => {
    const { dataDir } = command.optsWithGlobals<{ dataDir?: string }>();
    if (dataDir !== undefined) process.env['TRACEWELL_DATA_DIR'] = dataDir;
  });

for (const add of [addServe, addInit, addAccount, addKeys, addBackup, addRestore, addDoctor, addGate])
  add(program);

/** Runs the command and sets the exit code. */
export async function run(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      printFault(explain(error) ?? { reason: 'internal_error', message }, wantsJson(program));
      process.exitCode = FAILED;
    }
  }
}
