import type { Command } from 'commander';
import { byteSize, paint, print } from '@tracewell/cli/terminal';
import { readConfig } from '#config';
import { backup } from './backup.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('Back up the embedded stores; the server may keep running')
    .argument(
      '<place>',
      'a new folder; in an existing folder, and in a bucket (s3://bucket/folder), a dated one is created',
    )
    .option('--with-master-key', 'include the master key: anyone who has the backup can then read it')
    .action(async (folder: string, { withMasterKey }: { withMasterKey?: boolean }, command: Command) => {
      const made = await backup(readConfig(), folder, { withMasterKey: withMasterKey ?? false });
      const parts = [
        ...(made.contains.metadata ? ['metadata'] : []),
        ...(made.contains.records ? ['records'] : []),
        ...(made.contains.masterKey ? ['master key'] : []),
      ];
      print(command, made, () =>
        [
          `${paint('green', '✓')} ${made.folder}  ${paint('dim', `${parts.join(', ')}; ${byteSize(made.bytes)} in ${made.files} files`)}`,
          made.contains.masterKey
            ? 'The backup contains the master key: protect it like the key.'
            : 'The backup does not contain the master key. Keep a copy of it elsewhere (master.key, or TRACEWELL_MASTER_KEY):\nwithout it, the encrypted data in this backup cannot be read. --with-master-key includes it.',
          ...missing(made.contains),
        ].join('\n'),
      );
    });
}

function missing({ metadata, records }: { metadata: boolean; records: boolean }): string[] {
  return [
    ...(metadata ? [] : ['The metadata is on PostgreSQL and not in the backup: use pg_dump there.']),
    ...(records
      ? []
      : ['The records are not in the backup: they are on a ClickHouse server, or there are none yet.']),
  ];
}
