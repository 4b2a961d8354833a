import type { Command } from 'commander';
import { readConfig, restore } from '@tracewell/server/admin';
import { paint, print, when } from '../output.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into an empty data directory')
    .argument('<backup>', 'the folder that `tracewell backup` wrote')
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
          '`tracewell doctor` checks it; `tracewell serve` starts the service.',
        ].join('\n'),
      );
    });
}
