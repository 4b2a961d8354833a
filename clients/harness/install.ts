// Installs the clients beside the harness: npm packages once for all, Python packages once for each
// environment.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from './client.ts';

export const HOME = fileURLToPath(new URL('..', import.meta.url));

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function run(command: string, args: readonly string[], cwd: string): void {
  process.stdout.write(`> ${command} ${args.join(' ')}\n`);
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}

/** Does nothing if `mark` says that the same list is installed. */
function installOnce(list: string, mark: string, install: () => void): void {
  const hash = hashOf(list);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  install();
  writeFileSync(mark, hash);
}

export function installJs(): void {
  const mark = path.join(HOME, 'node_modules', '.installed-lock');
  installOnce(path.join(HOME, 'package-lock.json'), mark, () => run('npm', ['ci', '--ignore-scripts'], HOME));
}

const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0;

const requirementsOf = (environment: string): string =>
  path.join(HOME, 'python', `requirements-${environment}.txt`);

/** The interpreter of the environment. */
export function installPython(environment: string): string {
  const folder = path.join(HOME, 'python', '.environments', environment);
  const python = path.join(folder, 'bin', 'python');
  if (!existsSync(python)) run('python3', ['-m', 'venv', folder], HOME);
  const list = requirementsOf(environment);
  installOnce(list, path.join(folder, '.installed-list'), () =>
    run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', list], HOME),
  );
  return python;
}

/** Null if this machine has what the client needs. */
export function whySkipped({ language }: Client): string | null {
  if (language.name === 'python') return hasPython() ? null : 'no python3 here';
  if (language.name === 'js' || process.env[language.folder] !== undefined) return null;
  return `${language.folder} does not say where it is installed`;
}

/** The version of an npm package, of a Python package in an environment, or of the project whose copy the folder is. */
function installedVersion(folder: string, name: string): string {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  if (existsSync(manifest))
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  const [found] = globSync(`{,.venv/}lib/python*/site-packages/${name.replaceAll('-', '_')}-*.dist-info`, {
    cwd: folder,
  });
  if (found !== undefined) return /-([^-]+)\.dist-info$/.exec(found)?.[1] ?? '?';
  const project = path.join(folder, 'pyproject.toml');
  if (!existsSync(project)) return '?';
  return /^version = "([^"]+)"/m.exec(readFileSync(project, 'utf8'))?.[1] ?? '?';
}

/** `name version` of each package, as the lists pin them. Of an application, as it is installed. */
export function versionsOf({ id, language, packages }: Client): string {
  if (language.name === 'app') {
    const folder = process.env[language.folder] ?? '';
    return packages.map((name) => `${name} ${installedVersion(folder, name)}`).join(', ');
  }
  if (language.name === 'python') {
    const pins = new Map(
      readFileSync(requirementsOf(language.environment), 'utf8')
        .split('\n')
        .map((line) => line.split('==') as [string, string]),
    );
    return packages.map((name) => `${name} ${pins.get(name) ?? '?'}`).join(', ');
  }
  const manifest = path.join(HOME, 'js', language.folder ?? id, 'package.json');
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return packages.map((name) => `${name} ${dependencies[name] ?? '?'}`).join(', ');
}
