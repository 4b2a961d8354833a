// How a run of 300 turns opens beside one of 10, in turn: what the page asks for until its first screen and the content of the last
// step can be read, in bytes and milliseconds, and the whole trace with its contents, which the page asked for before.
//   node bench/long-runs.ts [--turns=300] [--rounds=9] [--check]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { longRun, sendRun, type LongRun } from './lib/long-run.ts';
import { percentile } from './lib/percentile.ts';
import { addAccount, StartedService } from './lib/started-service.ts';

const { values: flags } = parseArgs({
  options: {
    turns: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '9' },
    check: { type: 'boolean', default: false },
  },
});
const [turns, rounds] = [Number(flags.turns), Number(flags.rounds)];

interface Cost {
  ms: number;
  bytes: number;
}

interface Opened {
  /** The spans and the agent, as the page shows them first. */
  first: Cost;
  /** The last step, when it is selected. */
  step: Cost;
  conversation: Cost;
  whole: Cost;
}

const folder = mkdtempSync(path.join(tmpdir(), 'long-runs-'));
const service = await StartedService.start(folder);
try {
  const key = await addAccount(service.url, 'ada@example.com', true);
  const start = Date.now() - 3 * 3_600_000;
  const short = longRun('a'.repeat(32), 10, start);
  const long = longRun('b'.repeat(32), turns, start);
  for (const run of [short, long]) await sendRun(service.url, key, run);

  const get = async (address: string): Promise<Cost> => {
    const began = performance.now();
    const reply = await fetch(service.url + address, { headers: { authorization: `Bearer ${key}` } });
    const { byteLength } = await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    return { ms: performance.now() - began, bytes: byteLength };
  };
  const idOf = ({ traceId }: LongRun, spanId: string | undefined) => `${traceId}-${spanId ?? ''}`;
  const open = async (run: LongRun): Promise<Opened> => {
    const { traceId, spans } = run;
    const list = await get(`/v1/query/trace/${traceId}/spans?limit=10000`);
    const root = await get(`/v1/query/trace/${traceId}/spans/${idOf(run, spans[0]?.spanId)}`);
    return {
      first: { ms: list.ms + root.ms, bytes: list.bytes + root.bytes },
      step: await get(`/v1/query/calls/${idOf(run, spans.at(-1)?.spanId)}/step`),
      conversation: await get(`/v1/query/trace/${traceId}/conversation`),
      whole: await get(`/v1/query/trace/${traceId}`),
    };
  };

  const [shorts, longs]: [Opened[], Opened[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await open(short), await open(long)];
    // The first round warms up.
    if (round > 0) {
      shorts.push(one);
      longs.push(other);
    }
  }
  const middle = (all: readonly Opened[], of: keyof Opened): Cost => ({
    ms: percentile(
      all.map((one) => one[of].ms),
      0.5,
    ),
    bytes: all[0]?.[of].bytes ?? 0,
  });
  process.stdout.write(`10 and ${turns} turns, ${rounds} rounds in turn, load ${loadavg()[0]?.toFixed(1)}\n`);
  for (const part of ['first', 'step', 'conversation', 'whole'] as const) {
    const [a, b] = [middle(shorts, part), middle(longs, part)];
    process.stdout.write(
      `${part.padEnd(12)} ${a.ms.toFixed(1)} ms ${a.bytes} B   ${b.ms.toFixed(1)} ms ${b.bytes} B   ratio ${(b.ms / a.ms).toFixed(2)} time, ${(b.bytes / a.bytes).toFixed(1)} bytes\n`,
    );
  }
  const [a, b] = [middle(shorts, 'first'), middle(longs, 'first')];
  if (flags.check && b.ms / a.ms > 2) process.exitCode = 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
