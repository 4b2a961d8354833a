// Serves the OpenAPI document. Each form is made on the first request and cached for the life of the process.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import type * as Yaml from 'yaml';
import { load, once } from '#lib/later';
import { isNotModified } from './not-modified.ts';
import type { KnownPaths } from './other-methods.ts';

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

export function addDocument(
  app: FastifyInstance,
  paths: KnownPaths,
  document: () => Record<string, unknown>,
): void {
  const serve = (url: string, type: string, write: () => string) => {
    let text: Text | null = null;
    app.get(url, (request, reply): FastifyReply => {
      text ??= taggedText(write());
      reply.header('cache-control', KEEP).header('etag', text.etag);
      return isNotModified(request.headers['if-none-match'], text.etag)
        ? reply.code(304).send()
        : reply.type(type).send(text.body);
    });
    paths.add(url, 'GET');
  };
  serve('/v1/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(document(), null, 2));
  serve('/v1/openapi.yaml', 'application/yaml; charset=utf-8', () =>
    yaml().stringify(document(), { lineWidth: 0, aliasDuplicateObjects: false }),
  );
}
