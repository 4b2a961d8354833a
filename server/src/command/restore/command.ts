import type { Command } from 'commander';
import { paint, print, when } from '@tracewell/cli/terminal';
import { readConfig } from '#config';
import { restore } from './restore.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into an empty data directory')
    .argument('<backup>', 'the folder or s3://bucket/folder that `tracewell-server backup` wrote')
    .action(async (folder: string, _options: object, command: Command) => {
      const config = readConfig();
      const restored = await restore(config, folder);
      print(command, restored, () =>
        [
          `${paint('green', '✓')} ${restored.dataDir} was restored to its state at ${when(restored.createdAt)}.`,
          ...(restored.contains.masterKey || config.masterKey !== null
            ? []
            : [
                `The backup holds no master key. Put master.key into ${restored.dataDir}, or set TRACEWELL_MASTER_KEY, before you start the service.`,
              ]),
          '`tracewell-server doctor` checks it; `tracewell-server serve` starts the service.',
        ].join('\n'),
      );
    });
}
