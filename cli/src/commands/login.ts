import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import { REAL_TIME, type Schemas } from '@tracewell/sdk';
import { askPerson, isPersonThere } from '../input/ask-person.ts';
import { cannotWrite } from '../input/files.ts';
import { readText } from '../input/readers.ts';
import { addressOf, readKey, readUrl } from '../service/address.ts';
import { withFaults } from '../service/ask-command.ts';
import { connect } from '../service/connect.ts';
import { logInByCode, type DeviceCode } from '../service/device-login.ts';
import { wrongInput } from '../service/fault.ts';
import { loginFile, removeLogin, writeLogin } from '../service/login.ts';
import { plain } from '../terminal/columns.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';
import { paint, print } from '../terminal/output.ts';

const LOCAL = 'http://127.0.0.1:4318';

interface LoginOptions {
  url?: string;
  keyStdin?: boolean;
  device?: boolean;
  paste?: boolean;
  readOnly?: boolean;
}

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('Get a key by a login in the browser, and store it with the address for later commands')
    .option('--url <url>', 'address of the service', readText)
    .option('--read-only', 'ask for a key that cannot change anything')
    .addOption(new Option('--paste', 'ask for a key instead of a login in the browser').conflicts('device'))
    .addOption(
      new Option('--key-stdin', 'read the key from standard input, for scripts').conflicts([
        'device',
        'paste',
      ]),
    )
    .option('--device', 'print the code and wait for the login, also without a terminal')
    .action(withFaults(login));
  program
    .command('logout')
    .description('Forget the stored address and key')
    .action(
      withFaults(async (command, _options: object) => {
        const file = fileOf();
        const removed = removeLogin(file);
        print(command, { file, removed }, () =>
          removed
            ? `${paint('green', '✓')} ${file} was removed. The key itself is still valid.`
            : 'There is no stored login.',
        );
      }),
    );
}

async function login(command: Command, options: LoginOptions): Promise<void> {
  const file = fileOf();
  const url = readUrl(await addressFor(options.url));
  const key = await keyFor(addressOf(url), options);
  const ask = connect({ url, key }, { time: REAL_TIME });
  const account = await ask((client, signal) => client.GET('/v1/account', { signal }));
  try {
    writeLogin(file, { url: addressOf(url), key });
  } catch (error) {
    throw cannotWrite(file, error);
  }
  const { name, accountId } = account;
  const overriding = ['TRACEWELL_URL', 'TRACEWELL_API_KEY'].filter(
    (each) => (process.env[each] ?? '') !== '',
  );
  print(command, { url: addressOf(url), accountId, name, file, overriding }, () =>
    loginText(account, file, overriding),
  );
}

function loginText(
  { name, key }: Schemas['AccountSnapshot'],
  file: string,
  overriding: readonly string[],
): string {
  const what = key.scopes === null ? 'full access' : key.scopes.join(', ');
  return [
    `${paint('green', '✓')} Logged in to ${plain(name)} with the key ${plain(key.name)} (${what}).`,
    `  Stored in ${file}, for you only.`,
    ...(overriding.length === 0
      ? []
      : [`${paint('yellow', '!')} ${overriding.join(' and ')} in the environment still come first.`]),
  ].join('\n');
}

async function addressFor(given: string | undefined): Promise<string> {
  const known = given ?? (process.env['TRACEWELL_URL'] ?? '').trim();
  if (known !== '') return known;
  if (!isPersonThere()) throw wrongInput('no_url', 'The address of the service is missing. Use --url.');
  const typed = await askPerson(`Address of the service (${LOCAL}): `);
  return typed === '' ? LOCAL : typed;
}

async function keyFor(url: string, { keyStdin, device, paste, readOnly }: LoginOptions): Promise<string> {
  if (keyStdin === true) return readKey((await text(process.stdin)).trim());
  if (paste !== true && (device === true || isPersonThere())) {
    const key = await logInByCode({
      url,
      name: `tracewell on ${hostname()}`,
      scopes: readOnly === true ? ['read'] : ['read', 'write:records', 'write'],
      time: REAL_TIME,
      onCode: showCode,
    });
    if (key !== null) return key;
    process.stderr.write('This service has no login in the browser for programs.\n');
  }
  return readKey(await typedKey(url));
}

function showCode({ userCode, link, minutes }: DeviceCode): void {
  process.stderr.write(
    `Open this page, and check that it shows the code ${paint('bold', userCode)}:\n  ${link}\nWaiting for your answer there (${minutes} minutes)…\n`,
  );
  if (isPersonThere()) openInBrowser(link);
}

/** The page of the dashboard shows a new key once, to be pasted here. */
async function typedKey(url: string): Promise<string> {
  if (isPersonThere()) {
    process.stderr.write(
      `Create a key in the dashboard, or use one that you have:\n  ${url}/settings/keys\n`,
    );
    const typed = await askPerson('API key (it is not shown): ', { hidden: true });
    if (typed === '') throw wrongInput('no_key', 'No key was typed, so nothing was stored.');
    return typed;
  }
  throw wrongInput(
    'no_key',
    'Nobody is here to type the key. Use --key-stdin, and send it to standard input.',
  );
}

function fileOf(): string {
  const file = loginFile(process.env);
  if (file !== null) return file;
  throw wrongInput('no_home', 'There is no folder for settings. Set HOME or XDG_CONFIG_HOME.');
}
