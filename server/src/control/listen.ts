// The running server takes commands from the same machine through a socket in the data directory that only
// its user can open: everything that only the process with the in-process records can do.
import { rmSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError, invalid } from '#lib/app-error';
import { http } from '#lib/later';
import { parseJson } from '#lib/safe-json';
import type { Services } from '#core/context';
import { toAppError } from '#core/failure';
import { orderExport, orderImport } from '#archive';
import { serveBackup } from './serve-backup.ts';
import { SOCKET, atSocket } from './socket-path.ts';

const MAX_BODY = 64 * 1024;
const ONLY_OWNER = 0o177;
const PATIENCE_MS = 2_000;

type Command = (services: Services, body: unknown, signal: AbortSignal) => Promise<unknown>;

const COMMANDS: Readonly<Record<string, Command>> = {
  'POST /backup': serveBackup,
  'POST /export': orderExport,
  'POST /import': orderImport,
  'POST /records': countRecords,
};

export interface Control {
  close(): Promise<void>;
}

/**
 * Only the process that holds the data directory calls this, so an existing socket was left by a killed one.
 */
export async function listenForCommands(services: Services): Promise<Control> {
  const file = path.join(services.config.dataDir, SOCKET);
  rmSync(file, { force: true });
  const underWay = new Set<Promise<unknown>>();
  const server = http().createServer((request, reply) => {
    // A command that was interrupted leaves nothing running.
    const left = new AbortController();
    reply.on('close', () => left.abort());
    const work = answer(services, request, left.signal).then(({ status, body }) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  try {
    await atSocket(services.config.dataDir, (socketPath) => bind(server, socketPath));
  } catch (error) {
    // Some network and container file systems have no sockets. Everything else works without.
    services.log.warn(
      { err: error },
      'commands from this machine are not accepted: stop the server to back up',
    );
  }
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([Promise.allSettled(underWay), setTimeout(PATIENCE_MS, null, { ref: false })]);
      server.closeAllConnections();
      await closed;
      rmSync(file, { force: true });
    },
  };
}

/** The mask is set while the socket is bound, so another user can never open it. */
function bind(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const mask = process.umask(ONLY_OWNER);
    try {
      server.listen(socketPath, resolve);
    } finally {
      process.umask(mask);
    }
  });
}

async function answer(
  services: Services,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  try {
    const command = COMMANDS[`${request.method} ${request.url}`];
    if (!command) throw new AppError('not_found', 'not_found', 'The server does not know this command.');
    return { status: 200, body: await command(services, await readBody(request), signal) };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) {
      services.log.error({ command: request.url, err: error.cause ?? error }, 'command failed');
    }
    const message = error.code === 'internal' ? 'The server failed; its log says why.' : error.message;
    return { status: error.status, body: { error: message, reason: error.reason } };
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw invalid('', 'The command is too long.');
    chunks.push(chunk);
  }
  const parsed = parseJson(Buffer.concat(chunks));
  if (!parsed.ok) throw invalid('', parsed.fault.message);
  return parsed.value;
}

/** This month's records by account id. Only the process that has the in-process engine open knows them. */
async function countRecords({ metadata, records }: Services): Promise<Record<string, number>> {
  const accounts = await metadata.reader.selectFrom('accounts').select(['id', 'number']).execute();
  const counts: Record<string, number> = {};
  for (const { id, number } of accounts) counts[id] = await records.usage(number);
  return counts;
}
