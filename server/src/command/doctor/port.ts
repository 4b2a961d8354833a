// Checks whether the port is free, or whether a Tracewell answers there at /v1/health.
import { createServer } from 'node:net';
import type { Config } from '#config';
import { fail, ok, warn, type DoctorCheck } from './check.ts';

const PATIENCE_MS = 3_000;

export interface Health {
  status: string;
  version: string;
  checks: { records: string; metadata: string; jobs: string };
}

export interface Running {
  /** Whether some process holds the data directory. */
  running: boolean;
  health: Health | null;
}

const WORKING = new Set(['starting', 'degraded']);
const ANY = new Set(['0.0.0.0', '::']);

/** Null if nothing answers there, or something that is not a Tracewell. */
export async function askHealth({ host, port }: Config): Promise<Health | null> {
  if (port === 0) return null;
  const name = ANY.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const reply = await fetch(`http://${name}:${port}/v1/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const health = (await reply.json()) as Partial<Health>;
    return typeof health.version === 'string' && health.checks ? (health as Health) : null;
  } catch {
    return null;
  }
}

export async function checkPort({ host, port }: Config, { running, health }: Running): Promise<DoctorCheck> {
  const name = 'port';
  if (port === 0) return ok(name, 'PORT is 0, so the service uses any free port.');
  if (health) {
    const who = `Tracewell ${health.version} answers at port ${port}`;
    if (!running) return warn(name, `${who}, but with different data. Set PORT to start another one.`);
    if (health.status === 'ok') return ok(name, `${who} and is ready.`);
    if (WORKING.has(health.status))
      return warn(name, `${who} and serves requests, but is ${health.status}: see the records.`);
    if (health.status === 'stopping') return warn(name, `${who} and is stopping.`);
    const away = Object.entries(health.checks).filter(([, state]) => state !== 'ok');
    return fail(
      name,
      `${who}, but is not ready: ${away.map(([store]) => store).join(', ')}. Its log says why.`,
    );
  }
  const fault = await faultAt(host, port);
  if (fault === null) {
    return running
      ? warn(
          name,
          `A process holds the data directory, but nothing answers at port ${port}. It may be starting.`,
        )
      : ok(name, `Port ${port} is free.`);
  }
  if (fault === 'EADDRINUSE') {
    return fail(name, `Port ${port} is taken by another program. Stop it, or set PORT to another one.`);
  }
  return fail(name, `Port ${port} on ${host} cannot be used (${fault}). Set HOST and PORT to others.`);
}

function faultAt(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}
