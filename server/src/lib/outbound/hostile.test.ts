// Everything that must never be connected to, in every known notation. Each is tried with a real client whose
// sockets are counted. Loopback has a listener, which is reached once the operator allows it.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from './address.ts';
import { checkUrl } from './check-url.ts';
import { outboundClient } from './client.ts';
import { OutboundError, blockedAddress } from './outbound-error.ts';

const ADDRESSES = [
  // This host and this network
  '0.0.0.0',
  '0.0.0.1',
  '0.1.2.3',
  '0.255.255.255',
  '127.0.0.1',
  '127.0.0.2',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.255',
  '::',
  '::1',
  // Private
  '10.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.0',
  '172.17.0.1',
  '172.20.10.5',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.0.1',
  '192.168.255.255',
  'fc00::',
  'fc00::1',
  'fd00::1',
  'fd12:3456:789a::1',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  // Link-local, site-local
  '169.254.0.0',
  '169.254.1.1',
  '169.254.255.255',
  'fe80::',
  'fe80::1',
  'fe80::dead:beef',
  'febf:ffff::1',
  'fec0::1',
  'feff::1',
  // Carriers' NAT
  '100.64.0.0',
  '100.64.0.1',
  '100.127.255.255',
  // Metadata and other services that clouds put next to a machine
  '169.254.169.254',
  '169.254.169.253',
  '169.254.169.123',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
  // Multicast, broadcast, reserved
  '224.0.0.0',
  '224.0.0.1',
  '224.0.0.251',
  '239.255.255.250',
  '239.255.255.255',
  '240.0.0.0',
  '240.0.0.1',
  '250.1.2.3',
  '255.255.255.254',
  '255.255.255.255',
  'ff00::',
  'ff01::1',
  'ff02::1',
  'ff02::fb',
  'ff05::2',
  'ff0e::1',
  // Documentation, benchmarks, protocol assignments, sinks
  '192.0.0.0',
  '192.0.0.8',
  '192.0.0.170',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '100::1',
  '2001:2::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '3fff::1',
  '5f00::1',
  '2620:4f:8000::1',
  // Unallocated
  '1::1',
  '400::1',
  '1fff::1',
  '4000::1',
  '8000::1',
  'e000::1',
  // IPv4-mapped
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:0001',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:168.63.129.16',
  '::ffff:0.0.0.0',
  // IPv4-translated (RFC 2765), IPv4-compatible
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
  '::127.0.0.1',
  '::7f00:1',
  '::10.0.0.1',
  '::169.254.169.254',
  '::8.8.8.8',
  // NAT64, well-known and local
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::168.63.129.16',
  '64:ff9b:0:0:0:0:c0a8:1',
  '64:ff9b:1::127.0.0.1',
  '64:ff9b:1::8.8.8.8',
  '64:ff9b:1:ffff::a00:1',
  '64:ff9b:2::8.8.8.8',
  '64:ff9b::1:808:808',
  // 6to4
  '2002:7f00:1::',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:c0a8:1::1',
  '2002:a9fe:a9fe::1',
  '2002:808:808::1',
  // Teredo
  '2001::1',
  '2001:0:7f00:1::',
  '2001:0:4136:e378:8000:63bf:80ff:fffe',
  '2001:0:0:0:0:0:f5ff:fffe',
  // ISATAP
  'fe80::5efe:127.0.0.1',
  'fe80::5efe:a00:1',
  '2a00:1450::5efe:127.0.0.1',
  '2a00:1450::5efe:10.0.0.1',
  '2a00:1450:0:0:200:5efe:a00:1',
  '2a00:1450:0:0:100:5efe:a00:1',
  '2606:4700::300:5efe:a9fe:a9fe',
];

/** This machine, in spellings that a URL parser normalises. `*` is the listener's port. */
const LOOPBACK_URLS = [
  'http://127.0.0.1:*/',
  'http://127.0.0.1.:*/',
  'http://127.1:*/',
  'http://127.0.1:*/',
  'http://127.1.:*/',
  'http://2130706433:*/',
  'http://017700000001:*/',
  'http://0x7f000001:*/',
  'http://0X7F000001:*/',
  'http://0x7f.1:*/',
  'http://0x7f.0.0.1:*/',
  'http://0x7f.0x0.0x0.0x1:*/',
  'http://0177.0.0.1:*/',
  'http://0177.0.0.01:*/',
  'http://0177.1:*/',
  'http://00000177.0x0.0.1:*/',
  'http://127.0.0.0x1:*/',
  'http://127.0x1:*/',
  'http://%31%32%37.0.0.1:*/',
  'http://127%2e0%2e0%2e1:*/',
  'http://１２７.０.０.１:*/',
  'http://127。0。0。1:*/',
  'http://127．0．0．1:*/',
  'http://127｡0｡0｡1:*/',
  'http://①②⑦.⓪.⓪.①:*/',
  'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:*/',
  'http://０ｘ７ｆ.1:*/',
  'http://127\u00ad.0.0.1:*/',
  'http://[::ffff:127.0.0.1]:*/',
  'http://[::ffff:7f00:1]:*/',
  'http://[0:0:0:0:0:FFFF:7F00:0001]:*/',
  'http://localhost:*/',
  'http://LOCALHOST:*/',
  'http://localhost.:*/',
  'http://LocalHost%2E:*/',
  'http://ｌｏｃａｌｈｏｓｔ:*/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:*/',
  'http://localhoſt:*/',
  'http://foo.localhost:*/',
  'http://a.b.localhost.:*/',
  'HTTP://127.0.0.1:*/',
  'http://127.0.0.1:*/#@example.com',
  'http://127.0.0.1:*?x=https://example.com/',
];

/** No allowance makes these valid. */
const NEVER = [
  // Not HTTP
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
  'blob:https://example.com/1',
  'jar:https://example.com!/',
  '//127.0.0.1/',
  '/path',
  '127.0.0.1',
  'localhost:8080',
  '',
  // Not the same host to every parser.
  'https:127.0.0.1/',
  'https:/127.0.0.1/',
  'https:///127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https://example.com\\@127.0.0.1/',
  'https://127.0.0.1\\@example.com/',
  'https://127.0.0.1\t/',
  'https://127.0\n.0.1/',
  'ht\ntps://127.0.0.1/',
  ' https://127.0.0.1/',
  'https://127.0.0.1/ ',
  'https://127.0.0.1\u0000.example.com/',
  'https://example.com\r\nHost: 127.0.0.1/',
  'https://127.0.0.1%00.example.com/',
  'https://127.0.0.1%0d%0aHost:x/',
  'https://[::1%25lo]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[::1/',
  'https://::1/',
  'https://[127.0.0.1]/',
  'https://[::ffff:127.1]/',
  'https://[v1.127.0.0.1]/',
  'https://127.0.0.1.1/',
  'https://256.0.0.1/',
  'https://4294967296/',
  'https://0x1ffffffff/',
  'https://127.0.0.09/',
  'https://1.2.3.4.0x5/',
  'https://./',
  'https://../',
  'https://a..b/',
  'https://-/',
  'https://*.example.com/',
  "https://exa'mple.com/",
  'https://example.com;/',
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a.'.repeat(130)}example.com/`,
  'https://xn--/',
  'https://example.com:99999/',
  'https://example.com:-1/',
  'https://example.com:0x50/',
  // Credentials, and invalid hosts.
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://:password@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com:443@127.0.0.1/',
  'https://example.com%40127.0.0.1/',
  'https://127.0.0.1@example.com/',
  'https://a@b@127.0.0.1/',
  'https://user%00@example.com/',
  // Ports of other protocols
  ...[
    0, 21, 22, 23, 25, 53, 110, 111, 123, 135, 143, 389, 465, 587, 636, 993, 2049, 5060, 6000, 6667, 10080,
  ].map((port) => `https://example.com:${port}/`),
  // Too long
  `https://example.com/${'a'.repeat(2_048)}`,
];

/** Names that resolve to something else than they suggest. */
const NAMES: Record<string, string[]> = {
  'localtest.me': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'kubernetes.default.svc': ['10.96.0.1'],
  intranet: ['192.168.1.10'],
  'host.docker.internal': ['172.17.0.1'],
  'printer.local': ['169.254.7.7'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'translated.example.com': ['64:ff9b::7f00:1'],
  'scoped.example.com': ['fe80::1%lo'],
  'scoped-public.example.com': ['2001:4860:4860::8888%lo'],
  'mixed.example.com': ['93.184.216.34', '10.0.0.1'],
  'mixed-first.example.com': ['10.0.0.1', '93.184.216.34'],
  'mixed-six.example.com': ['93.184.216.34', '::1'],
  'many.example.com': [...Array.from({ length: 300 }, (_, i) => `93.184.${i >> 8}.${i & 255}`), '127.0.0.1'],
  'decimal.example.com': ['2130706433'],
  'octal.example.com': ['0177.0.0.1'],
  'alias.example.com': ['localhost'],
  'blank.example.com': [''],
  'none.example.com': [],
  'under_score.example.com': ['10.0.0.1'],
  'bücher.example': ['10.0.0.1'],
};

const server = createServer((_request, response) => response.end('reached'));
let port = 0;
let arrived = 0;
let sockets = 0;
const count = () => {
  sockets += 1;
};

beforeAll(async () => {
  server.on('connection', () => {
    arrived += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
  subscribe('net.client.socket', count);
});

afterAll(() => {
  unsubscribe('net.client.socket', count);
  server.close();
});

const literal = (address: string) => (address.includes(':') ? `[${address}]` : address);
const here = (url: string) => url.replace('*', String(port));
const asNames = new Map(Object.entries(NAMES).map(([name, to]) => [new URL(`http://${name}`).hostname, to]));

const client = outboundClient({
  allow: [],
  resolve: async (name) => asNames.get(name) ?? [],
});

/** With every option that could let it through, except allowing the network. */
async function refused(url: string, by = client): Promise<OutboundError> {
  const error: unknown = await by
    .post(url, { body: '{}', timeoutMs: 20_000 })
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

describe('addresses', () => {
  it.each(ADDRESSES)('%s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const url = `https://${literal(address)}:${port}/`;
    expect(checkUrl(url)?.reason).toBe('blocked_address');
    expect((await refused(url)).reason).toBe('blocked_address');

    const named = outboundClient({ allow: [], resolve: async () => [address] });
    const byName = await refused(`https://hooks.example.com:${port}/`, named);
    // The caller does not learn where the name leads: the error is the same for every address.
    expect([byName.reason, byName.cause]).toEqual(['blocked_address', undefined]);
    expect(byName.message).toBe(blockedAddress('hooks.example.com').message);
    expect(sockets).toBe(0);
  });
});

describe('spellings of this machine', () => {
  const https = LOOPBACK_URLS.map((url) => url.replace(/^http/i, 'https'));

  it.each(https)('%s', async (url) => {
    expect(checkUrl(here(url))?.reason).toBe('blocked_address');
    expect((await refused(here(url))).reason).toBe('blocked_address');
    expect(sockets).toBe(0);
  });

  it('are refused without TLS too', async () => {
    for (const url of LOOPBACK_URLS) expect((await refused(here(url))).reason).toBe('not_https');
    const other = outboundClient({ allow: ['10.0.0.0/8'] });
    for (const url of LOOPBACK_URLS) expect((await refused(here(url), other)).reason).toBe('blocked_address');
    expect([sockets, arrived]).toEqual([0, 0]);
  });
});

describe('URLs', () => {
  const wide = outboundClient({ allow: ['0.0.0.0/0', '::/0'], resolve: async () => ['127.0.0.1'] });

  it.each(NEVER)('%j', async (url) => {
    const fault = checkUrl(url);
    expect(fault).toBeInstanceOf(OutboundError);
    expect((await refused(url)).reason).toBe(fault?.reason);
    await refused(url, wide);
    expect(sockets).toBe(0);
  });
});

describe('names', () => {
  it.each(Object.keys(NAMES))('%s', async (name) => {
    // Nothing is known before the name is resolved.
    expect(checkUrl(`https://${name}/`)).toBeNull();
    expect((await refused(`https://${name}:${port}/`)).reason).toBe('blocked_address');
    expect(sockets).toBe(0);
  });
});

describe('overall', () => {
  it('no connection was made', () => {
    const tried = ADDRESSES.length * 2 + LOOPBACK_URLS.length + NEVER.length + Object.keys(NAMES).length;
    expect(tried).toBeGreaterThan(400);
    expect([sockets, arrived]).toEqual([0, 0]);
  });

  it('this machine is reached once the operator allows it', async () => {
    const allowed = outboundClient({ allow: ['127.0.0.0/8'], resolve: async (name) => NAMES[name] ?? [] });
    for (const url of LOOPBACK_URLS) {
      const { status, body } = await allowed.post(here(url), { body: '{}', timeoutMs: 20_000 });
      expect([url, status, body]).toEqual([url, 200, 'reached']);
    }
    await allowed.post(`http://localtest.me:${port}/`, { body: '' });
    expect([sockets, arrived]).toEqual([LOOPBACK_URLS.length + 1, LOOPBACK_URLS.length + 1]);
  });
});
