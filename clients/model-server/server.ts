// A model vendor on loopback: it answers OpenAI, Anthropic and Google clients, with constant usage and faults
// on purpose.
//   node clients/model-server/server.ts [port]      MODEL_SERVER_LATENCY_MS=200 slows every answer
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { anthropicEvents, anthropicMessage } from './anthropic.ts';
import { faultOf, type Fault } from './answers.ts';
import { geminiContent } from './gemini.ts';
import { chatCompletion, chatCompletionEvents, embeddings } from './openai-chat.ts';
import { openaiResponse, openaiResponseEvents } from './openai-responses.ts';
import { readJson, sendEvents, sendJson, type Json } from './wire.ts';

export interface ModelServer {
  url: string;
  /** Requests of each model since the last `forget`. */
  forget: () => void;
  close: () => void;
}

function sendFault(response: ServerResponse, path: string, { status, type, message }: Fault): void {
  if (status === 429) response.setHeader('retry-after', '0');
  if (path.endsWith('/messages')) sendJson(response, status, { type: 'error', error: { type, message } });
  else sendJson(response, status, { error: { message, type, param: null, code: null } });
}

function answer(response: ServerResponse, path: string, body: Json, id: string): void {
  const isStream = body['stream'] === true;
  if (path.endsWith('/chat/completions')) {
    if (isStream) sendEvents(response, chatCompletionEvents(body, id));
    else sendJson(response, 200, chatCompletion(body, id));
  } else if (path.endsWith('/responses')) {
    if (isStream) sendEvents(response, openaiResponseEvents(body, id));
    else sendJson(response, 200, openaiResponse(body, id));
  } else if (path.endsWith('/embeddings')) {
    sendJson(response, 200, embeddings(body));
  } else if (path.endsWith('/messages')) {
    if (isStream) sendEvents(response, anthropicEvents(body, id));
    else sendJson(response, 200, anthropicMessage(body, id));
  } else {
    const gemini = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path);
    if (gemini === null) sendJson(response, 404, { error: { message: `No such path: ${path}` } });
    else if (gemini[2] === 'generateContent')
      sendJson(response, 200, geminiContent(String(gemini[1]), body, id));
    else sendEvents(response, [{ data: geminiContent(String(gemini[1]), body, id) }]);
  }
}

export async function startModelServer({
  port = 0,
  latencyMs = 0,
  host = '127.0.0.1',
} = {}): Promise<ModelServer> {
  const seen = new Map<string, number>();
  let requests = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = await readJson(request);
    const model = typeof body['model'] === 'string' ? body['model'] : '';
    const before = seen.get(model) ?? 0;
    seen.set(model, before + 1);
    requests += 1;
    if (latencyMs > 0) await pause(latencyMs);
    const fault = faultOf(model, before);
    if (fault === null) answer(response, path, body, `resp_fake_${requests}`);
    else sendFault(response, path, fault);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      sendJson(response, 400, { error: { message: String(error), type: 'invalid_request_error' } }),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    forget: () => seen.clear(),
    close: () => server.close(),
  };
}

if (import.meta.main) {
  const latencyMs = Number(process.env['MODEL_SERVER_LATENCY_MS'] ?? 0);
  const { url } = await startModelServer({ port: Number(process.argv[2] ?? 0), latencyMs });
  process.stdout.write(`${url}\n`);
}
