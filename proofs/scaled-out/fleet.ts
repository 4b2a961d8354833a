// Three services on one PostgreSQL and one record engine, each in a separate process, behind a balancer that
// follows their health checks.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { freePort } from '../../server/test/support/free-port.ts';
import { CutProxy } from '../../server/test/support/cut-proxy.ts';
import { OwnFront } from '../../server/test/support/own-front.ts';
import { startPostgres, type OwnPostgres } from '../../server/test/support/postgres.ts';
import { RoundRobin } from '../../server/test/support/round-robin.ts';

const THIS_CODE = fileURLToPath(new URL('../..', import.meta.url));
const OPERATOR_TOKEN = 'operator-token-of-the-proof';
const PROCESSES = 3;
const START_MS = 60_000;
/**
 * Longer than the balancer needs to notice, but short, because the parts with restarts should take a minute.
 */
const DRAIN_SECONDS = 2;

/** Makes Node run as on a machine whose clock is off. */
const shiftedClock = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const { now } = Date;
    Date.now = () => now() + ${ms};
    globalThis.Date = new Proxy(Date, {
      construct: (D, given) => Reflect.construct(D, given.length === 0 ? [D.now()] : given),
    });`)}`;

interface Member {
  port: number;
  grpcPort: number;
  folder: string;
  child: ChildProcess | null;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export class Fleet {
  readonly front: OwnFront;
  readonly postgresUrl: string;
  /** The way of the first service to PostgreSQL. */
  readonly postgresOfFirst: CutProxy;
  readonly members: Member[];
  readonly balancer: RoundRobin;
  /** The checkout that services are started from. */
  code: string;
  readonly #postgres: OwnPostgres;
  readonly #postgresFolder: string;
  readonly #masterKey = randomBytes(32).toString('base64');
  url = '';

  private constructor(
    code: string,
    front: OwnFront,
    postgres: OwnPostgres,
    folder: string,
    ports: [number, number][],
  ) {
    this.code = code;
    this.front = front;
    this.postgresUrl = postgres.url;
    const { hostname, port } = new URL(postgres.url);
    this.postgresOfFirst = new CutProxy({ host: hostname, port: Number(port) });
    this.#postgres = postgres;
    this.#postgresFolder = path.join(folder, 'postgres');
    this.members = ports.map(([port, grpcPort], at) => ({
      port,
      grpcPort,
      folder: path.join(folder, `service-${at}`),
      child: null,
    }));
    this.balancer = new RoundRobin(ports.map(([port]) => port));
  }

  /** `code`: another checkout than this one. */
  static async start(folder: string, code = THIS_CODE): Promise<Fleet> {
    // Acknowledged records must survive a killed server.
    const postgres = await startPostgres(folder, ['-c', 'fsync=on', '-c', 'synchronous_commit=on']);
    const front = await OwnFront.start(path.join(folder, 'front'));
    const ports: [number, number][] = [];
    for (let at = 0; at < PROCESSES; at += 1) ports.push([await freePort(), await freePort()]);
    const fleet = new Fleet(code, front, postgres, folder, ports);
    await fleet.postgresOfFirst.open();
    await Promise.all(fleet.members.map((_, at) => fleet.startMember(at)));
    fleet.url = `http://127.0.0.1:${await fleet.balancer.open()}`;
    return fleet;
  }

  /** Resolves when it is healthy. */
  async startMember(at: number, clockOffsetMs = 0): Promise<void> {
    const member = this.#member(at);
    mkdirSync(member.folder, { recursive: true });
    const flags = clockOffsetMs === 0 ? [] : ['--import', shiftedClock(clockOffsetMs)];
    const main = path.join(this.code, 'server/src/command/main.ts');
    const child = spawn(process.execPath, [...flags, main, 'serve'], {
      env: {
        ...process.env,
        PORT: String(member.port),
        TRACEWELL_GRPC_PORT: String(member.grpcPort),
        TRACEWELL_DATA_DIR: member.folder,
        TRACEWELL_LOG_LEVEL: process.env['BENCH_LOG'] ?? 'error',
        TRACEWELL_POSTGRES_URL: at === 0 ? this.#throughProxy() : this.postgresUrl,
        TRACEWELL_CLICKHOUSE_URL: this.front.url,
        TRACEWELL_MASTER_KEY: this.#masterKey,
        TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
        TRACEWELL_DRAIN_SECONDS: String(DRAIN_SECONDS),
        // The receiver of webhooks is in this process.
        TRACEWELL_OUTBOUND_ALLOW: '127.0.0.1/32',
      },
      stdio: ['ignore', process.env['BENCH_LOG'] === undefined ? 'ignore' : 'inherit', 'inherit'],
    });
    member.child = child;
    const deadline = performance.now() + START_MS;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`Service ${at} ended with ${child.exitCode}.`);
      const reply = await fetch(`${this.urlOf(at)}/v1/health`).catch(() => null);
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

  /** Services that start from now on are of this checkout. */
  useThisCode(): void {
    this.code = THIS_CODE;
  }

  /** Replaces one service after the other, each when the balancer uses the previous one again. */
  async replaceInTurn(afterEach = async (_at: number): Promise<void> => undefined): Promise<void> {
    for (const at of this.members.keys()) {
      await this.endMember(at, 'SIGTERM');
      await this.startMember(at);
      while (this.balancer.backends[at]?.up === false) await sleep(50);
      await afterEach(at);
    }
  }

  /** Replaces all services at once, each with its clock off by the given time. */
  async replaceAll(clockOffsetsMs: readonly number[]): Promise<void> {
    const replace = async (at: number): Promise<void> => {
      await this.endMember(at, 'SIGTERM');
      await this.startMember(at, clockOffsetsMs[at]);
    };
    await Promise.all([...this.members.keys()].map(replace));
  }

  signalMember(at: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#member(at).child?.kill(signal);
  }

  /** Signals all of its processes, as if its host hung. */
  signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const postmaster = this.#postmaster();
    for (const child of childrenOf(postmaster)) trySignal(child, signal);
    trySignal(postmaster, signal);
  }

  /** `SIGINT` is an orderly stop. */
  async endPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const postmaster = this.#postmaster();
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of signal === 'SIGKILL' ? all : [postmaster]) trySignal(pid, signal);
    while (all.some((pid) => trySignal(pid, 0))) await sleep(20);
  }

  startPostgresAgain(): Promise<void> {
    return this.#postgres.startAgain();
  }

  /** Sends the request through the balancer, or with `at` to one service. */
  async call(method: string, to: string, key: string, body?: object, at?: number): Promise<Answered> {
    const reply = await fetch(`${at === undefined ? this.url : this.urlOf(at)}${to}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Answered['body'] };
  }

  operator(method: string, to: string, body: object): Promise<Answered> {
    return this.call(method, `/operator${to}`, OPERATOR_TOKEN, body);
  }

  async inPostgres<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.postgresUrl });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    this.balancer.close();
    await this.postgresOfFirst.cut();
    await Promise.all(this.members.map((_, at) => this.endMember(at, 'SIGKILL')));
    await this.front.kill();
    await this.#postgres.stop();
  }

  urlOf(at: number): string {
    return `http://127.0.0.1:${this.#member(at).port}`;
  }

  #throughProxy(): string {
    const url = new URL(this.postgresUrl);
    url.port = String(this.postgresOfFirst.port);
    return url.href;
  }

  #postmaster(): number {
    const file = readFileSync(path.join(this.#postgresFolder, 'postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
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

/** Whether the process exists. */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
