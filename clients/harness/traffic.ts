// A server between client and target. It records every request, and answers the first stored batch with an
// error, as if the network had lost the answer. The client then sends the batch again.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** What the target answered, whatever the client saw. */
  status: number;
}

export interface TargetReply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

export type Answer = (request: Omit<SeenRequest, 'status'>) => Promise<TargetReply>;

export interface Traffic {
  url: string;
  seen: readonly SeenRequest[];
  /** How many requests had the bytes of the first batch. */
  sentAgain: () => number;
  close: () => void;
}

const BATCH = /\/ingestion$|\/otel$|\/traces$|\/logs$|\/runs(?:\/|$)|\/log$|\/litellm$/;

const digest = ({ path, body }: { path: string; body: Buffer }): string =>
  createHash('sha256').update(path).update(body).digest('hex');

/** Headers that belong to one connection only. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'content-length',
  'expect',
]);

/** Forwards requests to the product. */
export const forwardTo =
  (url: string): Answer =>
  async ({ method, path, headers, body }) => {
    const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
    // `fetch` would add that it accepts anything, and protobuf would be answered in JSON.
    const type = headers['content-type'];
    if (headers['accept'] === undefined && type === 'application/x-protobuf') kept.push(['accept', type]);
    const reply = await fetch(url + path, {
      method,
      headers: Object.fromEntries(kept),
      redirect: 'manual',
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
    });
    const back = [...reply.headers].filter(
      ([name]) => !OF_CONNECTION.has(name) && name !== 'content-encoding',
    );
    return {
      status: reply.status,
      headers: Object.fromEntries(back),
      body: Buffer.from(await reply.arrayBuffer()),
    };
  };

export async function startTraffic(answer: Answer, failWith: number | null): Promise<Traffic> {
  const seen: SeenRequest[] = [];
  let lost: string | null = null;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const came = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await buffer(request),
    };
    const reply = await answer(came);
    seen.push({ ...came, status: reply.status });
    const isBatch = came.method === 'POST' && BATCH.test(new URL(came.path, 'http://localhost').pathname);
    if (failWith !== null && lost === null && isBatch && reply.status < 300) {
      lost = digest(came);
      response.writeHead(failWith, { 'content-type': 'application/json' });
      response.end('{"error":"the harness lost the answer"}');
      return;
    }
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: String(error) }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    sentAgain: () => seen.filter((request) => digest(request) === lost).length,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
