import { expect, it } from 'vitest';
import { isTooOld, requireVersion } from './version.ts';

it.each([
  ['24.12.1.1', true],
  ['25.7.9.1', true],
  ['25.8.3.66', false],
  ['25.11.1', false],
  ['26.1', false],
  ['head', false],
])('%s is too old: %s', (version, expected) => expect(isTooOld(version)).toBe(expected));

it('names both versions', async () => {
  const engine = { query: async () => [{ version: '25.3.2.39' }] } as unknown as Parameters<
    typeof requireVersion
  >[0];
  await expect(requireVersion(engine)).rejects.toMatchObject({
    reason: 'records_engine_older',
    message: expect.stringMatching(/25\.3\.2\.39.*25\.8/),
  });
});
