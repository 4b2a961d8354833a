// MCP over standard input and output, for clients that start a local program. It asks the service with the
// user's own key.
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { tracewell, unwrap } from '@tracewell/sdk';
import { dashboardLinks } from './links.ts';
import { makeMcpServer } from './server.ts';

interface StdioOptions {
  url: string;
  apiKey: string;
  projectId: string | null;
  version: string;
}

/**
 * Resolves when the client has closed the pipe, and throws if the service does not accept the key. Standard
 * output belongs to the protocol.
 */
export async function mcpOverStdio({ url, apiKey, projectId, version }: StdioOptions): Promise<void> {
  const client = tracewell({
    url,
    apiKey,
    headers: { 'user-agent': `tracewell-mcp/${version}` },
    ...(projectId === null ? {} : { projectId }),
  });
  const { key } = await unwrap(client.GET('/v1/account'));
  const links = dashboardLinks(url, projectId);
  const setup = { client, links, now: Date.now, version, scopes: key.scopes };
  const ended = once(process.stdin, 'close');
  const handle = serveStdio(() => makeMcpServer(setup));
  await ended;
  await handle.close();
}
