// Checks the hashes of package-lock.json. Without an argument it fails if a package has none, except for
// optional platform packages, because a registry mirror may not carry them.
// With --fill it fetches missing hashes from the registry and names the packages that it does not carry.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const FILE = 'package-lock.json';
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Package> };

const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const bare = Object.entries(lock.packages).filter(
  ([place, { link, integrity }]) => place.includes('node_modules/') && !link && integrity === undefined,
);

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

if (process.argv.includes('--fill')) {
  for (const [place, entry] of bare) {
    const integrity = askRegistry(nameOf(place), entry.version ?? '');
    if (integrity === null) process.stdout.write(`not in the registry: ${nameOf(place)}@${entry.version}\n`);
    else entry.integrity = integrity;
  }
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
} else {
  const open = bare.filter(
    ([, { optional, os, cpu }]) => !optional || (os === undefined && cpu === undefined),
  );
  for (const [place, { version }] of open) process.stdout.write(`no hash: ${nameOf(place)}@${version}\n`);
  if (open.length > 0) process.exitCode = 1;
}
