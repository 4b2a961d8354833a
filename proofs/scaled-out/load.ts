// Clients of every kind that send records until they are acknowledged, and others that read, check and
// deploy. Each answer is kept.
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKEND } from '../../server/test/support/round-robin.ts';
import { encodeTree } from '../../server/test/oracles/otlp-oracle.ts';
import { sampleRecords } from '../../server/test/support/sample-records.ts';
import { exportOf, inference } from '../../server/test/support/sample-spans.ts';
import { PROMPT, type Sender } from './accounts.ts';
import type { Fleet } from './fleet.ts';
import { GrpcSender } from '../lib/grpc-sender.ts';

const BATCH = 20;
const LIMIT_MS = 60_000;
/** One in this many acknowledged batches is looked up at another service. */
const LOOK_UP_EVERY = 3;
const SAME_IDS = 'same ids to all';

export interface Answer {
  kind: string;
  /** Status and reason of an unexpected answer; null when the answer is right. */
  fault: string | null;
  ms: number;
  endedAt: number;
  /** The port of the service, if the balancer reports it. */
  backend: number | null;
}

type Sent = Pick<Answer, 'fault' | 'backend'>;

interface Batch {
  ids: string[];
  send: (key: string) => Promise<Sent>;
}

export class Load {
  readonly answers: Answer[] = [];
  readonly #fleet: Fleet;
  readonly #grpc: GrpcSender;
  readonly #pauseMs: number;
  #stopped = false;
  #clients: Promise<void>[] = [];

  /** `pauseMs`: how long a client waits after each of its batches. */
  constructor(fleet: Fleet, pauseMs: number) {
    this.#fleet = fleet;
    this.#pauseMs = pauseMs;
    this.#grpc = new GrpcSender(fleet.members.map(({ grpcPort }) => grpcPort));
  }

  /** `alone`: one client for each account, so that no request waits for another one of its account. */
  start(senders: readonly Sender[], { alone }: { alone: boolean }): void {
    const all = [...this.#writers()];
    const kinds = alone ? all.filter(([kind]) => kind !== SAME_IDS) : all;
    this.#clients = senders.flatMap((sender, at) => {
      const writers = [kinds[at % kinds.length], alone ? undefined : kinds[0]];
      return [
        ...writers.flatMap((writer) => (writer ? [this.#write(sender, ...writer)] : [])),
        this.#read(sender),
        this.#check(sender),
        ...(at === 0 ? [this.#deploy(sender)] : []),
      ];
    });
  }

  /** Batches in progress are sent until they are acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#grpc.close();
  }

  #writers(): Map<string, () => Batch> {
    const records = (send: (key: string, body: string) => Promise<Sent>): Batch => {
      const made = sampleRecords(BATCH);
      const body = JSON.stringify({ records: made });
      return { ids: made.map(({ id }) => String(id)), send: (key) => send(key, body) };
    };
    const spans = (send: (key: string, tree: object) => Promise<Sent>): Batch => {
      const made = Array.from({ length: BATCH }, () => inference());
      const tree = exportOf(made);
      return {
        ids: made.map(({ traceId, spanId }) => `${traceId}-${spanId}`),
        send: (key) => send(key, tree),
      };
    };
    const { url } = this.#fleet;
    const json = (to: string) => (key: string, body: string) => this.#ask(`${to}/v1/ingest`, key, body);
    return new Map<string, () => Batch>([
      ['JSON', () => records(json(url))],
      ['OTLP/JSON', () => spans((key, tree) => this.#ask(`${url}/v1/traces`, key, JSON.stringify(tree)))],
      [
        'OTLP/protobuf',
        () => spans((key, tree) => this.#ask(`${url}/v1/traces`, key, Buffer.from(encodeTree(tree)))),
      ],
      ['gRPC', () => spans((key, tree) => this.#grpc.send(key, encodeTree(tree)))],
      [
        SAME_IDS,
        () =>
          records(async (key, body) => {
            const all = this.#fleet.members.map((_, at) => json(this.#fleet.urlOf(at))(key, body));
            const ends = await Promise.all(all);
            return ends.find(({ fault }) => fault !== null) ?? { fault: null, backend: null };
          }),
      ],
    ]);
  }

  async #write(sender: Sender, kind: string, next: () => Batch): Promise<void> {
    for (let count = 1; !this.#stopped; count += 1) {
      const { ids, send } = next();
      let sent = await this.#timed(kind, () => send(sender.apiKey));
      while (sent.fault !== null) {
        await sleep(200 + Math.random() * 600);
        sent = await this.#timed(kind, () => send(sender.apiKey));
      }
      for (const id of ids) sender.acknowledged.add(id);
      sender.acknowledgedAt.push(performance.now());
      if (count % LOOK_UP_EVERY === 0) await this.#lookUp(sender, ids[0] ?? '', sent.backend);
      await sleep(this.#pauseMs);
    }
  }

  /**
   * Tries one service every half second until a record of the account is stored. Returns how long that took.
   */
  async probe({ apiKey, acknowledged }: Sender, at: number): Promise<number> {
    const began = performance.now();
    const [record = {}] = sampleRecords(1);
    const body = JSON.stringify({ records: [record] });
    const send = () => this.#ask(`${this.#fleet.urlOf(at)}/v1/ingest`, apiKey, body);
    while ((await this.#timed('probe', send)).fault !== null) await sleep(500);
    acknowledged.add(String(record['id']));
    return performance.now() - began;
  }

  /** Checks that a record acknowledged by one service can be read from another. */
  #lookUp({ apiKey }: Sender, id: string, backend: number | null): Promise<Sent> {
    const up = [...this.#fleet.members.keys()].filter(
      (at) => this.#fleet.balancer.backends[at]?.up && this.#fleet.members[at]?.port !== backend,
    );
    const at = up[Math.floor(Math.random() * up.length)];
    const url = at === undefined ? this.#fleet.url : this.#fleet.urlOf(at);
    return this.#timed('look-up', () => this.#ask(`${url}/v1/query/calls/${id}`, apiKey));
  }

  async #read({ apiKey }: Sender): Promise<void> {
    const { url } = this.#fleet;
    const list = JSON.stringify({ limit: 20 });
    const sums = JSON.stringify({ metric: 'cost', groupBy: 'model' });
    while (!this.#stopped) {
      await this.#timed('query', () => this.#ask(`${url}/v1/query/calls`, apiKey, list));
      await sleep(500);
      await this.#timed('query', () => this.#ask(`${url}/v1/query/aggregate`, apiKey, sums));
      await sleep(500);
    }
  }

  async #check({ apiKey }: Sender): Promise<void> {
    const { url } = this.#fleet;
    const hold = JSON.stringify({ estimatedCostUsd: 0.001, holdSeconds: 5 });
    const to = `${url}/v1/prompts/resolve?name=${PROMPT}&label=production`;
    while (!this.#stopped) {
      await this.#timed('gate with hold', () => this.#ask(`${url}/v1/gate/check`, apiKey, hold));
      await this.#timed('resolve', () => this.#ask(to, apiKey));
      await sleep(200);
    }
  }

  async #deploy({ apiKey, promptIds }: Sender): Promise<void> {
    const body = JSON.stringify({ label: 'production' });
    for (let count = 0; !this.#stopped; count += 1) {
      const to = `${this.#fleet.url}/v1/prompts/${promptIds[count % 2]}/deploy`;
      await this.#timed('deploy', () => this.#ask(to, apiKey, body));
      await sleep(400);
    }
  }

  async #timed(kind: string, work: () => Promise<Sent>): Promise<Sent> {
    const began = performance.now();
    const sent = await work();
    const endedAt = performance.now();
    this.answers.push({ kind, ...sent, ms: endedAt - began, endedAt });
    return sent;
  }

  async #ask(url: string, apiKey: string, body?: string | Buffer<ArrayBuffer>): Promise<Sent> {
    const type = typeof body === 'string' ? 'application/json' : 'application/x-protobuf';
    try {
      const reply = await fetch(url, {
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': type },
        signal: AbortSignal.timeout(LIMIT_MS),
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      const text = await reply.text();
      const backend = reply.headers.has(BACKEND) ? Number(reply.headers.get(BACKEND)) : null;
      if (reply.status === 200) return { fault: null, backend };
      const said = text.startsWith('{') ? (JSON.parse(text) as { reason?: string }).reason : text;
      const silent = reply.status === 503 && !reply.headers.has('retry-after');
      const fault = `${reply.status} ${said ?? ''}${silent ? ' without Retry-After' : ''}`.trim();
      return { fault, backend };
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError';
      return { fault: late ? `no answer in ${LIMIT_MS / 1_000} s` : 'cut off', backend: null };
    }
  }
}
