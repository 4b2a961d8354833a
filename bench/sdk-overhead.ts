// What the SDK adds to a function: the time of a call that is observed, against the same call alone. Spans are
// sent to a service that answers at once.
//   node bench/sdk-overhead.ts [calls=20000] [--check]      --check exits with 1 above 100 µs p50
import { wrapOpenAI } from '../sdk/src/providers/openai.ts';
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
/** Answers at once, like no model does. */
const client = () => ({
  baseURL: 'https://api.openai.com/v1',
  chat: {
    completions: {
      create: async (_body: object) => ({
        id: 'chatcmpl-1',
        model: 'gpt-4o-mini',
        choices: [{ message: { role: 'assistant', content: 'Paris.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1184, completion_tokens: 17 },
      }),
    },
  },
});
const [plain, wrapped] = [client(), wrapOpenAI(client())];
const body = { model: 'gpt-4o-mini', messages };
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
  'call of a client': await timesOf(() => plain.chat.completions.create(body)),
  'wrapped, in a scope': await timesOf(() => tw.with(scope, () => wrapped.chat.completions.create(body))),
};
for (const [name, times] of Object.entries(rows)) {
  const [p50, p99] = [0.5, 0.99].map((share) => at(times, share).toFixed(1));
  console.log(`${name.padEnd(20)} p50 ${p50} µs   p99 ${p99} µs`);
}
const added = Math.max(
  at(rows['observed in a scope'], 0.5) - at(bare, 0.5),
  at(rows['wrapped, in a scope'], 0.5) - at(rows['call of a client'], 0.5),
);
console.log(`added at p50, at most: ${added.toFixed(1)} µs (limit ${LIMIT_US} µs), 2.5 kB of input`);
await tw.close();
if (process.argv.includes('--check') && added > LIMIT_US) process.exitCode = 1;
