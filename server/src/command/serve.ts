import type { Command } from 'commander';
import { setDemoFolder, setOptions } from '#config';
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
      setDemoFolder();
      return run(options, true);
    });
}

async function run({ port, host, open }: ServeOptions, sample: boolean): Promise<void> {
  setOptions({ PORT: port, HOST: host });
  const { serve } = await import('#main');
  await serve({ sample, ...(open && process.stdout.isTTY ? { onReady: openInBrowser } : {}) });
}
