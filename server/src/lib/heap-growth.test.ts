import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { serviceFlags } from '../../bin/node-flags.js';

/** Modules of Node that were compiled from their sources. */
const compiledUnder = (flags: readonly string[]): number =>
  Number(
    execFileSync(
      process.execPath,
      [
        ...flags,
        '--expose-internals',
        '--no-warnings',
        '--print',
        `require('node:http'); require('internal/test/binding').internalBinding('builtins').getCacheUsage().compiledWithoutCache.size`,
      ],
      { encoding: 'utf8' },
    ),
  );

it('flags of the service leave the code cache of Node usable, as the growth of the heap would not', () => {
  expect(compiledUnder(serviceFlags())).toBe(0);
  expect(compiledUnder(['--heap-growing-percent=200'])).toBeGreaterThan(20);
});
