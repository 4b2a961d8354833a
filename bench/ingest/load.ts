// Clients on kept-alive connections, each sending its next request when the last one is acknowledged, or at a
// given rate.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bodies } from './bodies.ts';

interface Load {
  port: number;
  apiKey: string;
  clients: number;
  /** Total number of records. */
  records: number;
  /** Records a second; if absent, as fast as they are acknowledged. */
  rate?: number;
}

export interface LoadResult {
  seconds: number;
  records: number;
  latenciesMs: number[];
  refused: number;
}

// An answer with status 200 may still reject records.
const REJECTED = /rejectedSpans|"reason"|not stored/;

export async function run(load: Load, bodies: Bodies): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const latenciesMs: number[] = [];
  const requests = Math.ceil(load.records / bodies.records);
  let begun = 0;
  let refused = 0;
  const start = performance.now();
  const client = async (slot: number): Promise<void> => {
    for (;;) {
      const number = begun;
      if (number >= requests) return;
      begun += 1;
      if (load.rate !== undefined) {
        const due = start + (number * bodies.records * 1_000) / load.rate;
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
      }
      const sent = performance.now();
      const status = await post(load, agent, bodies, bodies.next(slot));
      latenciesMs.push(performance.now() - sent);
      if (status < 200 || status > 299) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, slot) => client(slot)));
  agent.destroy();
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, records: (requests - refused) * bodies.records, latenciesMs, refused };
}

function post({ port, apiKey }: Load, agent: Agent, bodies: Bodies, body: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sending = request(
    {
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: bodies.path,
      headers: {
        'content-type': bodies.contentType,
        'content-length': body.length,
        authorization: `Bearer ${apiKey}`,
      },
    },
    (reply) => {
      let rejected = false;
      reply.on('data', (chunk: Buffer) => (rejected ||= REJECTED.test(chunk.toString('latin1'))));
      reply.on('end', () => resolve(rejected ? 0 : (reply.statusCode ?? 0)));
    },
  );
  sending.on('error', reject);
  sending.end(body);
  return promise;
}
