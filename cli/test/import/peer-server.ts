// A back end over a real socket that answers as the documentation of its interface says.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
