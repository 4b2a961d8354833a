import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Argument, type Command } from 'commander';
import { cannotRead, cannotWrite } from '../input/files.ts';
import { addAddressOptions, addressOf, readServiceAddress, type AddressOptions } from '../service/address.ts';
import { withFaults } from '../service/ask-command.ts';
import { SETUP_AGENTS, setupOf, type Agent, type AgentFile, type AgentSetup } from '../setup/agents.ts';
import { merged } from '../setup/merge.ts';
import { paint, print } from '../terminal/output.ts';

interface SetupOptions extends AddressOptions {
  write?: boolean;
}

export function addSetup(program: Command): void {
  const setup = program
    .command('setup')
    .description('Print the settings with which a coding agent reports to the service, or write them')
    .addArgument(new Argument('<agent>', 'the agent').choices(SETUP_AGENTS))
    .option('--write', 'merge them into the files of the agent');
  addAddressOptions(setup).action(
    withFaults(async (command, agent: Agent, options: SetupOptions) => {
      const { url, key } = readServiceAddress(options, process.env);
      const settings = setupOf(agent, addressOf(url), key);
      if (options.write !== true) {
        print(command, { agent, ...settings }, () => linesToPaste(settings));
        return;
      }
      // All are merged before the first is written, so that a refusal changes nothing.
      const planned = settings.files.map(plan);
      for (const { file, text, isChanged } of planned) if (isChanged) put(file, text);
      const files = planned.map(({ file, isChanged }) => ({ file, changed: isChanged }));
      print(command, { agent, files }, () => writtenText(files, settings.notes));
    }),
  );
}

function linesToPaste({ files, notes }: AgentSetup): string {
  return [
    ...files.flatMap(({ path: name, content }) => [paint('bold', `~/${name}`), content]),
    ...notes.map((note) => paint('dim', note)),
  ].join('\n');
}

const writtenText = (
  files: readonly { file: string; changed: boolean }[],
  notes: readonly string[],
): string =>
  [
    ...files.map(({ file, changed }) =>
      changed ? `${paint('green', '✓')} ${file} was written.` : `${file} has these settings already.`,
    ),
    ...notes.map((note) => paint('dim', note)),
  ].join('\n');

function plan(wanted: AgentFile): { file: string; text: string; isChanged: boolean } {
  const file = path.join(homedir(), wanted.path);
  const before = readIfThere(file);
  const text = merged(wanted, before);
  return { file, text, isChanged: text !== before };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw cannotRead(file, error);
  }
}

/** The settings have a key in them, so only their owner may read them. */
function put(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
