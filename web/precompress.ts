// Compresses each built file once at the highest level, so that the service never compresses during a
// request.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg|html)$/;
const SMALL = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < SMALL) return;
  const hint = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  await Promise.all([
    brotli(bytes, hint).then((small) => writeFile(`${file}.br`, small)),
    zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir }) => {
    if (dir === undefined) return;
    const files = await readdir(path.join(dir, 'app'));
    await Promise.all(
      files.filter((name) => TEXT.test(name)).map((name) => compress(path.join(dir, 'app', name))),
    );
  },
});
