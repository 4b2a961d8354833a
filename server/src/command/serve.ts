import type { Command } from 'commander';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the service in the foreground')
    .option('--port <port>', 'port to listen on (PORT, else 4318)')
    .option('--host <host>', 'address to listen on (HOST, else 127.0.0.1)')
    .action(async ({ port, host }: { port?: string; host?: string }) => {
      if (port !== undefined) process.env['PORT'] = port;
      if (host !== undefined) process.env['HOST'] = host;
      const { serve } = await import('#main');
      await serve();
    });
}
