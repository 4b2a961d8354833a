import { Option, type Command } from 'commander';
import { TracewellError } from '@tracewell/sdk';
import { addAddressOptions, addressOf, CONNECTION, readServiceAddress } from '../service/address.ts';
import { withFaults } from '../service/ask-command.ts';
import { serviceFault, wrongInput, type Fault } from '../service/fault.ts';

interface McpOptions {
  url?: string;
  key?: string;
  project?: string;
}

const USAGE = `
A client of the Model Context Protocol starts this program and talks to it over standard input and output. The
tools are those that the scopes of the key allow. A service can also be reached directly, at <url>/mcp.`;

export function addMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('MCP server for coding agents, over stdio: traces, calls, costs, prompts, evaluations')
    .addHelpText('after', USAGE);
  addAddressOptions(mcp)
    .addOption(
      new Option('--project <id>', 'answer for this project only (TRACEWELL_PROJECT_ID)').helpGroup(
        CONNECTION,
      ),
    )
    .action(withFaults(serveMcp));
}

async function serveMcp(command: Command, { project, ...options }: McpOptions): Promise<void> {
  const { url, key } = readServiceAddress(options, process.env);
  const projectId = (project ?? process.env['TRACEWELL_PROJECT_ID'] ?? '').trim();
  // Loaded here, so that other commands do not wait for the library of the protocol.
  const { mcpOverStdio } = await import('../mcp/stdio.ts');
  try {
    await mcpOverStdio({
      url: addressOf(url),
      apiKey: key,
      projectId: projectId === '' ? null : projectId,
      version: command.parent?.version() ?? '',
    });
  } catch (error) {
    throw error instanceof TracewellError ? faultOf(error) : error;
  }
}

const faultOf = ({ status, reason, message }: TracewellError): Fault =>
  status >= 400 && status < 500 ? wrongInput(reason, message, status) : serviceFault(reason, message, status);
