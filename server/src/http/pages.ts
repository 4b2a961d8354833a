// What is served besides the interface: the dashboard, the reference, and the files of the reference.
// They are clients of the interface like any other; nothing is put into them here.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error';
import { addDashboard, wantsDashboard } from './dashboard.ts';
import { addDocs, type DocsOptions } from './docs-page/routes.ts';
import { sendError } from './error-reply.ts';

const ASSETS = fileURLToPath(new URL('../../../web/assets/', import.meta.url));

export interface PagesOptions extends DocsOptions {
  /** Where the dashboard was built; the web workspace unless said. */
  dashboard?: string | undefined;
}

export async function addPages(app: FastifyInstance, { dashboard, ...docs }: PagesOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS,
    prefix: '/assets/',
    // A route per file that is there at the start: no path is ever looked up, so none can lead out of the folder.
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // File names carry no version: a page and its scripts must be asked for again, and are mostly a 304.
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  addDocs(app, docs);
  const sendDashboard = await addDashboard(app, dashboard);
  app.setNotFoundHandler((request, reply) =>
    wantsDashboard(request)
      ? sendDashboard(request, reply)
      : sendError(request, reply, new AppError('not_found', 'not_found', 'There is nothing at this path.')),
  );
}
