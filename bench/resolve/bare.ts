// The minimum: the framework with one route that answers with the same bytes and headers, and nothing else.
import Fastify from 'fastify';

const [text = '{}', etag = ''] = process.argv.slice(2);
const body = Buffer.from(text, 'base64');
const app = Fastify();
app.get('/v1/prompts/resolve', (_request, reply) =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag,
    })
    .send(body),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.send?.({});
process.on('SIGTERM', () => process.exit(0));
