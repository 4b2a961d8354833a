// Checks a URL without any network access. The same parser serves the check when a URL is set and each hop of
// a request, so a text never means two different hosts.
import { isIP } from 'node:net';
import { readAddress } from './address.ts';
import { isBadPort } from './bad-ports.ts';
import type { Network } from './network.ts';
import { OutboundError, blockedAddress, notHttps } from './outbound-error.ts';
import { addressClassOf } from './address-class.ts';

const MAX_URL_LENGTH = 2_048;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

export interface Target {
  url: URL;
  /** Without brackets and without a trailing dot. */
  host: string;
  port: number;
  secure: boolean;
  /** Known without DNS; null for a name. */
  addresses: string[] | null;
}

/** The fault of a URL when it is set; null if nothing is known against it. */
export function checkUrl(text: string, allow: readonly Network[] = []): OutboundError | null {
  try {
    readTarget(text, allow);
    return null;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
}

export function readTarget(text: string, allow: readonly Network[]): Target {
  const url = parse(text);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError(
      'credentials_in_url',
      'The URL must not carry a user name or password. Put a secret into the path or a header.',
    );
  }
  const secure = url.protocol === 'https:';
  const port = Number(url.port === '' ? (secure ? 443 : 80) : url.port);
  if (isBadPort(port)) {
    throw new OutboundError(
      'blocked_port',
      `Port ${port} is reserved for a protocol other than HTTPS. Choose another port.`,
    );
  }
  // Plain HTTP is only for networks that the operator allows.
  if (!secure && allow.length === 0) throw notHttps(host);
  const addresses = knownAddresses(host);
  if (addresses !== null) admit(host, addresses, secure, allow);
  return { url, host, port, secure, addresses };
}

/** Throws unless requests may go to all addresses of the host. */
export function admit(
  host: string,
  addresses: readonly string[],
  secure: boolean,
  allow: readonly Network[],
): void {
  const all = addresses.map((address) => addressClassOf(address, allow));
  if (all.length === 0 || all.includes('blocked')) throw blockedAddress(host);
  if (!secure && all.includes('public')) throw notHttps(host);
}

function parse(text: string): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw new OutboundError(
      'url_too_long',
      `The URL is longer than ${MAX_URL_LENGTH.toLocaleString('en')} characters.`,
    );
  }
  // URL parsers disagree on blanks, control characters and backslashes.
  const url = /[\p{Cc} \\]/u.test(text) ? null : URL.parse(text);
  if (url === null || !/^https?:\/\/[^/]/i.test(text)) {
    throw new OutboundError(
      url !== null && url.protocol !== 'https:' ? 'not_https' : 'invalid_url',
      'This is not a valid URL. Use one like https://hooks.example.com/path.',
    );
  }
  return url;
}

function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) === 0 && !HOST_NAME.test(host))
    throw new OutboundError('invalid_url', 'The host name in the URL is not valid.');
  if (url.hostname.endsWith('.')) url.hostname = host;
  return host;
}

/** `localhost` and its subdomains are this machine (RFC 6761), whatever DNS says. */
function knownAddresses(host: string): string[] | null {
  if (readAddress(host) !== null) return [host];
  return /(?:^|\.)localhost$/.test(host) ? ['127.0.0.1'] : null;
}
