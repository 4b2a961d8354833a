// Serves what `npm run build` made of the web workspace: the dashboard, and the reference at /docs. The dashboard's page
// answers every path that no other route owns, because the dashboard routes itself. Files have their version in their
// names and can be cached forever.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNotModified } from './not-modified.ts';
import type { OwnUrls } from './own-url.ts';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const FILES = '/app/';
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Not built · Tracewell</title>
    <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
    <meta name="color-scheme" content="light dark" />
  </head>
  <body>
    <main>
      <h1>The dashboard is not built</h1>
      <p>The service runs and takes records. To see the dashboard, run this where Tracewell is installed, and start it again:</p>
      <pre><code>npm run build</code></pre>
      <p>Everything it does can also be done with the interface, which <a href="/v1/openapi.json">this document</a> describes.</p>
    </main>
  </body>
</html>
`;

const POLICY = 'content-security-policy';

/** Images and sounds of messages may be on any host. The page loads one only when the reader asks for it. */
const withMedia = (policy: string): string =>
  policy.replace(/img-src [^;]*/, "img-src 'self' data: https:;media-src 'self' data: https:");

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

interface Page {
  text: string;
  etag: string;
}

function readPage(file: string, urls: OwnUrls): Page | null {
  try {
    const text = urls.inPage(readFileSync(file, 'utf8'));
    // A weak tag, because compression changes the bytes.
    return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  } catch {
    return null;
  }
}

/** The build is read once at start, so that a page never gets the files of another build. */
export async function addDashboard(app: FastifyInstance, urls: OwnUrls, folder = BUILT): Promise<SendPage> {
  const page = readPage(path.join(folder, 'index.html'), urls);
  const reference = readPage(path.join(folder, 'docs.html'), urls);
  if (page) {
    const root = path.join(folder, 'app');
    await app.register(fastifyStatic, {
      root,
      serve: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
    });
    // One route for all files: a route for each took a quarter of the time that the routes need at start. Only
    // names that existed at start are looked up, so no path can leave the folder.
    const names = new Set(readdirSync(root));
    app.get<{ Params: { name: string } }>(`${FILES}:name`, ({ params }, reply) =>
      names.has(params.name) ? reply.sendFile(params.name) : reply.callNotFound(),
    );
  }
  const send = (request: FastifyRequest, reply: FastifyReply, one: Page | null): FastifyReply => {
    reply.type('text/html; charset=utf-8');
    if (!one) return reply.code(503).header('cache-control', 'no-store').send(urls.inPage(NOT_BUILT));
    // The page names the files of its build, so browsers revalidate it each time, mostly with a 304.
    reply.header('cache-control', 'no-cache').header('etag', one.etag);
    if (isNotModified(request.headers['if-none-match'], one.etag)) return reply.code(304).send();
    return reply.code(200).send(one.text);
  };
  const sendDashboard: SendPage = (request, reply) => {
    if (page) reply.header(POLICY, withMedia(String(reply.getHeader(POLICY))));
    return send(request, reply, page);
  };
  app.get('/', sendDashboard);
  app.get('/docs', (request, reply) => send(request, reply, reference));
  return sendDashboard;
}

const OTHERS =
  /^\/(?:v1|operator|metrics|docs|assets|app|api|otel|runs|info|feedback|custom|oai|anthropic|googleapis|is-alive|arize_phoenix_version|mcp|oauth|\.well-known)(?:[/?]|$)/;

/** A browser navigation to a path that no other route owns. */
export const wantsDashboard = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !OTHERS.test(url) &&
  (headers.accept ?? '').includes('text/html');
