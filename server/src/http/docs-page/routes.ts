// Serves /docs and the OpenAPI document. Each is rendered on the first request and cached for the life of the
// process.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type * as Yaml from 'yaml';
import { load, once } from '#lib/later';
import type { KnownPaths } from '../other-methods.ts';
import type { OwnUrls } from '../own-url.ts';
import type { Document } from './document.ts';
import { docsPage } from './page.ts';

const yaml = once(() => load('yaml') as typeof Yaml);

/** The document does not change while a process runs, so clients may cache it for a while. */
const KEEP = 'public, max-age=300';

interface Text {
  body: string;
  etag: string;
}

// A weak tag, because compression changes the bytes.
const taggedText = (body: string): Text => ({
  body,
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

export interface DocsOptions {
  document: () => Record<string, unknown>;
  baseUrl: string;
  urls: OwnUrls;
}

export function addDocs(
  app: FastifyInstance,
  paths: KnownPaths,
  { document, baseUrl, urls }: DocsOptions,
): void {
  const serve = (url: string, type: string, caching: string, write: () => string) => {
    let text: Text | null = null;
    app.get(url, (request, reply): FastifyReply => {
      text ??= taggedText(write());
      reply.header('cache-control', caching).header('etag', text.etag);
      return isKnown(request, text.etag) ? reply.code(304).send() : reply.type(type).send(text.body);
    });
    paths.add(url, 'GET');
  };
  serve('/docs', 'text/html; charset=utf-8', 'no-cache', () =>
    urls.inPage(docsPage(document() as unknown as Document, baseUrl)),
  );
  serve('/v1/openapi.json', 'application/json; charset=utf-8', KEEP, () =>
    JSON.stringify(document(), null, 2),
  );
  serve('/v1/openapi.yaml', 'application/yaml; charset=utf-8', KEEP, () =>
    yaml().stringify(document(), { lineWidth: 0, aliasDuplicateObjects: false }),
  );
}
