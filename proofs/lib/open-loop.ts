// Requests that are due one after the other, whether or not the ones before are answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/lib/percentile.ts';

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

interface Answers {
  /** Measured from when each request was due. */
  ms: number[];
  statuses: Record<string, number>;
}

export async function openLoop(
  { rate, seconds }: { rate: number; seconds: number },
  ask: (at: number) => Promise<Reply>,
): Promise<Answers> {
  const answers: Answers = { ms: [], statuses: {} };
  const asked: Promise<void>[] = [];
  const from = performance.now();
  for (let at = 0; at < rate * seconds; at += 1) {
    await sleep(Math.max(0, from + (at * 1_000) / rate - performance.now()));
    const due = performance.now();
    const one = async (): Promise<void> => {
      const { status, body } = await ask(at);
      const outcome = status === 200 ? '200' : `${status} ${String(body['reason'])}`;
      answers.statuses[outcome] = (answers.statuses[outcome] ?? 0) + 1;
      answers.ms.push(performance.now() - due);
    };
    asked.push(one());
  }
  await Promise.all(asked);
  return answers;
}

export function show(name: string, { ms, statuses }: Answers): void {
  const at = (quantile: number) => `${percentile(ms, quantile).toFixed(0)} ms`;
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name.padEnd(10)} p50 ${at(0.5)}   p99 ${at(0.99)}   longest ${at(1)}   ${counts.join(', ')}`,
  );
}
