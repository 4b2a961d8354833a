// Security headers for browsers. They are the same for every answer, so helmet computes them once at start;
// per request it would cost as much as a quick answer.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { NO_SCHEMAS } from './no-schemas.ts';

const OF_THE_ANSWER = new Set(['connection', 'content-length', 'content-type', 'date']);

export async function addSecurityHeaders(
  app: FastifyInstance,
  options: FastifyHelmetOptions,
): Promise<Readonly<Record<string, string>>> {
  const asked = Fastify({ schemaController: NO_SCHEMAS });
  await asked.register(helmet, options);
  asked.get('/', async () => '');
  const { headers } = await asked.inject('/');
  await asked.close();
  const fixed = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_ANSWER.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
  return fixed;
}
