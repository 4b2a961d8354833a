// The files in deploy/ repeat versions and names of settings. No container engine runs here, so this test
// keeps them correct.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const json = (file: string): unknown => JSON.parse(read(file));

const FILES = [
  'Dockerfile',
  'compose.yaml',
  'docs/deploying.md',
  ...globSync('deploy/**/*.*', { cwd: ROOT.pathname }),
];

it('has the versions of the repository', () => {
  const { dependencies } = json('package.json') as { dependencies: { node: string } };
  const { version } = json('server/package.json') as { version: string };
  expect(/^ARG NODE=(.*)$/m.exec(read('Dockerfile'))?.[1]).toBe(dependencies.node);
  expect(json('tools/pack/node-packages.json')).toMatchObject({ version: dependencies.node });
  expect(parse(read('deploy/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('names only settings that exist', () => {
  const config = globSync('server/src/config/*.ts', { cwd: ROOT.pathname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  // Used by compose.yaml itself.
  const own = new Set(['TRACEWELL_IMAGE', 'TRACEWELL_BIND', 'TRACEWELL_PORT']);
  const named = FILES.flatMap((file) => read(file).match(/\bTRACEWELL_[A-Z]+(?:_[A-Z]+)*\b/g) ?? []);
  const unknown = named
    .map((name) => name.replace(/_FILE$/, ''))
    .filter((name) => !own.has(name) && !config.includes(`'${name}'`) && !/^TRACEWELL_INIT$/.test(name));
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(unknown)]).toEqual([]);
});

it('the services of compose have read-only files, no rights and time to stop', () => {
  interface Service {
    build?: string;
    profiles: string[];
    read_only?: boolean;
    cap_drop?: string[];
    stop_grace_period?: string;
  }
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
  expect(ours.map(([name]) => name)).toEqual(['tracewell', 'migrate', 'process-1', 'process-2', 'process-3']);
  for (const [name, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '30s' });
    expect([name, service.profiles]).toEqual([name, [name === 'tracewell' ? 'default' : 'scale']]);
  }
});
