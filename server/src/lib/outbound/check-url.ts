// Checks a URL without any network access. The same parser serves the check when a URL is set and each hop of
// a request, so a text never means two different hosts.
import { isIP } from 'node:net';
import { readAddress, isPublic } from './address.ts';
import { type Network, isInside } from './network.ts';
import { OutboundError, blockedAddress, notHttps } from './outbound-error.ts';

/**
 * Ports of other protocols that browsers block too (https://fetch.spec.whatwg.org/#port-blocking), so that a
 * request cannot pass for mail or a print job.
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const isBadPort = (port: number): boolean => BAD_PORTS.has(port);

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

/** `allowed` is inside a network that the operator named; plain HTTP is allowed there. */
type AddressClass = 'allowed' | 'public' | 'blocked';

function addressClassOf(text: string, allow: readonly Network[]): AddressClass {
  const address = readAddress(text);
  if (address === null) return 'blocked';
  if (isInside(address, allow)) return 'allowed';
  return isPublic(address) ? 'public' : 'blocked';
}
