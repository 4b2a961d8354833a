import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { print } from '@tracewell/cli/terminal';
import { readConfig, type MetadataConfig } from '#config';
import { schemaOf } from '#metadata/open';

/** For a deployment that brings the stores up to date before its processes start, with TRACEWELL_AUTO_MIGRATE=false in those. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Bring the stores to the schema of this version, and end')
    .action(async (_options: object, command: Command) => {
      const before = await schemaBefore(readConfig().metadata);
      const { migrate } = await import('#main');
      const config = await migrate();
      const { applied } = await schemaOf(config.metadata);
      const value = { version: config.version, before, schema: applied };
      print(command, value, () =>
        before === applied
          ? `The stores have the schema of version ${config.version} already (${applied}).`
          : `The stores now have the schema of version ${config.version} (${applied}; before: ${before ?? 'none'}).`,
      );
    });
}

async function schemaBefore(config: MetadataConfig): Promise<string | null> {
  if (config.kind === 'sqlite' && !existsSync(config.path)) return null;
  return (await schemaOf(config)).applied;
}
