import type { Command } from 'commander';
import { facts, paint, print, table, when } from '@tracewell/cli/terminal';
import type { Config } from '#config';
import { environment, environmentLines } from '../environment.ts';
import type { MadeAccount, listAccounts } from './accounts.ts';

export const accountTable = (accounts: Awaited<ReturnType<typeof listAccounts>>): string =>
  table(
    ['ID', 'NAME', 'PLAN', 'STATUS', 'USERS', 'KEYS', 'RECORDS', 'MADE'],
    accounts.map((account) => [
      account.id,
      account.name,
      account.plan,
      account.subscriptionStatus,
      account.users,
      account.keys,
      account.records,
      when(account.createdAt),
    ]),
  );

export function printMade(command: Command, config: Config, made: MadeAccount): void {
  const value = { created: true, ...made, environment: environment(config.publicUrl, made.apiKey) };
  print(command, value, () => welcome(config, made));
}

function welcome(config: Config, made: MadeAccount): string {
  const whose =
    made.userId === null
      ? 'The first person to open this link becomes the owner; it works for a week.'
      : 'The owner sets a password through this link; it works for an hour.';
  return [
    `${paint('green', '✓')} The account ${paint('bold', made.name)} was created on the ${made.plan} plan. The following is shown only once.`,
    '',
    facts([
      ['Account', made.accountId],
      ['Sign in', made.signInLink],
      ['', paint('dim', whose)],
      ['API key', made.apiKey],
      [
        '',
        paint(
          'dim',
          `It has the scopes ${made.scopes.join(' and ')}. \`tracewell login\` gets one that can change things.`,
        ),
      ],
    ]),
    '',
    environmentLines(config.publicUrl, made.apiKey),
    '',
  ].join('\n');
}
