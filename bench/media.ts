// Large files from several clients at once: how long they keep the main thread of the service, and how much memory they take.
//   node bench/media.ts [--clients 20] [--mib 50] [--span-mib 10] [--json=file]
// Uploads of `POST /v1/media`, then spans with files in base64; their bodies are a third longer. The exit code is 1 if the
// thread is kept for more than 50 ms of CPU time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Kept } from './bodies/watch.ts';
import { startService, stopService } from './lib/child-service.ts';
import { writeFigures } from './lib/figures.ts';

const LIMIT_MS = 50;
const MIB = 1_048_576;

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '20' },
    mib: { type: 'string', default: '50' },
    'span-mib': { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const clients = Number(values.clients);
const bytes = Number(values.mib) * MIB;
const spanBytes = Number(values['span-mib']) * MIB;

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const service = await startService(
  fileURLToPath(new URL('ingest/service.ts', import.meta.url)),
  ['--content'],
  { TRACEWELL_DATA_DIR: folder, TRACEWELL_GRPC: 'off', TRACEWELL_MEDIA_LIMIT_MB: '100000' },
);
const url = `http://127.0.0.1:${service.port}`;
const authorization = `Bearer ${service.ready.apiKey ?? ''}`;
const watcher = fork(fileURLToPath(new URL('bodies/watch.ts', import.meta.url)));
await once(watcher, 'message');
watcher.send({ port: service.port, pid: service.pid });

const PIECE = Buffer.alloc(MIB);
for (let at = 0; at < PIECE.length; at += 1) PIECE[at] = (at * 2_654_435_761) >>> 24;
const SIGN = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A file that no other client has, made as it is sent. */
function* fileOf(name: string, length: number): Generator<Buffer> {
  const head = Buffer.concat([SIGN, Buffer.from(name.padEnd(16))]);
  yield head;
  for (let left = length - head.length; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
}

/** Three bytes are four characters. */
function* inBase64(pieces: Iterable<Buffer>): Generator<Buffer> {
  let rest = Buffer.alloc(0);
  for (const piece of pieces) {
    const all = Buffer.concat([rest, piece]);
    const whole = all.length - (all.length % 3);
    yield Buffer.from(all.subarray(0, whole).toString('base64'));
    rest = all.subarray(whole);
  }
  yield Buffer.from(rest.toString('base64'));
}

function* spanOf(name: string, client: number): Generator<Buffer> {
  const now = BigInt(Date.now()) * 1_000_000n;
  const id = client.toString(16).padStart(4, '0');
  const mark = '@@file@@';
  const content = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: mark } }] }];
  const span = {
    traceId: `${id}${'a'.repeat(28)}`,
    spanId: `${id}${'b'.repeat(12)}`,
    name: 'chat',
    startTimeUnixNano: String(now - 1_000_000n),
    endTimeUnixNano: String(now),
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'gpt-5' } },
      { key: 'gen_ai.provider.name', value: { stringValue: 'openai' } },
      { key: 'gen_ai.input.messages', value: { stringValue: JSON.stringify(content) } },
    ],
  };
  const [before = '', after = ''] = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ scope: { name: 'bench' }, spans: [span] }] }],
  }).split(mark);
  yield Buffer.from(`${before}data:image/png;base64,`);
  yield* inBase64(fileOf(name, spanBytes));
  yield Buffer.from(after);
}

async function post(place: string, type: string, pieces: Iterable<Buffer>): Promise<void> {
  const reply = await fetch(url + place, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: ReadableStream.from(pieces),
    duplex: 'half',
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${place}: ${reply.status} ${text}`);
}

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

interface Measured extends Kept {
  seconds: number;
  mostMb: number;
}

async function measured(work: (client: number) => Promise<void>): Promise<Measured> {
  let mostMb = residentMb();
  const looking = setInterval(() => (mostMb = Math.max(mostMb, residentMb())), 20);
  const began = performance.now();
  watcher.send('begin');
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  watcher.send('end');
  const [kept] = (await once(watcher, 'message')) as [Kept];
  clearInterval(looking);
  return { ...kept, seconds: (performance.now() - began) / 1_000, mostMb };
}

const uploads = (name: string) => (client: number) =>
  post('/v1/media', 'application/octet-stream', fileOf(`${name}-${client}`, bytes));
const spans = (name: string) => (client: number) =>
  post('/otel/v1/traces', 'application/json', spanOf(`${name}-${client}`, client));

const figures: Record<string, number> = {};
try {
  // The first ones compile what they use.
  await uploads('first')(0);
  await spans('first')(0);
  const idleMb = residentMb();
  console.log(
    `${clients} clients with ${values.mib} MiB each, ${values['span-mib']} in spans. Resident before: ${idleMb.toFixed(0)} MB`,
  );
  for (const [what, work] of [
    ['uploads', uploads('upload')],
    ['spans', spans('span')],
  ] as const) {
    const { cpuMs, wallMs, seconds, mostMb } = await measured(work);
    console.log(
      `${what}: ${seconds.toFixed(1)} s, main thread kept ${cpuMs.toFixed(0)} ms of CPU (${wallMs.toFixed(0)} ms), at most ${mostMb.toFixed(0)} MB resident`,
    );
    figures[`media.${what}.longestMs`] = cpuMs;
    figures[`media.${what}.mostMb`] = mostMb;
  }
} finally {
  watcher.kill();
  await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}
writeFigures(figures);
if (Math.max(figures['media.uploads.longestMs'] ?? 0, figures['media.spans.longestMs'] ?? 0) > LIMIT_MS)
  process.exitCode = 1;
