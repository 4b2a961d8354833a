// How fast the machine is at the moment. A shared machine may be twice as fast as a minute before, and every
// figure per CPU second follows it. So plain steps of Node, none of them ours, are timed between the runs of
// a measurement. The targets were set on a machine of the same kind, where these steps had the rates below.
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { makeBodies } from '../ingest/bodies.ts';

const BODIES = 16;
const ROUNDS = 5;
const ROUND_MS = 60;

/** Records of `POST /v1/ingest` per CPU second, where the targets were set. */
const THERE = { parse: 574_000, gunzip: 599_000, zstd: 1_100_000 };

type Step = keyof typeof THERE;

function steps(): Record<Step, (at: number) => unknown> {
  const made = makeBodies('ingest', BODIES, false);
  const bodies = Array.from({ length: BODIES }, (_, slot) => Buffer.from(made.next(slot)));
  const texts = bodies.map(String);
  const zipped = bodies.map((body) => gzipSync(body));
  const packed = bodies.map((body) => zstdCompressSync(body));
  return {
    parse: (at) => JSON.parse(texts[at] ?? '') as unknown,
    gunzip: (at) => gunzipSync(zipped[at] ?? ''),
    zstd: (at) => zstdDecompressSync(packed[at] ?? ''),
  };
}

const RECORDS_IN_BODY = 100;

function recordsPerCpuSecond(step: (at: number) => unknown): number {
  const began = performance.now();
  const before = process.cpuUsage();
  let bodies = 0;
  while (performance.now() - began < ROUND_MS) {
    step(bodies % BODIES);
    bodies += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (bodies * RECORDS_IN_BODY * 1e6) / (user + system);
}

/** Collects samples between the runs of a measurement. */
export class Yardstick {
  readonly #steps = steps();
  readonly #rates: Record<Step, number[]> = { parse: [], gunzip: [], zstd: [] };

  constructor() {
    // Compiles the code.
    for (const step of Object.values(this.#steps)) recordsPerCpuSecond(step);
  }

  sample(): void {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, step] of Object.entries(this.#steps))
        this.#rates[name as Step].push(recordsPerCpuSecond(step));
  }

  /**
   * 1 is the machine of the targets; one of 0.5 takes twice its CPU time. From the fastest samples, so it is
   * rather too high than too low.
   */
  get speed(): number {
    const ratios = Object.entries(THERE).map(
      ([name, there]) => Math.max(...this.#rates[name as Step]) / there,
    );
    return Math.cbrt(ratios.reduce((product, ratio) => product * ratio, 1));
  }
}
