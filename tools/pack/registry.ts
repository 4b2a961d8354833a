// A registry that has our packages and asks another one for everything else. Only with a registry does npm use the lock inside a
// package: it ignores the one of a tarball on disk.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

interface Manifest {
  name: string;
  version: string;
}

interface Published {
  manifest: Manifest;
  tarball: string;
}

interface Registry {
  url: string;
  close: () => void;
}

/** The newest package is the last. */
export async function openRegistry(published: readonly Published[], behind: string): Promise<Registry> {
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '/').slice(1);
    const file = published.find(({ tarball }) => asked === `-/${path.basename(tarball)}`);
    const versions = published.filter(({ manifest }) => manifest.name === asked);
    if (file) response.end(readFileSync(file.tarball));
    else if (versions.length === 0) response.writeHead(307, { location: behind + asked }).end();
    else response.end(JSON.stringify(packument(versions, url)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}

function packument(versions: readonly Published[], url: string): object {
  const entries = versions.map(({ manifest, tarball }) => {
    const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    const dist = { tarball: `${url}-/${path.basename(tarball)}`, integrity };
    return [manifest.version, { ...manifest, _hasShrinkwrap: true, dist }] as const;
  });
  const latest = versions.at(-1)?.manifest;
  return {
    name: latest?.name,
    'dist-tags': { latest: latest?.version },
    versions: Object.fromEntries(entries),
  };
}
