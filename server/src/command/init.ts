import { Option, type Command } from 'commander';
import { print } from '@tracewell/cli/terminal';
import { readConfig } from '#config';
import { PLAN_NAMES, type PlanName } from '#core/access/plans';
import { initAccount, listAccounts } from './account/accounts.ts';
import { accountTable, printMade } from './account/view.ts';
import { withServices } from './services.ts';

interface InitOptions {
  name: string;
  email?: string;
  plan: PlanName;
}

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Create the first account with an API key, and print the settings to paste')
    .option('--name <name>', 'name of the account', 'My team')
    .option('--email <email>', 'email of the owner, who sets a password through a link')
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(PLAN_NAMES).default('team'))
    .action(async ({ name, email, plan }: InitOptions, command: Command) => {
      const config = readConfig();
      await withServices(
        config,
        async (ctx) => {
          const made = await initAccount(ctx, { name, plan, email: email ?? null });
          if (made) return printMade(command, config, made);
          const accounts = await listAccounts(ctx);
          const value = { created: false, accounts, url: config.publicUrl };
          return print(command, value, () => existing(accounts));
        },
        { create: true },
      );
    });
}

function existing(accounts: Awaited<ReturnType<typeof listAccounts>>): string {
  const unclaimed = accounts.find((account) => account.users === 0);
  return [
    accounts.length === 1 ? 'There is an account already:' : `There are ${accounts.length} accounts already:`,
    '',
    accountTable(accounts),
    '',
    'Nothing was changed. `tracewell-server keys create` creates another key and prints the settings to paste.',
    ...(unclaimed
      ? [`\`tracewell-server account link ${unclaimed.id}\` prints a link to become its owner.`]
      : []),
  ].join('\n');
}
