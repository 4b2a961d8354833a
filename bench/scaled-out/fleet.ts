// Three services on one PostgreSQL and one record engine, each a process of its own, behind a proxy that hands them requests in turn.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { OwnFront } from '../../server/test/own-front.ts';
import { startPostgres } from '../../server/test/postgres.ts';

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
const OPERATOR_TOKEN = 'operator-token-of-the-bench';
const PROCESSES = 3;
const START_MS = 60_000;

/** Node as it would run on a machine whose clock is off. */
const shiftedClock = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const { now } = Date;
    Date.now = () => now() + ${ms};
    globalThis.Date = new Proxy(Date, {
      construct: (D, given) => Reflect.construct(D, given.length === 0 ? [D.now()] : given),
    });`)}`;

interface Member {
  port: number;
  folder: string;
  child: ChildProcess | null;
}

export class Fleet {
  readonly front: OwnFront;
  readonly postgresUrl: string;
  readonly members: Member[];
  readonly #postgresFolder: string;
  readonly #stopPostgres: () => Promise<void>;
  readonly #masterKey = randomBytes(32).toString('base64');
  readonly #agent = new Agent({ keepAlive: true });
  #proxy: Server | null = null;
  #turn = 0;
  url = '';

  private constructor(
    front: OwnFront,
    postgres: { url: string; stop: () => Promise<void> },
    folder: string,
    ports: number[],
  ) {
    this.front = front;
    this.postgresUrl = postgres.url;
    this.#stopPostgres = postgres.stop;
    this.#postgresFolder = path.join(folder, 'postgres');
    this.members = ports.map((port, at) => ({
      port,
      folder: path.join(folder, `service-${at}`),
      child: null,
    }));
  }

  static async start(folder: string): Promise<Fleet> {
    // What is acknowledged must outlive a killed server.
    const postgres = await startPostgres(folder, ['-c', 'fsync=on', '-c', 'synchronous_commit=on']);
    const front = await OwnFront.start(path.join(folder, 'front'));
    const ports: number[] = [];
    for (let at = 0; at < PROCESSES; at += 1) ports.push(await freePort());
    const fleet = new Fleet(front, postgres, folder, ports);
    await Promise.all(fleet.members.map((_, at) => fleet.startMember(at)));
    await fleet.#listen();
    return fleet;
  }

  async startMember(at: number, clockOffsetMs = 0): Promise<void> {
    const member = this.#member(at);
    mkdirSync(member.folder, { recursive: true });
    const flags = clockOffsetMs === 0 ? [] : ['--import', shiftedClock(clockOffsetMs)];
    const child = spawn(process.execPath, [...flags, MAIN, 'serve'], {
      env: {
        ...process.env,
        PORT: String(member.port),
        TRACEWELL_DATA_DIR: member.folder,
        TRACEWELL_LOG_LEVEL: 'error',
        TRACEWELL_GRPC: 'false',
        TRACEWELL_POSTGRES_URL: this.postgresUrl,
        TRACEWELL_CLICKHOUSE_URL: this.front.url,
        TRACEWELL_MASTER_KEY: this.#masterKey,
        TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
      },
      stdio: ['ignore', 'ignore', process.env['BENCH_LOG'] === undefined ? 'ignore' : 'inherit'],
    });
    member.child = child;
    const deadline = performance.now() + START_MS;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`Service ${at} ended with ${child.exitCode}.`);
      const reply = await fetch(`http://127.0.0.1:${member.port}/v1/health`).catch(() => null);
      if (reply?.status === 200) return;
      if (performance.now() > deadline) throw new Error(`Service ${at} is not healthy after a minute.`);
      await sleep(100);
    }
  }

  async endMember(at: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this.#member(at);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  signalMember(at: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#member(at).child?.kill(signal);
  }

  /** All of its processes, as when its host hangs. */
  signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const file = readFileSync(path.join(this.#postgresFolder, 'postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n', 1)[0]);
    for (const child of childrenOf(postmaster)) trySignal(child, signal);
    trySignal(postmaster, signal);
  }

  async account(name: string): Promise<{ apiKey: string; accountId: string }> {
    const reply = await fetch(`${this.url}/operator/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name,
        plan: 'team',
        email: `${name}@example.com`,
        password: 'a long password',
      }),
    });
    if (reply.status !== 201) throw new Error(await reply.text());
    return (await reply.json()) as { apiKey: string; accountId: string };
  }

  async stop(): Promise<void> {
    this.#proxy?.closeAllConnections();
    this.#proxy?.close();
    await Promise.all(this.members.map((_, at) => this.endMember(at, 'SIGTERM')));
    await this.front.kill();
    await this.#stopPostgres();
  }

  /** As a plain balancer would: only a connection that is refused goes to the next one. */
  async #listen(): Promise<void> {
    const server = createServer((from, to) => {
      const chunks: Buffer[] = [];
      from.on('data', (chunk: Buffer) => chunks.push(chunk));
      from.on('end', () => {
        const body = Buffer.concat(chunks);
        const attempt = (tries: number): void => {
          this.#turn += 1;
          const member = this.#member(this.#turn % this.members.length);
          const onward = request(
            {
              host: '127.0.0.1',
              port: member.port,
              method: from.method,
              path: from.url,
              headers: from.headers,
              agent: this.#agent,
            },
            (answer) => {
              to.writeHead(answer.statusCode ?? 502, answer.headers);
              answer.pipe(to);
            },
          );
          onward.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code === 'ECONNREFUSED' && tries < this.members.length) return attempt(tries + 1);
            if (!to.headersSent) to.writeHead(502);
            to.end();
          });
          onward.end(body);
        };
        attempt(1);
      });
    });
    this.#proxy = server;
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    this.url = `http://127.0.0.1:${port}`;
  }

  #member(at: number): Member {
    const member = this.members[at];
    if (!member) throw new Error(`There is no service ${at}.`);
    return member;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
