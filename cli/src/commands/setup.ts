import { Argument, Option, type Command } from 'commander';
import {
  addAddressOptions,
  addressOf,
  readServiceAddress,
  readServiceUrl,
  type AddressOptions,
} from '../service/address.ts';
import { withFaults } from '../service/ask-command.ts';
import { wrongInput } from '../service/fault.ts';
import { SETUP_AGENTS, setupOf, type Agent, type AgentFile, type AgentSetup } from '../setup/agents.ts';
import { applySetup, commandLine, type Applied } from '../setup/apply.ts';
import { MCP_AGENTS, mcpSetupOf, type McpAgent } from '../setup/mcp.ts';
import { paint, print } from '../terminal/output.ts';

interface SetupOptions extends AddressOptions {
  write?: boolean;
  agent?: McpAgent;
  local?: boolean;
  keyVariable?: boolean;
}

const TARGETS = [...SETUP_AGENTS, 'cursor', 'mcp'] as const;
type Target = (typeof TARGETS)[number];

const NO_TELEMETRY =
  'Cursor has no setting that exports telemetry, so this gives Cursor access to Tracewell, and sends nothing of what Cursor does.';

export function addSetup(program: Command): void {
  const setup = program
    .command('setup')
    .description(
      'Print the settings with which a coding agent reports to the service or uses it over MCP, or write them',
    )
    .addArgument(
      new Argument('<agent>', 'the agent that reports; mcp for the MCP entry of --agent').choices(TARGETS),
    )
    .addOption(new Option('--agent <agent>', 'for mcp: whose entry').choices(MCP_AGENTS))
    .option('--local', 'for mcp and cursor: in the files of this folder, which a team can share')
    .option('--key-variable', 'for mcp and cursor: use the key in TRACEWELL_API_KEY instead of a sign-in')
    .option('--write', 'merge them into the files of the agent');
  addAddressOptions(setup).action(
    withFaults(async (command, target: Target, options: SetupOptions) => {
      const parts = partsOf(target, options);
      if (options.write !== true) {
        print(command, { agent: target, ...joined(parts) }, () => parts.map(linesToPaste).join('\n\n'));
        return;
      }
      const applied = parts.flatMap(({ setup: each }) => applySetup(each));
      const notes = parts.flatMap(({ setup: { notes } }) => notes);
      const files = applied.map(({ what, changed }) => ({ file: what, changed }));
      print(command, { agent: target, files }, () => writtenText(applied, notes));
    }),
  );
}

interface Part {
  /** Above its lines, if there are several. */
  title?: string;
  setup: AgentSetup;
}

function partsOf(target: Target, options: SetupOptions): Part[] {
  if (target !== 'mcp' && target !== 'cursor') {
    const { url, key } = readServiceAddress(options, process.env);
    return [{ setup: setupOf(target satisfies Agent, addressOf(url), key) }];
  }
  const { agent, local: isLocal = false, keyVariable: hasKey = false, write = false } = options;
  const wish = { url: addressOf(readServiceUrl(options, process.env)), isLocal, hasKey };
  if (target === 'cursor') {
    const setup = mcpSetupOf('cursor', wish);
    return [{ setup: { ...setup, notes: [NO_TELEMETRY, ...setup.notes] } }];
  }
  if (agent !== undefined) return [{ setup: mcpSetupOf(agent, wish) }];
  if (write) throw wrongInput('no_agent', `Name the agent with --agent: ${MCP_AGENTS.join(', ')}.`);
  return MCP_AGENTS.map((each) => ({ title: each, setup: mcpSetupOf(each, wish) }));
}

const joined = (parts: readonly Part[]) => ({
  files: parts.flatMap(({ setup: { files } }) => files),
  commands: parts.flatMap(({ setup: { commands = [] } }) => commands.map(commandLine)),
  notes: parts.flatMap(({ setup: { notes } }) => notes),
});

const displayPath = ({ base, path }: AgentFile): string => (base === 'here' ? path : `~/${path}`);

function linesToPaste({ title, setup: { files, commands = [], notes } }: Part): string {
  return [
    ...(title === undefined ? [] : [paint('bold', title)]),
    ...files.flatMap((file) => [paint('bold', displayPath(file)), file.content]),
    ...commands.map(commandLine),
    ...notes.map((note) => paint('dim', note)),
  ].join('\n');
}

const writtenText = (applied: readonly Applied[], notes: readonly string[]): string =>
  [
    ...applied.map(({ what, changed }) =>
      changed ? `${paint('green', '✓')} ${what} was written.` : `${what} has these settings already.`,
    ),
    ...notes.map((note) => paint('dim', note)),
  ].join('\n');
