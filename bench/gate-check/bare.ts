// The minimum: the framework with one route that reads the request and answers with the same bytes.
import Fastify from 'fastify';

const [text = '{}'] = process.argv.slice(2);
const body = Buffer.from(text, 'base64');
const app = Fastify();
app.post('/v1/gate/check', (_request, reply) =>
  reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(body),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.send?.({});
process.on('SIGTERM', () => process.exit(0));
