// Where the service is and with which key to ask: options, then the environment, then `tracewell login`.
import { Option, type Command } from 'commander';
import { wrongInput } from './fault.ts';
import { readLogin, type Login } from './login.ts';

export interface AddressOptions {
  url?: string;
  key?: string;
}

export interface ServiceAddress {
  url: URL;
  key: string;
}

/** Their heading in the help. */
export const CONNECTION = 'Service:';

export function addAddressOptions(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'address of the service (TRACEWELL_URL)').helpGroup(CONNECTION))
    .addOption(
      new Option(
        '--key <key>',
        'an API key; TRACEWELL_API_KEY is safer, because other users can see options',
      ).helpGroup(CONNECTION),
    );
}

/** A secret that is missing in a build is an empty variable there, so empty counts as missing. */
export function readServiceAddress({ url, key }: AddressOptions, env: NodeJS.ProcessEnv): ServiceAddress {
  const login = readLogin(env);
  const place = readServiceUrl(url === undefined ? {} : { url }, env);
  const secret = (key ?? env['TRACEWELL_API_KEY'] ?? '').trim();
  return { url: place, key: secret === '' ? storedKey(login, place) : readKey(secret) };
}

/** Without a key, for what needs none. */
export function readServiceUrl({ url }: Pick<AddressOptions, 'url'>, env: NodeJS.ProcessEnv): URL {
  const given = (url ?? env['TRACEWELL_URL'] ?? '').trim();
  const address = given === '' ? (readLogin(env)?.url ?? '') : given;
  if (address !== '') return readUrl(address);
  throw wrongInput(
    'no_url',
    'The address of the service is missing. Set TRACEWELL_URL, use --url, or run `tracewell login`.',
  );
}

/** A stored key is sent only to the address that it was stored for. */
function storedKey(login: Login | null, url: URL): string {
  if (login === null || !URL.canParse(login.url)) return readKey('');
  if (sameAddress(new URL(login.url), url)) return readKey(login.key);
  throw wrongInput(
    'no_key',
    `The API key is missing. The stored login is for ${login.url}, and its key is sent only there. Set TRACEWELL_API_KEY, or log in to ${addressOf(url)}.`,
  );
}

const sameAddress = (a: URL, b: URL): boolean => addressOf(a) === addressOf(b);

/** Without a slash at the end, a query or a hash. */
export const addressOf = ({ origin, pathname }: URL): string => (origin + pathname).replace(/\/+$/, '');

export function readKey(secret: string): string {
  if (secret === '') {
    throw wrongInput(
      'no_key',
      'The API key is missing. Set TRACEWELL_API_KEY, use --key, or run `tracewell login`. (Builds of forks do not get the secrets of a repository.)',
    );
  }
  if (!/^[\u0021-\u007E]+$/.test(secret)) {
    throw wrongInput(
      'invalid_key',
      'The API key contains characters that are never part of a key. Copy it again.',
    );
  }
  return secret;
}

export function readUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw wrongInput(
      'invalid_url',
      'The address of the service must be one such as https://tracewell.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongInput('invalid_url', 'The address of the service must not have a user or a password in it.');
  }
  return url;
}
