// A back end over a real socket that answers as the documentation of its interface says.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

interface PeerRequest {
  query: URLSearchParams;
  body: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
  /** What the groups of the path matched. */
  path: string[];
}

interface PeerReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Answer = (request: PeerRequest) => unknown;

export class PeerReplyError extends Error {
  readonly reply: PeerReply;
  constructor(reply: PeerReply) {
    super(String(reply.status));
    this.reply = reply;
  }
}

export interface PeerServer {
  url: string;
  /** `GET /path`, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** By method and a pattern of the whole path. What is not there is a 404. */
export async function peerServer(routes: Record<string, Answer>): Promise<PeerServer> {
  const asked: string[] = [];
  const known = Object.entries(routes).map(([name, answer]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, pattern: new RegExp(`^${path}$`), answer };
  });
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const sent = await text(request);
      asked.push(`${request.method} ${pathname}`);
      const route = known.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
      let reply: PeerReply = { status: 404, body: { message: 'not found' } };
      try {
        if (route) {
          const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
          const path = [...(route.pattern.exec(pathname) ?? [])].slice(1).map(decodeURIComponent);
          reply = {
            status: 200,
            body: route.answer({ query: searchParams, body, headers: request.headers, path }),
          };
        }
      } catch (error) {
        reply = error instanceof PeerReplyError ? error.reply : { status: 500, body: String(error) };
      }
      response
        .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        .end(JSON.stringify(reply.body ?? {}));
    })();
  });
  return { url: await listening(server), asked, close: () => closed(server) };
}

/** Passes requests on to a service, each after a wait, so that an import can be met in its middle. */
export async function slowWayTo(
  url: string,
): Promise<{ url: string; wait: { ms: number }; close(): Promise<void> }> {
  const wait = { ms: 0 };
  const server = createServer((request, response) => {
    (async () => {
      const sent = await text(request);
      await pause(wait.ms);
      const { authorization, 'user-agent': agent } = request.headers;
      const answer = await fetch(url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(agent === undefined ? {} : { 'user-agent': agent }),
          ...(sent === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === '' ? {} : { body: sent }),
      });
      const body = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    })().catch(() => {
      // The process that asked was killed.
      response.destroy();
    });
  });
  return { url: await listening(server), wait, close: () => closed(server) };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const closed = (server: Server): Promise<void> =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
