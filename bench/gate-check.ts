// The check that running agents send before each step: POST /v1/gate/check with 10 budgets and 50 policies at
// 2,000 requests a second, open loop, from a separate process. It runs alone, beside ingest that counts
// towards the budgets, and with holds. The same run measures the same bytes from the bare framework, and the
// decision alone in this process.
//   node bench/gate-check.ts [seconds=10] [--without-engine]
// Times count from when a request was due, so that waiting is included. The client polls once a millisecond
// and shares the machine; the rows of the bare framework show how much of the time is not the service's.
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureInMemory } from './gate-check/in-memory.ts';
import { BUDGETS, POLICIES, STEP } from './gate-check/rules.ts';
import { writeFigures } from './lib/figures.ts';
import { percentile } from './lib/percentile.ts';
import type { ChildService } from './lib/child-service.ts';
import { show, withBench, type Measured } from './lib/beside-ingest.ts';

const args = process.argv.slice(2);
const seconds = Number(args.find((arg) => !arg.startsWith('--')) ?? '10');
const flags = args.filter((arg) => arg.startsWith('--'));
const RATE = 2_000;
const HOLD_RATE = 500;

const load = () => loadavg()[0]?.toFixed(1);
console.log(`load of the machine before: ${load()}`);
const { micros, decision } = await measureInMemory(20_000);
console.log(`checkNow, 10 budgets, 50 policies: ${micros.toFixed(2)} µs of CPU (${decision})`);

await withBench({ flags, seconds }, async (bench) => {
  const { service, apiKey, fullKey, call } = bench;
  for (const budget of BUDGETS) await call('POST', '/v1/gate/budgets', fullKey, budget);
  for (const policy of POLICIES) await call('POST', '/v1/gate/policies', fullKey, policy);
  const answer = await call('POST', '/v1/gate/check', apiKey, STEP);
  const bare = await bench.startBare(fileURLToPath(new URL('gate-check/bare.ts', import.meta.url)), [
    answer.toString('base64'),
  ]);
  const request = (step: object): string => {
    const body = JSON.stringify(step);
    return `POST /v1/gate/check HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${apiKey}\r\naccept: */*\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const check = (name: string, of: ChildService) => ({ name, of, request: request(STEP), rate: RATE });
  const hold = (name: string) => ({
    name: `${name}, ${HOLD_RATE}/s`,
    of: service,
    request: request({ ...STEP, holdSeconds: 5 }),
    rate: HOLD_RATE,
  });
  await bench.warmUp([check('bare', bare), check('check', service), hold('hold')]);
  console.log(
    `${RATE} requests/s for ${seconds} s, ${answer.length} bytes back; load of the machine: ${load()}`,
  );
  const bareAlone = await bench.measure(check('bare framework', bare));
  const alone = await bench.measure(check('check', service));
  const holdAlone = await bench.measure(hold('check with a hold'));
  const elsewhere = await bench.besideIngest(check('bare framework, ingest elsewhere', bare));
  const beside = await bench.besideIngest(check('check beside ingest', service));
  const holdBeside = await bench.besideIngest(hold('hold beside ingest'));
  [bareAlone, alone, holdAlone, elsewhere, beside, holdBeside].forEach(show);
  const p99 = ({ answered }: Measured) => percentile(answered.dueMs, 0.99);
  writeFigures({
    'gate.aloneP99Ms': p99(alone),
    'gate.besideP99Ms': p99(beside),
    'gate.toBare': p99(beside) / p99(elsewhere),
    'gate.holdAloneP99Ms': p99(holdAlone),
    'gate.holdBesideP99Ms': p99(holdBeside),
    'gate.cpuMicros': alone.cpuMicros,
  });
  console.log(`load of the machine after: ${load()}`);
  const { budgets } = JSON.parse((await call('POST', '/v1/gate/check', apiKey, STEP)).toString()) as {
    budgets: { name: string; spentUsd: number; heldUsd: number }[];
  };
  console.log(`spent and held at the end: ${budgets[0]?.spentUsd} and ${budgets[0]?.heldUsd} USD`);
});
