// What the programs of large applications share.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until `answer` returns something; it may throw while the application starts. */
export async function until(what, ms, answer) {
  let fault = '';
  for (const end = Date.now() + ms; Date.now() < end; await pause(500)) {
    const found = await answer().catch((error) => void (fault = String(error)));
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not happen in ${ms} ms. ${fault}`);
}
