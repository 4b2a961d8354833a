import type { Command } from 'commander';
import { TracewellError } from '@tracewell/sdk';
import { serviceFault, toGateFault, wrongInput, type GateFault } from '../gate/fault.ts';
import { readServiceAddress } from '../gate/options.ts';
import { printFault } from '../terminal/output.ts';

interface McpOptions {
  url?: string;
  key?: string;
  project?: string;
}

const USAGE = `
A client of the Model Context Protocol starts this program and talks to it over standard input and output. The
tools are those that the scopes of the key allow. A service can also be reached directly, at <url>/mcp.`;

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('MCP server for coding agents, over stdio: traces, calls, costs, prompts, evaluations')
    .option('--url <url>', 'address of the service (TRACEWELL_URL)')
    .option('--key <key>', 'an API key; TRACEWELL_API_KEY is safer, because other users can see options')
    .option('--project <id>', 'answer for this project only (TRACEWELL_PROJECT_ID)')
    .addHelpText('after', USAGE)
    .action(runMcp);
}

async function runMcp(options: McpOptions, command: Command): Promise<void> {
  try {
    const { url, key } = readServiceAddress(options, process.env);
    const project = (options.project ?? process.env['TRACEWELL_PROJECT_ID'] ?? '').trim();
    // Loaded here, so that other commands do not wait for the library of the protocol.
    const { mcpOverStdio } = await import('../mcp/stdio.ts');
    await mcpOverStdio({
      url: url.origin + url.pathname,
      apiKey: key,
      projectId: project === '' ? null : project,
      version: command.parent?.version() ?? '',
    });
  } catch (error) {
    const fault = error instanceof TracewellError ? faultOf(error) : toGateFault(error);
    printFault(fault, command);
    process.exitCode = fault.exit;
  }
}

const faultOf = ({ status, reason, message }: TracewellError): GateFault =>
  status >= 400 && status < 500 ? wrongInput(reason, message, status) : serviceFault(reason, message, status);
