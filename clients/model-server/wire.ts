// Reading requests and writing replies, as JSON or as a stream of events.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export type Json = Record<string, unknown>;

export async function readJson(request: IncomingMessage): Promise<Json> {
  const body = await text(request);
  return body === '' ? {} : (JSON.parse(body) as Json);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_fake' });
  response.end(JSON.stringify(body));
}

export interface ServerEvent {
  event?: string;
  data: unknown;
}

/** Strings are sent as they are (`[DONE]`), everything else as JSON. */
export function sendEvents(response: ServerResponse, events: readonly ServerEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_fake' });
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** In two pieces, so that a client has something to join. */
export const pieces = (text: string): [string, string] => {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
