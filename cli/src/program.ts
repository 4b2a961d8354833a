// The command line: it asks a running service, through the sdk.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addClientCommands } from './commands/index.ts';
import { HELP } from './terminal/help.ts';
import { printFault } from './terminal/output.ts';

const FAILED = 1;
const USAGE = 2;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('tracewell')
  .description('Ask a running Tracewell service.')
  .version(version)
  .option('--json', 'print one JSON document and nothing else')
  .showHelpAfterError('(run with --help for usage)')
  .exitOverride()
  .configureHelp(HELP)
  .addHelpText(
    'after',
    '\nThe commands of the service itself (serve, init, account, keys, backup, …) are in `tracewell-server`.',
  );

addClientCommands(program);

/** They moved to the server, and people may still type them here. */
for (const name of ['serve', 'init', 'account', 'keys', 'backup', 'restore', 'migrate', 'demo', 'doctor']) {
  program
    .command(name, { hidden: true })
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action((_options: object, command: Command) => {
      const message = `\`${name}\` is a command of the server. Run \`tracewell-server ${name}\` on the machine of the service.`;
      printFault({ reason: 'server_command', message }, command);
      process.exitCode = USAGE;
    });
}

/** Runs the command and sets the exit code. */
export async function runClient(): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      printFault({ reason: 'internal_error', message }, program);
      process.exitCode = FAILED;
    }
  }
}
