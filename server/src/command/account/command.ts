import { Argument, Option, type Command } from 'commander';
import { facts, paint, print, table } from '@tracewell/cli/terminal';
import { readConfig } from '#config';
import { PLAN_NAMES, type PlanName } from '#core/access/plans';
import { confirmed } from '../confirm.ts';
import { withServices } from '../services.ts';
import {
  runCreateAccount,
  runDeleteAccount,
  keepAccount,
  listAccounts,
  makePasswordLink,
  makeSignInLink,
  setPlan,
  showAccount,
} from './accounts.ts';
import { accountTable, printMade } from './view.ts';

const WHICH = 'id or name; optional when there is only one account';

export function addAccount(program: Command): void {
  const account = program.command('account').description('Manage accounts');
  addList(account);
  addCreate(account);
  addShow(account);
  addPlan(account);
  addLinks(account);
  addDelete(account);
}

function addList(account: Command): void {
  account
    .command('list')
    .description('List all accounts, with the records stored this month')
    .action(async (_options: object, command: Command) => {
      const accounts = await withServices(readConfig(), listAccounts);
      print(command, { accounts }, () =>
        accounts.length === 0
          ? 'There is no account yet. `tracewell-server init` creates the first one.'
          : accountTable(accounts),
      );
    });
}

function addCreate(account: Command): void {
  account
    .command('create')
    .description('Create an account with a first API key')
    .requiredOption('--name <name>', 'name of the account')
    .option('--email <email>', 'email of the owner, who sets a password through a link')
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(PLAN_NAMES).default('free'))
    .action(async (options: { name: string; email?: string; plan: PlanName }, command: Command) => {
      const config = readConfig();
      const wish = { ...options, email: options.email ?? null };
      printMade(command, config, await withServices(config, (ctx) => runCreateAccount(ctx, wish)));
    });
}

function addShow(account: Command): void {
  account
    .command('show')
    .description('Show an account with its members, limits and consents')
    .argument('[account]', WHICH)
    .action(async (wanted: string | undefined, _options: object, command: Command) => {
      const shown = await withServices(readConfig(), (ctx) => showAccount(ctx, wanted ?? null));
      print(command, shown, () => described(shown));
    });
}

function described(shown: Awaited<ReturnType<typeof showAccount>>): string {
  const granted = Object.entries(shown.consents).flatMap(([kind, yes]) => (yes ? [kind] : []));
  return [
    facts([
      ['Account', `${paint('bold', shown.name)}  ${shown.id}`],
      ['Plan', `${shown.plan}, subscription ${shown.subscriptionStatus}`],
      ['Records', `${shown.usage.records ?? 'unknown'} of ${shown.usage.quota} in ${shown.usage.month}`],
      ['Retention', `${shown.retentionDays} days`],
      ['Consents', granted.join(', ') || 'none'],
      ['Projects', shown.projects.join(', ')],
      ['Keys', String(shown.keys)],
      ...(shown.deletesAt === null ? [] : [['Deleted on', shown.deletesAt] as [string, string]]),
    ]),
    '',
    shown.members.length === 0
      ? `It has no owner yet. \`tracewell-server account link ${shown.id}\` prints a link to become its owner.`
      : table(
          ['MEMBER', 'NAME', 'ROLE', 'ID'],
          shown.members.map(({ email, name, role, id }) => [email, name, role, id]),
        ),
  ].join('\n');
}

function addPlan(account: Command): void {
  account
    .command('plan')
    .description('Change the plan of an account')
    .addArgument(new Argument('<plan>').choices(PLAN_NAMES))
    .argument('[account]', WHICH)
    .action(async (plan: PlanName, wanted: string | undefined, _options: object, command: Command) => {
      const changed = await withServices(readConfig(), (ctx) => setPlan(ctx, wanted ?? null, plan));
      print(command, changed, () => {
        const { name, recordQuota, retentionDays } = changed;
        return `${paint('green', '✓')} ${name} is on the ${plan} plan: ${recordQuota} records a month, kept for ${retentionDays} days.`;
      });
    });
}

function addLinks(account: Command): void {
  account
    .command('link')
    .description('Print a link to become the owner of an account that has no user yet')
    .argument('[account]', WHICH)
    .action(async (wanted: string | undefined, _options: object, command: Command) => {
      const made = await withServices(readConfig(), (ctx) => makeSignInLink(ctx, wanted ?? null));
      print(
        command,
        made,
        () => `${made.link}\n${paint('dim', 'It works once, for a week. Earlier links no longer work.')}`,
      );
    });
  account
    .command('reset-link')
    .description('Print a password reset link, for a service that cannot send email')
    .argument('<email>', 'email of the user')
    .action(async (email: string, _options: object, command: Command) => {
      const made = await withServices(readConfig(), (ctx) => makePasswordLink(ctx, email));
      print(command, made, () => `${made.link}\n${paint('dim', 'It works once, for an hour.')}`);
    });
}

function addDelete(account: Command): void {
  account
    .command('delete')
    .description('Delete an account and everything in it, after seven days')
    .argument('<account>', 'id or name')
    .option('--now', 'delete at once, without the seven days in which it can be restored')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(async (wanted: string, options: { now?: boolean; yes?: boolean }, command: Command) => {
      const question = `Delete the account ${wanted} with its records, settings and people${options.now ? ', now' : ''}?`;
      if (!(await confirmed(question, options.yes === true))) return;
      const closed = await withServices(readConfig(), (ctx) =>
        runDeleteAccount(ctx, wanted, options.now === true),
      );
      print(command, closed, () =>
        [
          `${paint('green', '✓')} ${closed.name} is marked for deletion. The running service deletes it at ${closed.deletesAt}.`,
          ...(options.now
            ? []
            : [
                paint(
                  'dim',
                  `Until then, \`tracewell-server account restore ${closed.accountId}\` restores it.`,
                ),
              ]),
        ].join('\n'),
      );
    });
  account
    .command('restore')
    .description('Restore an account that is to be deleted')
    .argument('<account>', 'id or name')
    .action(async (wanted: string, _options: object, command: Command) => {
      const kept = await withServices(readConfig(), (ctx) => keepAccount(ctx, wanted));
      print(command, kept, () => `${paint('green', '✓')} ${kept.name} stays.`);
    });
}
