// A service over a real socket that answers as the test says. Requests and answers have to match
// openapi/openapi.json, so neither a command nor a test can make up an interface.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, object>; $ref?: string }>;
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

const ajv = new Ajv({ strict: false, allErrors: false });
formats.default(ajv);
ajv.addSchema(DOCUMENT, 'openapi');

interface Asked {
  path: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}

interface Reply {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** By method and path as in the document: `GET /v1/prompts/{id}`. */
type Script = Record<string, (asked: Asked) => Reply | object>;

export interface DeclaredService {
  url: string;
  /** Requests in order, with their names. */
  asked: (Asked & { name: string })[];
  /** Ends the service; throws if a request or an answer did not match its declaration. */
  close(): Promise<void>;
}

export const fault = (status: number, reason: string, error: string): Reply => ({
  status,
  body: { error, reason },
});

export async function declaredService(script: Script): Promise<DeclaredService> {
  const asked: DeclaredService['asked'] = [];
  const violations: string[] = [];
  const routes = Object.entries(script).map(([name, answer]) => routeOf(name, answer));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const sent = await text(request);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (!route) {
      const body = { error: `There is no ${request.method} ${pathname} in this test.`, reason: 'not_found' };
      response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const groups = route.pattern.exec(pathname)?.groups ?? {};
    const given = {
      path: Object.fromEntries(
        Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]),
      ),
      query: Object.fromEntries(searchParams),
      body: sent === '' ? null : (JSON.parse(sent) as unknown),
      headers: request.headers,
    };
    asked.push({ name: route.name, ...given });
    violations.push(...requestFaults(route, given));
    const answer = route.answer(given);
    const reply: Reply = 'body' in answer ? answer : { body: answer };
    const status = reply.status ?? 200;
    if (typeof reply.body !== 'string') violations.push(...answerFaults(route, status, reply.body));
    response
      .writeHead(status, { 'content-type': 'application/json', ...reply.headers })
      .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      violations.push(String(error));
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (violations.length > 0) throw new Error(violations.join('\n'));
    },
  };
}

type Answering = Script[string];

interface Route {
  name: string;
  answer: Answering;
  method: string;
  path: string;
  pattern: RegExp;
  operation: Operation;
}

function routeOf(name: string, answer: Answering): Route {
  const [method = '', path = ''] = name.split(' ');
  const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${name} is not in openapi.json.`);
  const source = path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { name, answer, method, path, pattern: new RegExp(`^${source}$`), operation };
}

function requestFaults({ method, path, operation }: Route, { query, body }: Asked): string[] {
  const declared = (operation.parameters ?? []).filter((each) => each.in === 'query');
  const known = new Set(declared.map(({ name }) => name));
  return [
    ...Object.keys(query)
      .filter((name) => !known.has(name))
      .map((name) => `${method} ${path} has no parameter ${name}.`),
    ...declared
      .filter(({ name, required }) => required === true && !(name in query))
      .map(({ name }) => `${method} ${path} needs the parameter ${name}.`),
    ...(operation.requestBody === undefined
      ? []
      : faultsOf(`${method} ${path}`, [path, method.toLowerCase(), 'requestBody'], body)),
  ];
}

function answerFaults({ method, path, operation }: Route, status: number, body: unknown): string[] {
  const declared = operation.responses[String(status)];
  if (!declared) return [`${method} ${path} never answers ${status}.`];
  if (!declared.content?.['application/json']) return [];
  return faultsOf(
    `The answer of ${method} ${path}`,
    [path, method.toLowerCase(), 'responses', String(status)],
    body,
  );
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function faultsOf(what: string, place: readonly string[], value: unknown): string[] {
  const pointer = [...place, 'content', 'application/json', 'schema'].map(escaped).join('/');
  const isValid = ajv.compile({ $ref: `openapi#/paths/${pointer}` });
  return isValid(value) ? [] : [`${what}: ${ajv.errorsText(isValid.errors)}`];
}
