// A separate ClickHouse server for one test, to kill, stop and start again: the front in its own process, on
// its own folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fault } from './clickhouse-front/fault.ts';
import { freePort } from './free-port.ts';

const MAIN = fileURLToPath(new URL('clickhouse-front/main.ts', import.meta.url));

export class OwnFront {
  readonly #folder: string;
  readonly port: number;
  #child: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(folder: string): Promise<OwnFront> {
    const front = new OwnFront(folder, await freePort());
    await front.start();
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const args = [MAIN, '--path', this.#folder, '--port', String(this.port), '--with-parent'];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('ready ')) return;
    throw new Error('The front of the record engine ended before it was ready.');
  }

  /** The next matching insert ends the process. */
  async arm(fault: Fault): Promise<void> {
    const reply = await fetch(`${this.url}/fault`, { method: 'POST', body: JSON.stringify(fault) });
    if (!reply.ok) throw new Error(await reply.text());
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.ended();
  }

  async ended(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
