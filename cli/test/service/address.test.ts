import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readServiceAddress } from '../../src/service/address.ts';
import { loginFile, readLogin, removeLogin, writeLogin } from '../../src/service/login.ts';
import { freshFolder } from '../run.ts';

const folder = freshFolder();

describe('the service', () => {
  const env = { TRACEWELL_URL: ' https://tw.example.com/x/ ', TRACEWELL_API_KEY: 'twl_1\n' };

  it('comes from the options, else from the environment', () => {
    expect(readServiceAddress({}, env)).toEqual({
      url: new URL('https://tw.example.com/x/'),
      key: 'twl_1',
    });
    expect(readServiceAddress({ url: 'http://a', key: 'k' }, env)).toEqual({
      url: new URL('http://a'),
      key: 'k',
    });
  });

  it.each([
    [{ ...env, TRACEWELL_API_KEY: '' }, 'The API key is missing'],
    [{ ...env, TRACEWELL_API_KEY: 'twl_…' }, 'Copy it again'],
    [{ TRACEWELL_API_KEY: 'twl_1' }, 'Set TRACEWELL_URL'],
    [{ ...env, TRACEWELL_URL: 'example.com' }, 'must be one such as'],
    [{ ...env, TRACEWELL_URL: 'ftp://example.com' }, 'must be one such as'],
    [{ ...env, TRACEWELL_URL: 'http://a:b@example.com' }, 'must not have a user'],
  ])('%o is rejected', (given, said) => {
    expect(() => readServiceAddress({}, given)).toThrow(said);
  });
});

describe('a stored login', () => {
  const env = { XDG_CONFIG_HOME: path.join(folder, 'config') };
  const file = loginFile(env) ?? '';

  it('is used where options and environment say nothing', () => {
    writeLogin(file, { url: 'https://tw.example.com/x', key: 'twl_stored' });
    expect(readServiceAddress({}, env).key).toBe('twl_stored');
    expect(readServiceAddress({}, { ...env, TRACEWELL_API_KEY: 'twl_env' })).toEqual({
      url: new URL('https://tw.example.com/x'),
      key: 'twl_env',
    });
  });

  it('does not send its key to another address', () => {
    expect(readServiceAddress({ url: 'https://tw.example.com/x/' }, env).key).toBe('twl_stored');
    for (const url of ['https://tw.example.com', 'http://tw.example.com/x', 'https://other.example.com/x']) {
      expect(() => readServiceAddress({ url }, env)).toThrow('The API key is missing');
    }
  });

  it('can be read by its owner only, also if the file was open before', () => {
    chmodSync(file, 0o644);
    writeLogin(file, { url: 'https://tw.example.com', key: 'twl_new' });
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: 'https://tw.example.com', key: 'twl_new' });
    removeLogin(file);
    expect(readLogin(env)).toBeNull();
  });

  it('is ignored if it is not one; without a home there is none', () => {
    const broken = { XDG_CONFIG_HOME: path.join(folder, 'broken') };
    mkdirSync(path.join(folder, 'broken/tracewell'), { recursive: true });
    for (const text of ['{', '[]', '{"url": 1, "key": "k"}']) {
      writeFileSync(loginFile(broken) ?? '', text);
      expect(readLogin(broken)).toBeNull();
    }
    expect(loginFile({ XDG_CONFIG_HOME: 'relative', HOME: '/home/ada' })).toBe(
      '/home/ada/.config/tracewell/login.json',
    );
    expect(loginFile({})).toBeNull();
  });
});
