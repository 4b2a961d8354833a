// The frame of every command that asks the service: options, connection, faults, exit codes.
import { Option, type Command } from 'commander';
import { REAL_TIME } from '@tracewell/sdk';
import { printFault, wantsJson } from '../terminal/output.ts';
import { addAddressOptions, CONNECTION, readServiceAddress, type AddressOptions } from './address.ts';
import { connect, type AskService } from './connect.ts';
import { asFault, EXIT, type Fault } from './fault.ts';

export interface Asking {
  ask: AskService;
  command: Command;
  address: URL;
}

interface AskingOptions extends AddressOptions {
  project?: string;
}

/** The options that every such command has. */
export function addServiceOptions(command: Command): Command {
  return addAddressOptions(command).addOption(
    new Option('--project <id>', 'only this project of the account').helpGroup(CONNECTION),
  );
}

/** Commander passes the arguments, the options and the command. */
type Action<A extends unknown[]> = (...given: [...A, Command]) => Promise<void>;

export function withService<A extends unknown[]>(
  work: (asking: Asking, ...given: A) => Promise<void>,
): Action<A> {
  return withFaults(async (command, ...given: A) => {
    const { project, ...options } = command.optsWithGlobals<AskingOptions>();
    const address = readServiceAddress(options, process.env);
    const ask = connect(address, { time: REAL_TIME, projectId: project });
    await work({ ask, command, address: address.url }, ...given);
  });
}

/** Every fault is one sentence on standard error, and an exit code. */
export function withFaults<A extends unknown[]>(
  work: (command: Command, ...given: A) => Promise<void>,
): Action<A> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    endQuietlyWithReader();
    try {
      await work(command, ...(all.slice(0, -1) as A));
    } catch (error) {
      const fault = asFault(error);
      printFault(fault, command);
      process.exitCode = exitCodeOf(fault);
    }
  };
}

/** What the service rejects is a failure. What is wrong before any answer is wrong usage. */
const exitCodeOf = ({ exit, status }: Fault): number => (exit === EXIT.input && status === null ? 2 : 1);

let isQuiet = false;

/** `tracewell calls | head` closes the pipe early. */
function endQuietlyWithReader(): void {
  if (isQuiet) return;
  isQuiet = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** One JSON value per line, for answers that are streams. */
export function printLine(command: Command, value: unknown, text: () => string): void {
  process.stdout.write(wantsJson(command) ? `${JSON.stringify(value)}\n` : `${text()}\n`);
}
