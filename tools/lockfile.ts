// Checks the lock files. Without an argument it fails if a package has no hash, if a lock file contains the
// address of a registry, or if it says which Node a package needs: npm would compare that with the Node that runs
// npm, and warn, but all packages run on the Node that the project installs. Optional platform packages may lack a
// hash, because a registry mirror may not carry them; a release may not lack one (tools/pack.ts). With --fill it
// fetches missing hashes from the registry, names the packages that the registry does not carry, and removes the rest.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  engines?: unknown;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const FILES = ['package-lock.json', 'clients/package-lock.json'];

const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function askRegistry(name: string, version: string): string | null {
  try {
    const answer = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^sha512-\S+$/.exec(answer.trim())?.[0] ?? null;
  } catch {
    return null;
  }
}

for (const file of FILES) {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Package> };
  const packages = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  const bare = packages.filter(([, { integrity }]) => integrity === undefined);
  if (process.argv.includes('--fill')) {
    for (const [place, entry] of bare) {
      const integrity = askRegistry(nameOf(place), entry.version ?? '');
      if (integrity === null)
        process.stdout.write(`not in the registry: ${nameOf(place)}@${entry.version}\n`);
      else entry.integrity = integrity;
    }
    for (const [, entry] of packages) delete entry.engines;
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  } else {
    const open = bare.filter(
      ([, { optional, os, cpu }]) => !optional || (os === undefined && cpu === undefined),
    );
    for (const [place, { version }] of open)
      process.stdout.write(`${file}: no hash: ${nameOf(place)}@${version}\n`);
    const named = packages.filter(([, { resolved }]) => resolved !== undefined);
    for (const [place] of named) process.stdout.write(`${file}: names a registry: ${nameOf(place)}\n`);
    const picky = packages.filter(([, { engines }]) => engines !== undefined);
    for (const [place] of picky) process.stdout.write(`${file}: asks for a Node: ${nameOf(place)}\n`);
    if (open.length + named.length + picky.length > 0) process.exitCode = 1;
  }
}
