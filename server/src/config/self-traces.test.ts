import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env.ts';

const NAME = 'TRACEWELL_SELF_TRACES_';
const read = (settings: Record<string, string>) =>
  readConfig(Object.fromEntries(Object.entries(settings).map(([name, value]) => [NAME + name, value])))
    .selfTraces;

function faultsOf(settings: Record<string, string>): string[] {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('traces of the service', () => {
  it('are off without an endpoint', () => {
    expect(read({})).toBeNull();
    expect(read({ RATE: '1', HEADERS: 'a=b' })).toBeNull();
  });

  it('have headers, a rate, and the usual path if there is none', () => {
    expect(read({ ENDPOINT: 'https://otel.example.com' })).toEqual({
      endpoint: 'https://otel.example.com/v1/traces',
      headers: {},
      rate: 0.1,
    });
    expect(
      read({
        ENDPOINT: 'http://127.0.0.1:4318/otel/v1/traces',
        HEADERS: 'Authorization=Bearer%20twl_a=, x-scope=50%',
        RATE: '.5',
      }),
    ).toEqual({
      endpoint: 'http://127.0.0.1:4318/otel/v1/traces',
      headers: { authorization: 'Bearer twl_a=', 'x-scope': '50%' },
      rate: 0.5,
    });
  });

  it('faults name the setting and never a secret', () => {
    const faults = [
      ...faultsOf({ ENDPOINT: 'ftp://x' }),
      ...faultsOf({ ENDPOINT: 'https://user:hidden@x' }),
      ...faultsOf({ HEADERS: 'hidden' }),
      ...['2', '-1', 'NaN', '1e-1', 'half'].flatMap((RATE) => faultsOf({ RATE })),
    ];
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      ...Array.from({ length: 2 }, () => `${NAME}ENDPOINT`),
      `${NAME}HEADERS`,
      ...Array.from({ length: 5 }, () => `${NAME}RATE`),
    ]);
    expect(faults.join()).not.toContain('hidden');
  });
});
