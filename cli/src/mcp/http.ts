// MCP over streamable HTTP, stateless: each request has its own server with the tools of its credential. The
// service checks the credential before it gets here, and `fetch` asks the service with the same one.
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import { tracewell } from '@tracewell/sdk';
import { dashboardLinks } from './links.ts';
import { makeMcpServer } from './server.ts';

export interface McpCaller {
  /** Asks the interface of the service; only path and query of the URL count. */
  fetch: (request: Request) => Promise<Response>;
  publicUrl: string;
  /** The project that the answers are about; null for the whole account. */
  projectId: string | null;
  scopes: readonly string[] | null;
  now: () => number;
  version: string;
}

export type AnswerMcp = (request: Request, caller: McpCaller) => Promise<Response>;

const ANY_URL = 'http://service';

export function mcpOverHttp(): AnswerMcp {
  const callers = new WeakMap<AuthInfo, McpCaller>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (!caller) throw new Error('An MCP request has no caller.');
      const { fetch, publicUrl, projectId, ...setup } = caller;
      return makeMcpServer({
        ...setup,
        client: tracewell({ url: ANY_URL, retry: false, fetch }),
        links: dashboardLinks(publicUrl, projectId),
      });
    },
    // Nothing is ever announced, so a subscription would only keep a connection open.
    { maxSubscriptions: 0 },
  );
  return (request, caller) => {
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [...(caller.scopes ?? [])] };
    callers.set(authInfo, caller);
    return handler.fetch(request, { authInfo });
  };
}
