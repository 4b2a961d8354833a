// What a browser has to fetch before it can show the overview: scripts and styles, compressed as the service
// sends them. Run `npm run build` first. The exit code is 1 above the limit.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT_BYTES = 250_000;
const PAGE = process.argv[2] ?? 'src/pages/overview/page.tsx';
const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url));

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** The chunk and everything that it needs before it runs, without what it loads later. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const css of chunk.css ?? []) found.add(css);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

const files = [...new Set([...filesOf('index.html'), ...filesOf(PAGE)])].map((file) => {
  const bytes = readFileSync(path.join(DIST, file));
  return {
    file,
    plain: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
  };
});

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (kind: 'plain' | 'gzip' | 'brotli', ending: string): number =>
  files.filter(({ file }) => file.endsWith(ending)).reduce((total, file) => total + file[kind], 0);

for (const { file, plain, gzip, brotli } of files.toSorted((a, b) => b.plain - a.plain)) {
  console.log(
    `${file.padEnd(40)} ${kB(plain).padStart(10)}  gzip ${kB(gzip).padStart(9)}  brotli ${kB(brotli).padStart(9)}`,
  );
}
const script = sum('gzip', '.js');
console.log(`\nfirst load of ${PAGE}: script ${kB(script)} gzip, ${kB(sum('brotli', '.js'))} brotli;`);
console.log(`styles ${kB(sum('gzip', '.css'))} gzip; limit for script ${kB(LIMIT_BYTES)}`);
process.exitCode = script > LIMIT_BYTES ? 1 : 0;
