import { InvalidArgumentError, type Command } from 'commander';
import { facts, paint, print, table, wantsJson, when } from '@tracewell/cli/terminal';
import { readConfig, readNewMasterKey } from '#config';
import { randomApiKey } from '#lib/api-key-form';
import { SCOPES, type KeyScope } from '#core/access/actor';
import { confirmed } from '../confirm.ts';
import { environment, environmentLines } from '../environment.ts';
import { withServices } from '../services.ts';
import { readExpiry } from './expiry.ts';
import { runCreateKey, childKeysOf, keysOf, runRevokeKey } from './keys.ts';
import { rotateMasterKey } from './rotate-master.ts';

const ACCOUNT = ['--account <account>', 'id or name; optional when there is only one account'] as const;

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('Manage API keys and the master key');
  addList(keys);
  addCreate(keys);
  addGenerate(keys);
  addRevoke(keys);
  addRotateMaster(keys);
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('List the keys of an account')
    .option(...ACCOUNT)
    .action(async ({ account }: { account?: string }, command: Command) => {
      const listed = await withServices(readConfig(), (ctx) => keysOf(ctx, account ?? null));
      print(command, listed, () =>
        listed.keys.length === 0
          ? `${listed.accountName} has no keys. \`tracewell-server keys create\` creates one.`
          : table(
              ['ID', 'NAME', 'KEY', 'SCOPES', 'PROJECT', 'EXPIRES', 'LAST USED'],
              listed.keys.map((key) => [
                key.id,
                key.name,
                key.hint,
                key.scopes?.join(',') ?? 'all',
                key.projectId,
                when(key.expiresAt),
                when(key.lastUsedAt),
              ]),
            ),
      );
    });
}

/** For settings that are written before the service exists. */
function addGenerate(keys: Command): void {
  keys
    .command('generate')
    .description('Print a new key for TRACEWELL_INIT_API_KEY; it is stored nowhere')
    .action((_options: object, command: Command) => {
      const apiKey = randomApiKey();
      print(command, { apiKey }, () => apiKey);
    });
}

function readScopes(text: string): KeyScope[] {
  const given = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const unknown = given.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length === 0) return given as KeyScope[];
  throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. The scopes are ${SCOPES.join(', ')}.`);
}

interface CreateOptions {
  account?: string;
  name: string;
  scopes?: KeyScope[];
  project?: string;
  expires?: string;
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('Create a key, and print the settings to paste')
    .option(...ACCOUNT)
    .option('--name <name>', 'name of the key', 'Command line')
    .option('--scopes <scopes>', `any of ${SCOPES.join(',')}; full access if left out`, readScopes)
    .option('--project <id>', 'bind it to a project')
    .option('--expires <when>', 'a duration such as 30d, or a date', (text: string) => readExpiry(text))
    .action(async (options: CreateOptions, command: Command) => {
      const config = readConfig();
      const key = await withServices(config, (ctx) =>
        runCreateKey(ctx, options.account ?? null, {
          name: options.name,
          scopes: options.scopes ?? null,
          projectId: options.project ?? null,
          expiresAt: options.expires ?? null,
        }),
      );
      const value = { ...key, environment: environment(config.publicUrl, key.apiKey) };
      print(command, value, () =>
        [
          `${paint('green', '✓')} The key was created. It is shown only once.`,
          '',
          facts([
            ['API key', key.apiKey],
            ['Id', key.id],
            ['Scopes', key.scopes?.join(', ') ?? 'full access'],
            ['Expires', key.expiresAt === null ? 'never' : when(key.expiresAt)],
          ]),
          '',
          environmentLines(config.publicUrl, key.apiKey),
          '',
        ].join('\n'),
      );
    });
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .description('Revoke a key; a running server rejects it within a second')
    .argument('<id>', 'id of the key, as `keys list` shows it')
    .option('--with-children', 'also revoke the keys that were made with it')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, options: { yes?: boolean; withChildren?: boolean }, command: Command) => {
      const { yes = false, withChildren = false } = options;
      const config = readConfig();
      const children = await withServices(config, (ctx) => childKeysOf(ctx, id));
      const ask = `Revoke ${id}? Programs that use it will be rejected.${aboutChildren(children, withChildren)}`;
      if (!(await confirmed(ask, yes || wantsJson(command)))) return;
      const revoked = await withServices(config, (ctx) => runRevokeKey(ctx, id, withChildren));
      print(command, revoked, () =>
        [
          ...[id, ...revoked.revokedKeys].map((gone) => `${paint('green', '✓')} ${gone} is revoked.`),
          ...revoked.keptKeys.map(
            (kept) => `${paint('yellow', '!')} ${kept} was made with it and still works.`,
          ),
        ].join('\n'),
      );
    });
}

function aboutChildren(children: readonly { id: string; name: string }[], withChildren: boolean): string {
  if (children.length === 0) return '';
  const listed = children.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  return withChildren
    ? ` These keys were made with it and are revoked too:\n${listed}\n`
    : ` These keys were made with it and keep working (--with-children revokes them too):\n${listed}\n`;
}

function addRotateMaster(keys: Command): void {
  keys
    .command('rotate-master')
    .description('Seal everything with a new master key; stop the service first')
    .option('--yes', 'do not ask for confirmation')
    .action(async ({ yes }: { yes?: boolean }, command: Command) => {
      const config = readConfig();
      const ask = 'Create a new master key? Earlier backups open only with the old one: keep it with them.';
      if (!(await confirmed(ask, yes === true || wantsJson(command)))) return;
      const rotated = await rotateMasterKey(config, readNewMasterKey());
      print(command, rotated, () =>
        [
          rotated.alreadyDone
            ? `${paint('green', '✓')} The data was sealed with the new master key already.`
            : `${paint('green', '✓')} The master key was changed; ${rotated.dataKeys} content keys are sealed with the new one.`,
          rotated.keyIn === 'file'
            ? 'It is in the data directory. Start the service again.'
            : 'Start every process of the service with it as TRACEWELL_MASTER_KEY.',
        ].join('\n'),
      );
    });
}
