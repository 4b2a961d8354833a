// Run by npm before and after it packs `sdk` or `cli`. In the repository both run from their `.ts` files,
// which Node refuses inside node_modules. So this compiles them, and package.json names the compiled files
// while npm reads it. `--undo` puts the original back; so does the next run, if one was interrupted.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MANIFEST = 'package.json';
const ORIGINAL = 'package.json.original';
const LICENSE = 'LICENSE';

interface Manifest {
  bin?: Record<string, string>;
  exports: Record<string, string>;
  scripts?: object;
  devDependencies?: object;
}

const compiled = (source: string, extension: string): string =>
  source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, extension);

function publishedForm({
  bin,
  exports,
  scripts: _scripts,
  devDependencies: _dev,
  ...rest
}: Manifest): object {
  const programs = Object.entries(bin ?? {}).map(([name, file]) => [name, compiled(file, '.js')]);
  const modules = Object.entries(exports).map(([name, file]) => [
    name,
    { types: compiled(file, '.d.ts'), default: compiled(file, '.js') },
  ]);
  return {
    ...rest,
    ...(bin === undefined ? {} : { bin: Object.fromEntries(programs) }),
    exports: Object.fromEntries(modules),
  };
}

export function toPublishedForm(folder: string): void {
  toSourceForm(folder);
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  execFileSync('tsc', ['-p', path.join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
  const manifest = path.join(folder, MANIFEST);
  const form = publishedForm(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest);
  copyFileSync(path.join(ROOT, LICENSE), path.join(folder, LICENSE));
  copyFileSync(manifest, path.join(folder, ORIGINAL));
  writeFileSync(manifest, `${JSON.stringify(form, null, 2)}\n`);
}

export function toSourceForm(folder: string): void {
  if (!existsSync(path.join(folder, ORIGINAL))) return;
  renameSync(path.join(folder, ORIGINAL), path.join(folder, MANIFEST));
  rmSync(path.join(folder, LICENSE), { force: true });
}

if (import.meta.main) {
  const change = process.argv.includes('--undo') ? toSourceForm : toPublishedForm;
  change(process.cwd());
}
