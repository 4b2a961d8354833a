// What the SDK adds to a function: the time of a call that is observed, against the same call alone. Spans are
// sent to a service that answers at once.
//   node bench/sdk-overhead.ts [calls=20000] [--check]      --check exits with 1 above 100 µs p50
import { tracewell } from '../sdk/src/tracing/index.ts';

const LIMIT_US = 100;
const calls = Number(process.argv.slice(2).find((each) => /^\d+$/.test(each)) ?? 20_000);

const tw = tracewell({
  url: 'http://service.example',
  apiKey: 'twl_bench',
  delayMs: 100,
  fetch: async () => Response.json({}),
});

const messages = Array.from({ length: 10 }, (_, at) => ({
  role: 'user',
  content: `Message ${at}. `.repeat(20),
}));
const answer = async (_question: unknown): Promise<string> => 'Paris is the capital of France.';
const observed = tw.observe(answer, { type: 'agent' });

async function timesOf(fn: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < calls; at += 1) {
    const from = performance.now();
    await fn();
    times.push((performance.now() - from) * 1000);
    // The queue is emptied as in a program that waits for models.
    if (at % 200 === 0) await tw.flush();
  }
  return times.toSorted((left, right) => left - right);
}

const at = (times: readonly number[], share: number): number =>
  times[Math.floor(times.length * share)] ?? Number.NaN;

await timesOf(() => observed(messages));
const bare = await timesOf(() => answer(messages));
const scope = { session: 'session-1', user: 'user-1', tags: { plan: 'pro' } };
const rows = {
  bare,
  observed: await timesOf(() => observed(messages)),
  'observed in a scope': await timesOf(() => tw.with(scope, () => observed(messages))),
};
for (const [name, times] of Object.entries(rows)) {
  const [p50, p99] = [0.5, 0.99].map((share) => at(times, share).toFixed(1));
  console.log(`${name.padEnd(20)} p50 ${p50} µs   p99 ${p99} µs`);
}
const added = at(rows['observed in a scope'], 0.5) - at(bare, 0.5);
console.log(`added at p50: ${added.toFixed(1)} µs (limit ${LIMIT_US} µs), 2.5 kB of input`);
await tw.close();
if (process.argv.includes('--check') && added > LIMIT_US) process.exitCode = 1;
