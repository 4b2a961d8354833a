// A self-signed certificate for servers in tests. Node cannot create certificates, so the few fields are
// written here.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { DAY_MS } from '#lib/clock';

export interface SampleCertificate {
  key: string;
  cert: string;
}

const ECDSA_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const ALT_NAMES = '0603551d11';

/** For names and addresses, valid from yesterday until `days` from now. */
export function sampleCertificate(names: readonly string[], days = 1): SampleCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, hex(ECDSA_SHA256));
  const name = der(0x30, der(0x31, der(0x30, hex(COMMON_NAME), der(0x0c, Buffer.from(names[0] ?? '')))));
  const altNames = der(0x30, ...names.map(altName));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(0x30, time(Date.now() + (Math.min(days, 0) - 1) * DAY_MS), time(Date.now() + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, hex(ALT_NAMES), der(0x04, altNames)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    der(0x30, body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const altName = (name: string): Buffer =>
  isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, Buffer.from(ipaddr.parse(name).toByteArray()));

const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, '')));

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
