// Watches from its own process how long the main thread of a service is kept: it asks for health again and
// again, and reads how much CPU time that thread has used between two answers. On a busy machine answers come
// late, but the CPU time between them stays what the service took.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Watched {
  port: number;
  pid: number;
}

export interface Kept {
  /** The most CPU time of the thread between two answers. */
  cpuMs: number;
  /** The longest time between two answers. */
  wallMs: number;
}

const EVERY_MS = 4;
const NS_IN_MS = 1e6;

/** Null where the system does not tell. Then only wall time is left. */
function threadCpuMs(pid: number): number | null {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / NS_IN_MS : null;
}

async function watch({ port, pid }: Watched): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let kept: Kept = { cpuMs: 0, wallMs: 0 };
  let isWanted = false;
  process.on('message', (message) => {
    if (message === 'begin') kept = { cpuMs: 0, wallMs: 0 };
    else isWanted = true;
  });
  let cpu = threadCpuMs(pid);
  let wall = performance.now();
  for (;;) {
    socket.write('GET /v1/health/live HTTP/1.1\r\nhost: bench\r\n\r\n');
    await once(socket, 'data');
    const now = { cpu: threadCpuMs(pid), wall: performance.now() };
    const wallMs = now.wall - wall;
    kept = {
      cpuMs: Math.max(kept.cpuMs, now.cpu === null || cpu === null ? wallMs : now.cpu - cpu),
      wallMs: Math.max(kept.wallMs, wallMs),
    };
    [cpu, wall] = [now.cpu, now.wall];
    if (isWanted) {
      isWanted = false;
      process.send?.(kept);
    }
    await sleep(EVERY_MS);
  }
}

process.once('message', (watched: Watched) => void watch(watched).then(() => undefined));
process.send?.('ready');
