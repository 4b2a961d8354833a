// A command on this machine asks the running server.
import { text } from 'node:stream/consumers';
import { AppError } from '#lib/app-error';
import { http } from '#lib/later';
import { atSocket } from './socket-path.ts';

/** Waits as long as the work takes. Null if no server listens in this data directory. */
export async function askServer<T>(dataDir: string, command: string, body: unknown): Promise<T | null> {
  const reply = await atSocket(dataDir, (socketPath) =>
    post(socketPath, `/${command}`, JSON.stringify(body)),
  );
  if (reply === null) return null;
  const answer = JSON.parse(reply.body) as unknown;
  if (reply.status === 200) return answer as T;
  const { error, reason } = answer as { error: string; reason: string };
  throw new AppError(reply.status === 503 ? 'unavailable' : 'conflict', reason, error);
}

function post(
  socketPath: string,
  path: string,
  body: string,
): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve, reject) => {
    const outgoing = http().request(
      { socketPath, path, method: 'POST', agent: false, headers: { 'content-type': 'application/json' } },
      (reply) => {
        text(reply).then((body) => resolve({ status: reply.statusCode ?? 500, body }), reject);
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const noServer = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      if (noServer) resolve(null);
      else reject(error);
    });
    outgoing.end(body);
  });
}
