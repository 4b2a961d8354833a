// The request that running agents send before each step: GET /v1/prompts/resolve at 2,000 requests a second,
// open loop, from a separate process, alone and beside ingest. The same run measures the same bytes from the
// bare framework.
//   node bench/resolve.ts [seconds=10] [templateBytes=2000] [--without-engine]
// Times count from when a request was due, so that waiting is included. The client polls once a millisecond
// and shares the machine; the rows of the bare framework show how much of the time is not the service's.
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeFigures } from './lib/figures.ts';
import { show, withBench, type Bench, type Measured } from './lib/beside-ingest.ts';
import { percentile } from './lib/percentile.ts';

const args = process.argv.slice(2);
const [secondsText = '10', templateBytes = '2000'] = args.filter((arg) => !arg.startsWith('--'));
const seconds = Number(secondsText);
const flags = args.filter((arg) => arg.startsWith('--'));
const RATE = 2_000;
const TARGET = '/v1/prompts/resolve?name=assistant&label=production';

await withBench({ flags, seconds }, async (bench) => {
  const { service, apiKey } = bench;
  await deploy(bench);
  const sample = await fetch(`http://127.0.0.1:${service.port}${TARGET}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const etag = sample.headers.get('etag') ?? '';
  const body = Buffer.from(await sample.arrayBuffer());
  const bare = await bench.startBare(fileURLToPath(new URL('resolve/bare.ts', import.meta.url)), [
    body.toString('base64'),
    etag,
  ]);
  const request = (headers = ''): string =>
    `GET ${TARGET} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${apiKey}\r\naccept: */*\r\naccept-encoding: gzip\r\n${headers}\r\n`;
  const of = (name: string, whom: typeof service, headers?: string) => ({
    name,
    of: whom,
    request: request(headers),
    rate: RATE,
  });

  await bench.warmUp([of('bare', bare), of('resolve', service)]);
  console.log(
    `${RATE} requests/s for ${seconds} s, ${body.length} bytes each; load of the machine: ${loadavg()[0]?.toFixed(1)}`,
  );
  const plain = await bench.measure(of('bare framework', bare));
  const alone = await bench.measure(of('resolve', service));
  // The fast path leaves browser requests to the framework.
  const framework = await bench.measure(
    of('resolve by the framework', service, 'origin: http://localhost\r\n'),
  );
  const elsewhere = await bench.besideIngest(of('bare framework, ingest elsewhere', bare));
  const loaded = await bench.besideIngest(of('resolve beside ingest', service));
  const unchanged = await bench.besideIngest(
    of('resolve beside ingest, 304', service, `if-none-match: ${etag}\r\n`),
  );
  [plain, alone, framework, elsewhere, loaded, unchanged].forEach(show);
  const at = ({ answered }: Measured, quantile: number) => percentile(answered.dueMs, quantile);
  const ratio = (one: Measured, two: Measured, quantile: number) =>
    (at(one, quantile) / at(two, quantile)).toFixed(2);
  writeFigures({
    'resolve.aloneP99Ms': at(alone, 0.99),
    'resolve.besideP50Ms': at(loaded, 0.5),
    'resolve.besideP99Ms': at(loaded, 0.99),
    'resolve.toBare': at(loaded, 0.99) / at(elsewhere, 0.99),
    'resolve.cpuMicros': alone.cpuMicros,
  });
  console.log(
    `the fast path to the framework: p50 ${ratio(alone, framework, 0.5)}, p99 ${ratio(alone, framework, 0.99)}, CPU ${(alone.cpuMicros / framework.cpuMicros).toFixed(2)}`,
  );
  console.log(
    `to the bare framework: alone p50 ${ratio(alone, plain, 0.5)}, p99 ${ratio(alone, plain, 0.99)}; beside ingest p50 ${ratio(loaded, elsewhere, 0.5)}, p99 ${ratio(loaded, elsewhere, 0.99)}; CPU ${(alone.cpuMicros / plain.cpuMicros).toFixed(2)}`,
  );
});

/** One prompt that contains another: agents get both from memory, as one. */
async function deploy({ call, fullKey }: Bench): Promise<void> {
  const text = 'You are a careful assistant. {{question}}\n'.repeat(2_000).slice(0, Number(templateBytes));
  const half = Math.floor(text.length / 2);
  const inner = '@@@langfusePrompt:name=tone|label=production@@@';
  for (const [name, template] of [
    ['tone', text.slice(0, half)],
    ['assistant', `${inner}${text.slice(half)}`],
  ]) {
    const made = await call('POST', '/v1/prompts', fullKey, { name, version: '1', template });
    const { prompt } = JSON.parse(made.toString()) as { prompt: { id: number } };
    await call('POST', `/v1/prompts/${prompt.id}/deploy`, fullKey, { label: 'production' });
  }
}
