// Serves everything besides the interface: its document, the dashboard and the reference. The last two are ordinary
// clients of the interface; no data is put into them here.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error';
import { addDashboard, wantsDashboard } from './dashboard.ts';
import { sendError } from './error-reply.ts';
import { addDocument } from './openapi-routes.ts';
import type { KnownPaths } from './other-methods.ts';
import type { OwnUrls } from './own-url.ts';

const ASSETS = fileURLToPath(new URL('../../../web/assets/', import.meta.url));

const nothingHere = () => new AppError('not_found', 'not_found', 'There is nothing at this path.');

interface PagesOptions {
  document: () => Record<string, unknown>;
  /** The folder of the built dashboard; the web workspace by default. */
  dashboard?: string | undefined;
  urls: OwnUrls;
}

export async function addPages(
  app: FastifyInstance,
  paths: KnownPaths,
  { dashboard, document, urls }: PagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS,
    prefix: '/assets/',
    // One route per file that exists at start: no path is looked up, so none can leave the folder.
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    cacheControl: false,
    // File names have no version, so browsers revalidate pages and scripts each time, mostly with a 304.
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  addDocument(app, paths, document);
  const sendDashboard = await addDashboard(app, urls, dashboard);
  for (const page of ['/', '/docs']) paths.add(page, 'GET');
  app.setNotFoundHandler((request, reply) =>
    wantsDashboard(request)
      ? sendDashboard(request, reply)
      : sendError(request, reply, paths.refusal(request.url) ?? nothingHere()),
  );
}
