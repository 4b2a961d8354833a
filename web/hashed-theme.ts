// Gives the script that runs before the first paint a name with its content hash, as the other files have. The
// browser then keeps it and has no reason to ask for it again, which would hold up everything behind it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const IN_PAGE = '/assets/theme.js';

export function hashedTheme(): Plugin {
  const source = readFileSync(path.join(import.meta.dirname, IN_PAGE), 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `app/theme-${hash}.js`;
  return {
    name: 'hashed-theme',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(IN_PAGE, `./${fileName}`) },
  };
}
