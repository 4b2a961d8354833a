// Applications that register themselves (RFC 7591). Anyone may register, so nothing is stored: the client id
// is what was registered, sealed with the master key.
import { AppError } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { Services } from '#core/context';

/** RFC 8628. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const PURPOSE = 'oauth-client';
const MAX_REDIRECTS = 10;
const MAX_URL = 1_000;
const MAX_NAME = 80;

export interface OAuthClient {
  name: string;
  /** Empty for a program that logs in with a device code. */
  redirectUris: readonly string[];
}

/** Schemes that run or read something instead of leading to an application. */
const NEVER = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** TLS, this machine, or the private scheme of an installed application (RFC 8252). */
function isRedirectUri(text: string): boolean {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname);
  return !NEVER.has(url.protocol);
}

const rejected = (reason: string, message: string) => new AppError('bad_request', reason, message);

/** Returns the client id. The body is what the application sent. */
export function registerClient(
  { sealer }: Pick<Services, 'sealer'>,
  body: unknown,
): OAuthClient & { id: string } {
  const given = isObject(body) ? body : {};
  // A program without a browser is not sent back anywhere, so it has no address to register.
  const grants = given['grant_types'];
  const isDevice =
    Array.isArray(grants) && grants.length > 0 && grants.every((each) => each === DEVICE_GRANT);
  const uris = given['redirect_uris'] ?? (isDevice ? [] : undefined);
  if (!Array.isArray(uris) || (uris.length === 0 && !isDevice) || uris.length > MAX_REDIRECTS) {
    throw rejected('invalid_redirect_uri', `redirect_uris must have 1 to ${MAX_REDIRECTS} addresses.`);
  }
  const redirectUris = uris.filter((uri) => typeof uri === 'string').filter(isRedirectUri);
  if (redirectUris.length < uris.length) {
    throw rejected(
      'invalid_redirect_uri',
      'A redirect URI must use https, or http on this machine, or the scheme of an application.',
    );
  }
  const method = given['token_endpoint_auth_method'];
  if (method !== undefined && method !== 'none') {
    throw rejected(
      'invalid_client_metadata',
      'Only public clients: token_endpoint_auth_method must be none.',
    );
  }
  const named = given['client_name'];
  const name = (typeof named === 'string' ? named.replaceAll(/\p{C}+/gu, ' ').trim() : '').slice(0, MAX_NAME);
  const client = { name: name === '' ? 'An application' : name, redirectUris };
  return { ...client, id: sealer.seal(JSON.stringify(client), PURPOSE) };
}

/** Null if this service did not make the id. */
export function openClient({ sealer }: Pick<Services, 'sealer'>, id: string): OAuthClient | null {
  const text = sealer.open(id, PURPOSE);
  return text === null ? null : (JSON.parse(text) as OAuthClient);
}

/** Exact, except for the port of an application on this machine, which it chooses at each start. */
export function mayRedirectTo({ redirectUris }: OAuthClient, uri: string): boolean {
  if (!isRedirectUri(uri)) return false;
  const withoutPort = (text: string): string => {
    const url = new URL(text);
    if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) url.port = '';
    return url.href;
  };
  return redirectUris.some((known) => known === uri || withoutPort(known) === withoutPort(uri));
}
