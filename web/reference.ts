// Puts the reference at /docs into the build: the page, and Swagger UI as its package has it. The names of its
// files have their content hash, as those of the dashboard.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const inPackage = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));

const FILES: Readonly<Record<string, string>> = {
  '/app/swagger-ui.js': 'swagger-ui-bundle.js',
  '/app/swagger-ui.css': 'swagger-ui.css',
};
const LICENSES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];

/** The files ask for their source maps, which are not served. */
const withoutMap = (text: string): string => text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');

export const reference = (): Plugin => ({
  name: 'reference',
  apply: 'build',
  generateBundle() {
    let page = readFileSync(path.join(import.meta.dirname, 'docs.html'), 'utf8');
    for (const [inPage, file] of Object.entries(FILES)) {
      const source = withoutMap(inPackage(file).toString('utf8'));
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const { dir, name, ext } = path.posix.parse(inPage);
      const fileName = `${dir.slice(1)}/${name}-${hash}${ext}`;
      page = page.replace(inPage, `/${fileName}`);
      this.emitFile({ type: 'asset', fileName, source });
    }
    this.emitFile({ type: 'asset', fileName: 'docs.html', source: page });
    this.emitFile({
      type: 'asset',
      fileName: 'app/swagger-ui-bundle.js.LICENSE.txt',
      source: LICENSES.map((name) => inPackage(name).toString('utf8')).join('\n'),
    });
  },
});
