// POST /mcp: the MCP server of the service. Its tools ask the public interface, here through the framework
// and without a socket, with the credential of the request. So every check of an endpoint applies to a tool.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerMcp, McpCaller } from '@tracewell/cli/mcp';
import { AppError } from '#lib/app-error';
import { once } from '#lib/later';
import { accountContext } from '#core/access/authenticate';
import type { Context, Services } from '#core/context';
import type { Admission } from '#core/endpoint';
import { credentialsOf } from './authenticate.ts';
import { disconnectSignal } from './client-disconnected.ts';
import { mcpChallenge } from './oauth.ts';
import { originOf } from './origin.ts';
import type { KnownPaths } from './other-methods.ts';
import type { RequestLimits } from './request-limits.ts';

const MCP_PATH = '/mcp';
/** The library parses a body in one go. No tool takes more. */
const MCP_BODY_LIMIT = 512 * 1_024;

/** A key only: a page of another site cannot use the session of a browser. */
const ADMISSION: Admission = { access: { scope: 'read', credential: 'bearer' }, project: 'scoped' };

interface McpOptions {
  services: Services;
  limits: RequestLimits;
}

export function addMcpRoute(app: FastifyInstance, paths: KnownPaths, { services, limits }: McpOptions): void {
  const { config, clock } = services;
  // Loaded by the first request. Most processes never get one.
  const answerMcp = once(async (): Promise<AnswerMcp> => (await import('@tracewell/cli/mcp')).mcpOverHttp());
  app.post(MCP_PATH, { bodyLimit: MCP_BODY_LIMIT }, async (request, reply) => {
    const origin = originOf(request, config.publicUrl);
    const ctx = await accountContext(
      services,
      credentialsOf(request, config, false),
      origin,
      ADMISSION,
    ).catch((error: unknown) => {
      throw withChallenge(error, config.publicUrl);
    });
    // Each request of a tool is counted too, where it arrives.
    limits.count({ auth: 'account', access: ADMISSION.access }, ctx);
    const caller: McpCaller = {
      fetch: inProcess(app, request),
      publicUrl: config.publicUrl,
      projectId: ctx.project?.id ?? null,
      scopes: scopesOf(ctx),
      now: () => clock.now(),
      version: config.version,
    };
    const answer = await answerMcp();
    return sendAnswer(reply, await answer(webRequest(request), caller));
  });
  paths.add(MCP_PATH, 'POST');
}

/** A 401 also says where an application can ask a person for a key. */
function withChallenge(error: unknown, publicUrl: string): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error;
  const { code, reason, message } = error;
  return new AppError(code, reason, message, { headers: { 'www-authenticate': mcpChallenge(publicUrl) } });
}

const scopesOf = ({ actor }: Context): readonly string[] | null => (actor.type === 'key' ? actor.scopes : []);

/** Only for the form of the URL: the request does not leave the process. */
const IN_PROCESS = 'http://in-process';

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  return new Request(`${IN_PROCESS}${MCP_PATH}`, {
    method: 'POST',
    headers,
    body: request.body instanceof Uint8Array ? new Uint8Array(request.body) : null,
    signal: disconnectSignal(request.raw),
  });
}

/** Headers that say who asks. The others belong to the MCP request. */
const PASSED_ON = ['authorization', 'x-project-id', 'user-agent', 'host'];

/** A `fetch` that hands the request to the routes of this process. */
const inProcess =
  (app: FastifyInstance, caller: FastifyRequest) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const passed = PASSED_ON.flatMap((name) => {
      const value = caller.headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const reply = await app.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(passed), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: body }),
      remoteAddress: caller.ip,
      signal: request.signal,
    });
    const headers = new Headers();
    for (const name of ['content-type', 'retry-after', 'x-request-id']) {
      const value = reply.headers[name];
      if (value !== undefined) headers.set(name, String(value));
    }
    const isEmpty = reply.rawPayload.length === 0;
    return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers,
    });
  };

/** Answers are bounded, so one is sent as a whole, also if it has the form of a stream with one event. */
async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const text = await answer.text();
  reply.code(answer.status).header('cache-control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.send(text === '' ? null : text);
}
