import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './address.ts';
import { isInside, readNetwork } from './network.ts';
import { readAddress } from './address.ts';

describe('public', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2400:cb00::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
    '64:ff9b::5db8:d822',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('not a plain address', () => {
  it.each([
    '',
    'example.com',
    '8',
    '8.8',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/32',
    '8.8.8.8:443',
    '[2001:4860:4860::8888]',
    '2001:4860:4860::8888%eth0',
    '2001:4860:4860::8888%1',
    '８.８.８.８',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('networks', () => {
  const inside = (address: string, ...networks: string[]) =>
    isInside(
      readAddress(address)!,
      networks.map((network) => readNetwork(network)!),
    );

  it('match their addresses in either notation', () => {
    expect(inside('10.1.2.3', '10.0.0.0/8')).toBe(true);
    expect(inside('::ffff:10.1.2.3', '10.0.0.0/8')).toBe(true);
    expect(inside('fd12:3456::7', '10.0.0.0/8', 'fd12:3456::/48')).toBe(true);
    expect(inside('127.0.0.1', '127.0.0.1')).toBe(true);
    expect(inside('203.0.113.9', '0.0.0.0/0')).toBe(true);
  });

  it('match nothing else', () => {
    expect(inside('11.0.0.0', '10.0.0.0/8')).toBe(false);
    expect(inside('127.0.0.2', '127.0.0.1')).toBe(false);
    expect(inside('::1', '0.0.0.0/0')).toBe(false);
    expect(inside('127.0.0.1', '::/0')).toBe(false);
    // A translated address is not the address inside it.
    expect(inside('64:ff9b::10.1.2.3', '10.0.0.0/8')).toBe(false);
    expect(inside('2002:a01:203::', '10.0.0.0/8')).toBe(false);
    expect(inside('10.1.2.3')).toBe(false);
  });
});
