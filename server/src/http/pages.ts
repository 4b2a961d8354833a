// The pages that people see: files of the web workspace under paths without endings, and a not-found page for browsers.
// They are clients of the interface like any other; nothing is put into them here.
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error';
import { addDocs, type DocsOptions } from './docs-page/routes.ts';
import { sendError } from './error-reply.ts';
import { refuseOtherMethods } from './routes.ts';

const WEB = new URL('../../../web/', import.meta.url);
const PAGES = fileURLToPath(new URL('pages/', WEB));
const ASSETS = fileURLToPath(new URL('assets/', WEB));

const FILES: Readonly<Record<string, string>> = {
  '/': 'home.html',
  '/signin': 'signin.html',
  '/signup': 'signup.html',
  '/welcome': 'welcome.html',
  '/reset': 'reset.html',
  '/invite': 'invite.html',
};

export async function addPages(app: FastifyInstance, docs: DocsOptions): Promise<void> {
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
  for (const [url, file] of Object.entries(FILES)) {
    app.get(url, (_request, reply) => reply.sendFile(file, PAGES));
    refuseOtherMethods(app, url, new Set(['GET']));
  }
  addDocs(app, docs);
}

const OF_PROGRAMS = /^\/(?:v1|operator|metrics)(?:[/?]|$)/;

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !OF_PROGRAMS.test(url) &&
  (headers.accept ?? '').includes('text/html');

/** A person who mistyped gets a page; a program gets the error form, and so does everyone under /v1. */
export function notFoundReply(): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const page = readFileSync(`${PAGES}not-found.html`, 'utf8');
  return (request, reply) =>
    wantsPage(request)
      ? reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
      : sendError(request, reply, new AppError('not_found', 'not_found', 'There is nothing at this path.'));
}
