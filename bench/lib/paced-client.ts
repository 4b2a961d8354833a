// Sends requests at a fixed rate on kept-alive connections, whether or not answers come. A request that finds
// no free connection waits, and the wait counts. It writes and reads raw bytes, to keep its own cost low.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Order {
  port: number;
  request: string;
  /** Requests a second. */
  rate: number;
  seconds: number;
  connections: number;
}

export interface Answered {
  /** Time to the last byte, from when each request was due and from when it was sent. */
  dueMs: number[];
  sentMs: number[];
  statuses: Record<string, number>;
}

interface Connection {
  socket: Socket;
  due: number;
  sent: number;
  received: Buffer;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');

function wholeAnswer(bytes: Buffer): string | null {
  const end = bytes.indexOf(END_OF_HEADERS);
  if (end < 0) return null;
  const headers = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
  return bytes.length < end + 4 + length ? null : headers.slice(9, 12);
}

async function run({ port, request, rate, seconds, connections }: Order): Promise<Answered> {
  const answered: Answered = { dueMs: [], sentMs: [], statuses: {} };
  const free: Connection[] = [];
  const waiting: number[] = [];
  const total = rate * seconds;
  const done = Promise.withResolvers<void>();
  const bytes = Buffer.from(request);
  const send = (connection: Connection, due: number): void => {
    connection.due = due;
    connection.sent = performance.now();
    connection.socket.write(bytes);
  };
  const take = (connection: Connection, chunk: Buffer): void => {
    connection.received =
      connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
    const status = wholeAnswer(connection.received);
    if (status === null) return;
    const now = performance.now();
    connection.received = Buffer.alloc(0);
    answered.dueMs.push(now - connection.due);
    answered.sentMs.push(now - connection.sent);
    answered.statuses[status] = (answered.statuses[status] ?? 0) + 1;
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else send(connection, next);
    if (answered.dueMs.length === total) done.resolve();
  };
  for (let at = 0; at < connections; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const connection: Connection = { socket, due: 0, sent: 0, received: Buffer.alloc(0) };
    socket.on('data', (chunk: Buffer) => take(connection, chunk));
    socket.on('error', done.reject);
    free.push(connection);
  }
  const start = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; begun < total && start + (begun * 1_000) / rate <= now; begun += 1) {
      const due = start + (begun * 1_000) / rate;
      const connection = free.pop();
      if (connection) send(connection, due);
      else waiting.push(due);
    }
    if (begun === total) clearInterval(timer);
  }, 1);
  await done.promise;
  for (const { socket } of free) socket.destroy();
  return answered;
}

process.on('message', (order: Order) => {
  run(order).then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({});
