// A real HTTP server on loopback that keeps the requests it receives and answers as the test says: well,
// badly, or never.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answering = (response: ServerResponse, received: Received) => void;

interface Receiver {
  url: string;
  received: Received[];
  /** Applies from now on. */
  answer(how: Answering): void;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end('a stranger’s words');

export const hang: Answering = () => undefined;

/** A very large body, sent as fast as the client reads. */
export const gigabyte: Answering = (response) => {
  response.writeHead(200, { 'content-length': String(2 ** 30) });
  const chunk = Buffer.alloc(65_536, 'x');
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  pour();
};

export async function openReceiver(how: Answering = status(200)): Promise<Receiver> {
  const received: Received[] = [];
  let answering = how;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(one);
    answering(response, one);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (next) => {
      answering = next;
    },
  };
}
