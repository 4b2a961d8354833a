import type { Command } from 'commander';
import { readConfig, restore } from '@tracewell/server/admin';
import { paint, print, when } from '../output.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Fill an empty data directory from a backup')
    .argument('<backup>', 'the folder that `backup` wrote')
    .action(async (folder: string, _options: object, command: Command) => {
      const config = readConfig();
      const restored = await restore(config, folder);
      print(command, restored, () =>
        [
          `${paint('green', '✓')} ${restored.dataDir} is as it was at ${when(restored.createdAt)}.`,
          ...(restored.contains.masterKey || config.masterKey !== null
            ? []
            : [
                `The backup holds no master key. Put master.key into ${restored.dataDir}, or set TRACEWELL_MASTER_KEY, before the start.`,
              ]),
          '`tracewell serve` starts it; `tracewell doctor` looks it over.',
        ].join('\n'),
      );
    });
}
