import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections and to listeners without a number, so that none of them takes the
 * port meanwhile.
 */
const FIRST = 10_000;
const PORTS = 22_000;

/** Each process begins elsewhere, and takes no port twice. */
let next = Math.floor(Math.random() * PORTS);

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port on loopback that is free now, for a process that is about to start. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    next = (next + 1) % PORTS;
    if (await isFree(FIRST + next)) return FIRST + next;
  }
  throw new Error('No port is free.');
}
