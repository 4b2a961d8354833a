import { renameSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { print, table as columns } from '@tracewell/cli/terminal';
import { type Config, readConfig } from '#config';
import { type CatalogTable, shippedTable } from '#otlp';
import { outboundOf } from '#services/notifications';
import { compareTables, mergedTable, operatorTable, PUBLIC_LISTS } from '#services/prices';

interface Options {
  genaiPrices: string;
  litellm: string;
  to?: string;
}

const GENAI = [
  '--genai-prices <source>',
  'file or address of the data of genai-prices',
  PUBLIC_LISTS.genaiPrices,
] as const;
const LITELLM = ['--litellm <source>', "file or address of LiteLLM's list", PUBLIC_LISTS.liteLlm] as const;
const SHOWN = 50;

export function addPrices(program: Command): void {
  const prices = program.command('prices').description('Renew the price table without a new release');
  prices
    .command('diff')
    .description('Show what the public lists would change in the price table in use')
    .option(...GENAI)
    .option(...LITELLM)
    .action(async (options: Options, command: Command) => {
      const config = readConfig();
      const { table } = await renewed(config, options);
      const inUse = await tableInUse(config);
      tell(command, inUse, table, 'Nothing was written.');
    });
  prices
    .command('update')
    .description('Write a new price table of the public lists; a running service reads it within a minute')
    .option(...GENAI)
    .option(...LITELLM)
    .option('--to <file>', 'where to write it; by default the file of TRACEWELL_PRICE_TABLE')
    .action(async (options: Options, command: Command) => {
      const config = readConfig();
      const file = options.to ?? config.priceTable;
      if (file === null || /^https?:/i.test(file))
        throw new Error('Set TRACEWELL_PRICE_TABLE to a file, or give one with --to.');
      const { table } = await renewed(config, options);
      const inUse = await tableInUse(config);
      // A reader never sees half a file.
      writeFileSync(`${file}.new`, `${JSON.stringify(table)}\n`);
      renameSync(`${file}.new`, file);
      tell(command, inUse, table, `Written to ${file}.`);
    });
}

const renewed = (config: Config, { genaiPrices, litellm: liteLlm }: Options) =>
  mergedTable({ genaiPrices, liteLlm }, outboundOf(config), Date.now());

/** The operator's, or that of the release if there is none yet. */
const tableInUse = async (config: Config): Promise<CatalogTable> =>
  (await operatorTable(config).catch(() => null)) ?? shippedTable();

function tell(command: Command, before: CatalogTable, after: CatalogTable, end: string): void {
  const changes = compareTables(before, after);
  print(command, { before: before.date, after: after.date, changes }, () =>
    [
      `${changes.length} models differ between the table of ${before.date} and that of ${after.date}.`,
      ...(changes.length > 0
        ? [
            columns(
              ['SELLER', 'MODEL', 'BEFORE', 'AFTER'],
              changes
                .slice(0, SHOWN)
                .map((change) => [change.seller, change.model, short(change.before), short(change.after)]),
            ),
          ]
        : []),
      ...(changes.length > SHOWN ? [`and ${changes.length - SHOWN} more; --json shows all.`] : []),
      end,
    ].join('\n'),
  );
}

const short = (prices: string | null): string =>
  prices === null ? '-' : prices.length > 60 ? `${prices.slice(0, 59)}…` : prices;
