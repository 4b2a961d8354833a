import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { allEndpoints } from '../modules.ts';
import { KnownPaths, MAX_PARAM } from './other-methods.ts';

const ROUTES = allEndpoints.map(({ path, method }) => ({
  url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  method,
}));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

const bare = (): FastifyInstance => {
  const app = Fastify({ routerOptions: { maxParamLength: MAX_PARAM } });
  for (const { url, method } of ROUTES)
    app.route({
      method,
      url,
      handler: (request, reply) => reply.header('at', request.routeOptions.url ?? '').send(''),
    });
  return app;
};

/** The reference: every other method of every path is a route, so the router itself decides. */
function withRoutes(): FastifyInstance {
  const app = bare();
  for (const [url, routes] of Map.groupBy(ROUTES, (route) => route.url)) {
    const taken = routes.map(({ method }): string => method);
    const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])];
    const method = METHODS.filter((name) => !allow.includes(name));
    app.route({
      method,
      url,
      handler: (_request, reply) => reply.code(405).header('allow', allow.join(', ')).send(''),
    });
  }
  return app;
}

function withLookUp(): FastifyInstance {
  const app = bare();
  const paths = new KnownPaths();
  for (const { url, method } of ROUTES) paths.add(url, method);
  paths.refuseByRoute(app);
  app.setErrorHandler((error: { status?: number; headers?: Record<string, string> }, _request, reply) =>
    reply
      .code(error.status ?? 500)
      .headers(error.headers ?? {})
      .send(''),
  );
  app.setNotFoundHandler((request, reply) => {
    const refusal = paths.refusal(request.url);
    return reply
      .code(refusal?.status ?? 404)
      .headers(refusal?.headers ?? {})
      .send('');
  });
  return app;
}

it('rejects the same requests as routes for every method would', async () => {
  const [expected, found] = [withRoutes(), withLookUp()];
  const filled = (url: string, value: string) => url.replaceAll(/:\w+/g, value);
  const urls = new Set(
    ROUTES.flatMap(({ url }) => [
      filled(url, 'one'),
      filled(url, 'resolve'),
      filled(url, ''),
      filled(url, 'a%2Fb'),
      filled(url, 'x'.repeat(MAX_PARAM)),
      `${filled(url, 'one')}/`,
      `${filled(url, 'one')}?a=b`,
      url.replace('v1', '%761'),
      url.toUpperCase(),
    ]),
  );
  const differences: unknown[] = [];
  for (const url of urls) {
    for (const method of METHODS) {
      const [one, two] = await Promise.all(
        [expected, found].map((app) => app.inject({ method: method as 'GET', url })),
      );
      const seen = [one, two].map((reply) => [
        reply?.statusCode,
        reply?.headers['allow'],
        reply?.headers['at'],
      ]);
      if (JSON.stringify(seen[0]) !== JSON.stringify(seen[1]))
        differences.push([method, url.slice(0, 80), ...seen]);
    }
  }
  expect(differences).toEqual([]);
});
