// Clients that send records until they are acknowledged, and keep count of what was.
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleRecords } from '../../server/test/sample-records.ts';

const BATCH = 20;
const LIMIT_MS = 60_000;

export interface Sender {
  apiKey: string;
  accountId: string;
  acknowledged: Set<string>;
}

export interface Answers {
  ok: number;
  /** Other than 200, by status and reason. */
  others: Map<string, number>;
  latencies: number[];
}

export class Load {
  readonly answers: Answers = { ok: 0, others: new Map(), latencies: [] };
  readonly #url: string;
  #stopped = false;
  #clients: Promise<void>[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  start(senders: readonly Sender[], clientsEach: number): void {
    this.#clients = senders.flatMap((sender) =>
      Array.from({ length: clientsEach }, () => this.#client(sender)),
    );
  }

  /** What was begun is sent until it is acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #client(sender: Sender): Promise<void> {
    while (!this.#stopped) {
      const records = sampleRecords(BATCH);
      while (!(await this.#send(sender, records))) await sleep(200 + Math.random() * 600);
      for (const { id } of records) sender.acknowledged.add(String(id));
      await sleep(50);
    }
  }

  async #send({ apiKey }: Sender, records: object[]): Promise<boolean> {
    const began = performance.now();
    const said = await this.#ask(apiKey, records);
    this.answers.latencies.push(performance.now() - began);
    if (said === null) {
      this.answers.ok += 1;
      return true;
    }
    this.answers.others.set(said, (this.answers.others.get(said) ?? 0) + 1);
    return false;
  }

  /** Null: stored. */
  async #ask(apiKey: string, records: object[]): Promise<string | null> {
    try {
      const reply = await fetch(`${this.#url}/v1/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const text = await reply.text();
      if (reply.status === 200) return null;
      const reason = text.startsWith('{') ? (JSON.parse(text) as { reason?: string }).reason : undefined;
      return `${reply.status} ${reason ?? ''}`.trim();
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in 60 s' : 'cut off';
    }
  }
}
