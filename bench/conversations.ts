// What content costs on its way in when calls repeat what was said before, and when they do not: the whole service in a
// separate process, acknowledged after fdatasync, against another checkout in turn.
//   node bench/conversations.ts [--turns=20] [--records=20000] [--rounds=5] [--code=<another checkout>]
// Prints CPU seconds of the service for each kind of load, and the ratio of the medians; and the bytes that a turn of a
// long conversation adds to the data folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prose, random } from './ingest/made-up.ts';
import { startService, stopService, type ChildService } from './lib/child-service.ts';
import { cpuSeconds, median } from './lib/process-cost.ts';

const { values: given } = parseArgs({
  options: {
    turns: { type: 'string', default: '20' },
    records: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    code: { type: 'string' },
  },
});
const turns = Number(given.turns);
const records = Number(given.records);
const rounds = Number(given.rounds);
/** Conversations that go on at the same time, one request a turn. */
const AT_ONCE = 50;
const QUESTION = 300;
const ANSWER = 700;
const SYSTEM = 2_000;

const here = fileURLToPath(new URL('..', import.meta.url));
const checkouts = [here, ...(given.code === undefined ? [] : [path.resolve(given.code)])];
const r = random(11);

let made = 0;
const unique = (chars: number): string => {
  made += 1;
  return `${made} ${prose(r, chars)}`;
};

interface Turn {
  id: string;
  input: object[];
  output: string;
}

/** Each call has texts of its own. */
const single = (): Turn => ({
  id: `single-${(made += 1)}`,
  input: [
    { role: 'system', content: unique(1_000) },
    { role: 'user', content: unique(1_300) },
  ],
  output: unique(ANSWER),
});

/** Bodies in the order in which they are sent: turn by turn, all conversations in one request. */
function* conversations(count: number): Generator<Turn[]> {
  const system = { role: 'system', content: unique(SYSTEM) };
  for (let from = 0; from < count; from += AT_ONCE * turns) {
    const histories = Array.from({ length: AT_ONCE }, (): object[] => [system]);
    for (let turn = 0; turn < turns; turn += 1)
      yield histories.map((history, at) => {
        history.push({ role: 'user', content: unique(QUESTION) });
        const output = unique(ANSWER);
        const said = { id: `turn-${from}-${turn}-${at}-${made}`, input: [...history], output };
        history.push({ role: 'assistant', content: output });
        return said;
      });
  }
}

function* singles(count: number): Generator<Turn[]> {
  for (let from = 0; from < count; from += AT_ONCE) yield Array.from({ length: AT_ONCE }, single);
}

const recordOf = ({ id, input, output }: Turn, timestamp: string) => ({
  id,
  provider: 'openai',
  model: 'gpt-4.1',
  timestamp,
  promptTokens: 900,
  completionTokens: 200,
  totalTokens: 1_100,
  costUsd: 0.01,
  latencyMs: 900,
  requestMeta: { input, output },
});

async function send(service: ChildService, some: readonly Turn[]): Promise<void> {
  const now = new Date().toISOString();
  // A request of /v1/ingest has at most a mebibyte.
  let body: string[] = [];
  const post = async (): Promise<void> => {
    const reply = await fetch(`http://127.0.0.1:${service.port}/v1/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.ready.apiKey}`, 'content-type': 'application/json' },
      body: `{"records":[${body.join(',')}]}`,
    });
    const { accepted } = (await reply.json()) as { accepted?: number };
    if (accepted !== body.length) throw new Error(`${accepted} of ${body.length} records were accepted.`);
    body = [];
  };
  let bytes = 0;
  for (const turn of some) {
    const json = JSON.stringify(recordOf(turn, now));
    if (bytes + json.length > 900_000) {
      await post();
      bytes = 0;
    }
    body.push(json);
    bytes += json.length;
  }
  if (body.length > 0) await post();
}

async function begin(root: string): Promise<{ service: ChildService; folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
  const service = await startService(path.join(root, 'bench/ingest/service.ts'), ['--content'], {
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_GRPC: 'off',
  });
  return { service, folder };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 2_000));

const LOADS = { 'single calls': singles, conversations } as const;

const used = new Map<string, number[]>();
for (let round = 0; round < rounds; round += 1)
  for (const [name, load] of Object.entries(LOADS))
    for (const root of checkouts) {
      const { service, folder } = await begin(root);
      for (const some of load(4_000)) await send(service, some);
      await settled();
      const before = cpuSeconds(service.pid);
      for (const some of load(records)) await send(service, some);
      await settled();
      used.getOrInsertComputed(`${name} ${root}`, () => []).push(cpuSeconds(service.pid) - before);
      await stopService(service);
      rmSync(folder, { recursive: true });
    }

for (const name of Object.keys(LOADS)) {
  const [own = 0, other] = checkouts.map((root) => median(used.get(`${name} ${root}`) ?? []));
  const each = `${((own / records) * 1e6).toFixed(0)} µs of CPU a call`;
  console.log(`${name}: ${each}${other === undefined ? '' : `, ${(own / other).toFixed(2)} of the other checkout`}`);
}
