// A model vendor on a socket that streams chat completions by a script, and fails, limits or lies where the
// script says so. It makes embeddings too.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEmbeddings, wordVector, type EmbeddingRequest } from './fake-embeddings.ts';

export interface ScriptedRequest {
  model: string;
  system: string;
  /** The last message. */
  last: string;
  /** How often this model was asked this before. */
  before: number;
  key: string;
  body: Record<string, unknown>;
}

type ScriptedAnswer =
  | string
  /** A call of a tool. */
  | { tool: string; arguments: object }
  /** An error with its headers. */
  | { status: number; headers?: Record<string, string>; message?: string }
  /** A page instead of an answer, or a stream that ends in the middle. */
  | { lie: 'page' | 'cut' };

export interface ScriptedModel {
  /** The base URL of a connection of the kind openai-compatible. */
  url: string;
  asked: ScriptedRequest[];
  /** Requests for embeddings. */
  embedded: EmbeddingRequest[];
  /** Set to answer requests for embeddings in another way. */
  embed: (request: EmbeddingRequest) => object | { status: number };
  /** Requests without an end yet. */
  atOnce: () => number;
  mostAtOnce: () => number;
  close: () => void;
}

export async function startScriptedModel(
  answer: (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
  host = '127.0.0.1',
): Promise<ScriptedModel> {
  const asked: ScriptedRequest[] = [];
  const embedded: EmbeddingRequest[] = [];
  const counts = new Map<string, number>();
  let [atOnce, most] = [0, 0];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const wanted = readEmbeddings(request.url ?? '', JSON.parse(body) as Record<string, unknown>);
      if (wanted) {
        embedded.push(wanted);
        return sendJson(response, scripted.embed(wanted));
      }
      const parsed = JSON.parse(body) as {
        model: string;
        messages: { role: string; content: string | { text?: string }[] }[];
      };
      const { model } = parsed;
      const messages = parsed.messages.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''),
      }));
      const last = messages.at(-1)?.content ?? '';
      const system = messages.find(({ role }) => role === 'system')?.content ?? '';
      const name = `${model} ${system} ${last}`;
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      const key = (request.headers.authorization ?? '').replace('Bearer ', '');
      const order = { model, system, last, before, key, body: parsed };
      asked.push(order);
      atOnce += 1;
      most = Math.max(most, atOnce);
      response.once('close', () => (atOnce -= 1));
      void Promise.resolve(answer(order)).then((said) => send(response, model, said));
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const scripted: ScriptedModel = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    asked,
    embedded,
    embed: ({ texts, write }) => write(texts.map(wordVector)),
    atOnce: () => atOnce,
    mostAtOnce: () => most,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return scripted;
}

function sendJson(response: ServerResponse, said: object): void {
  const status = 'status' in said && typeof said.status === 'number' ? said.status : 200;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? said : { error: { message: 'No.', type: 'scripted' } }));
}

function send(response: ServerResponse, model: string, said: ScriptedAnswer): void {
  if (typeof said !== 'string' && 'status' in said) {
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers });
    response.end(JSON.stringify({ error: { message: said.message ?? 'No.', type: 'scripted' } }));
    return;
  }
  if (typeof said !== 'string' && 'lie' in said && said.lie === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Welcome</body></html>');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (more: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model, ...more })}\n\n`,
    );
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
  if (typeof said !== 'string' && 'lie' in said) {
    choice({ role: 'assistant', content: 'Half an' });
    response.end();
    return;
  }
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  if (typeof said !== 'string') {
    const call = { name: said.tool, arguments: JSON.stringify(said.arguments) };
    choice({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] });
    choice({}, 'tool_calls');
    chunk({ choices: [], usage });
    response.end('data: [DONE]\n\n');
    return;
  }
  const middle = Math.ceil(said.length / 2);
  choice({ role: 'assistant', content: said.slice(0, middle) });
  choice({ content: said.slice(middle) });
  choice({}, 'stop');
  chunk({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
