import type { Command } from 'commander';
import { dataFolder } from '#config';
import { openInBrowser } from '@tracewell/cli/terminal';

interface ServeOptions {
  port?: string;
  host?: string;
  open: boolean;
}

const PORT = ['--port <port>', 'port to listen on (PORT, else 4318)'] as const;
const HOST = ['--host <host>', 'address to listen on (HOST, else 127.0.0.1)'] as const;

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the service in the foreground')
    .option(...PORT)
    .option(...HOST)
    .option('--open', 'open the dashboard in the browser', false)
    .action((options: ServeOptions) => run(options, false));
}

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('Run the service with a week of sample data, in a data folder of its own')
    .option(...PORT)
    .option(...HOST)
    .option('--no-open', 'do not open the dashboard in the browser')
    .action((options: ServeOptions) => {
      // A user's own records must not be mixed with made-up ones.
      process.env['TRACEWELL_DATA_DIR'] ??= `${dataFolder(process.env)}-demo`;
      return run(options, true);
    });
}

async function run({ port, host, open }: ServeOptions, sample: boolean): Promise<void> {
  if (port !== undefined) process.env['PORT'] = port;
  if (host !== undefined) process.env['HOST'] = host;
  const { serve } = await import('#main');
  await serve({ sample, ...(open && process.stdout.isTTY ? { onReady: openInBrowser } : {}) });
}
