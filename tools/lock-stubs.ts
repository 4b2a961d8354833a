// Completes package-lock.json with optional platform packages that a registry mirror did not offer, and all
// lock files with the hashes that the registry has. Without an entry for each, `npm ci` rejects the lock on
// those platforms; without a hash, it installs the package unchecked. Run after every change of a dependency:
// `node tools/lock-stubs.ts`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface LockEntry {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const OS = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony', 'openbsd', 'sunos', 'aix'];
const CPU = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> };

const wordIn = (name: string, words: string[]) =>
  words.filter((word) => name.split(/[-/]/).includes(word)).slice(0, 1);

let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`));
    if (known || !/^\d/.test(version)) continue;
    const os = wordIn(name, OS);
    const cpu = wordIn(name, CPU);
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(os.length > 0 ? { os } : {}),
    };
    added += 1;
  }
}
if (added > 0) {
  const [root, ...rest] = Object.entries(lock.packages);
  lock.packages = Object.fromEntries([root!, ...rest.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(`${added} platform packages added to the lock\n`);
execFileSync(process.execPath, [fileURLToPath(new URL('lockfile.ts', import.meta.url)), '--fill'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
