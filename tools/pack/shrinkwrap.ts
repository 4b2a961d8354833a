// The lock of the package `tracewell`, cut out of the lock of the repository: people who install it get the versions that were
// tested, and not whatever fits a range on that day.

export interface LockedPackage {
  version?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  engines?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

type Packages = Readonly<Record<string, LockedPackage>>;

interface LockedManifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

interface Shrinkwrap {
  packages: Packages;
}

/** npm would install them unchecked. */
export const withoutHash = ({ packages }: Shrinkwrap): string[] =>
  Object.entries(packages)
    .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));

/** `added` are packages that the lock of the repository does not have. */
export function shrinkwrapOf(
  manifest: LockedManifest,
  locked: Packages,
  added: Packages,
): Shrinkwrap & Record<string, unknown> {
  const known: Packages = { ...locked, ...added };
  const kept = new Map<string, LockedPackage>();
  const waiting = [...namesIn(manifest)].map((name) => ({ name, from: '' }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = pathOf(known, next.from, next.name);
    // A package for another platform, or an optional peer, that the registry did not offer.
    if (place === null || kept.has(place)) continue;
    const entry = installed(known[place] ?? {});
    kept.set(place, entry);
    for (const name of namesIn(entry)) waiting.push({ name, from: place });
  }
  const missing = Object.keys(manifest.dependencies).filter((name) => !kept.has(`node_modules/${name}`));
  if (missing.length > 0) throw new Error(`The lock of the repository lacks ${missing.join(', ')}.`);
  const { name, version } = manifest;
  const sorted = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(sorted) },
  };
}

/**
 * Removes the fields that apply only in the repository. It also removes `engines`, which is about the Node
 * that runs npm; the service runs on its own Node.
 */
function installed(entry: LockedPackage): LockedPackage {
  const { dev: _dev, devOptional: _devOptional, peer: _peer, engines: _engines, ...rest } = entry;
  return rest;
}

function* namesIn(entry: LockedPackage): Generator<string> {
  yield* Object.keys(entry.dependencies ?? {});
  yield* Object.keys(entry.optionalDependencies ?? {});
  for (const name of Object.keys(entry.peerDependencies ?? {})) {
    if (!entry.peerDependenciesMeta?.[name]?.optional) yield name;
  }
}

/** Where Node finds a package: beside the one that needs it, or in the nearest folder above. */
function pathOf(known: Packages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (Object.hasOwn(known, place)) return place;
    if (folder === '') return null;
  }
}
