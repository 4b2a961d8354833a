// Raw HTTP over a real socket: for requests that no client would send, and for effects that only a connection
// shows.
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Everything that was received, if there was more than one reply. */
  text: string;
}

const PATIENCE_MS = 20_000;

export async function listen(http: FastifyInstance): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}

function parse(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), text };
}

/** Writes the given pieces one after another, and reads until the other side closes the connection. */
export function exchange(
  port: number,
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `The connection was not ended; so far: ${Buffer.concat(chunks).toString('latin1').slice(0, 500)}`,
        ),
      );
    }, PATIENCE_MS);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server resets a connection after the reply if it does not want the rest of the body.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parse(Buffer.concat(chunks).toString('utf8')));
    });
    socket.on('connect', () => void write(socket, pieces));
  });
}

async function write(
  socket: Socket,
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<void> {
  for await (const piece of pieces) {
    if (socket.destroyed || !socket.writable) return;
    if (!socket.write(piece)) {
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', resolve);
      });
    }
  }
}
