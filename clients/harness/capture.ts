// `--capture <folder>`: what clients send, as files. The target answers as the client's own back end would.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from './client.ts';
import type { Answer, SeenRequest, TargetReply } from './traffic.ts';

const json = (status: number, body: unknown): TargetReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const INFO = {
  version: '0.17.12',
  license_expiration_time: null,
  batch_ingest_config: {
    use_multipart_endpoint: false,
    size_limit: 100,
    size_limit_bytes: 4_194_304,
    scale_up_qsize_trigger: 1000,
    scale_up_nthreads_limit: 4,
    scale_down_nempty_trigger: 4,
  },
  instance_flags: { zstd_compression_enabled: false, gzip_body_enabled: false },
};

const PROJECT = { id: 'prj_1', name: 'Support', organization: { id: 'org_1', name: 'Team' }, metadata: {} };
const PROMPT = {
  type: 'text',
  name: 'greeting',
  version: 3,
  prompt: 'Answer {{name}} politely.',
  config: {},
  labels: ['production'],
  tags: [],
};

function replyAsPeer({ path: url, headers, body }: Omit<SeenRequest, 'status'>): TargetReply {
  const place = new URL(url, 'http://localhost').pathname;
  if (place.endsWith('/info')) return json(200, INFO);
  if (place.endsWith('/api/public/projects')) return json(200, { data: [PROJECT] });
  if (place.endsWith('/api/public/health')) return json(200, { version: '4.0.0', status: 'OK' });
  if (place.includes('/api/public/v2/prompts')) return json(200, PROMPT);
  if (place.endsWith('/api/public/ingestion')) {
    const { batch } = JSON.parse(body.toString()) as { batch: { id: string }[] };
    return json(207, { successes: batch.map(({ id }) => ({ id, status: 201 })), errors: [] });
  }
  if (/\/runs|\/feedback/.test(place)) return json(202, {});
  if (headers['content-type']?.includes('protobuf'))
    return { status: 200, headers: { 'content-type': 'application/x-protobuf' }, body: '' };
  return json(200, {});
}

export const answerAsPeer: Answer = (request) => Promise.resolve(replyAsPeer(request));

const SECRETS = new Set(['authorization', 'x-api-key', 'api_key', 'api-key', 'helicone-auth', 'cookie']);
const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** OpenTelemetry's detectors send it. */
const machineId = (): string => {
  const file = '/etc/machine-id';
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

/**
 * A capture is published, so it must not name this machine. The length stays, so that a protobuf message
 * stays valid.
 */
function withoutThisMachine(body: Buffer): Buffer {
  let text = body.toString('latin1');
  for (const [name, other] of [
    [ROOT, '/app'],
    [homedir(), '/home'],
    [hostname(), 'host'],
    [machineId(), '0'],
  ] as const)
    if (name.length > 3)
      text = text.replaceAll(
        name,
        other.padEnd(name.length, other === '0' ? '0' : '_').slice(0, name.length),
      );
  return Buffer.from(text, 'latin1');
}

function extensionOf({ headers }: SeenRequest): string {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return 'bin';
  return headers['content-type']?.includes('json') ? 'json' : 'bin';
}

/** `NN.json` or `NN.bin`, and `NN.meta.json` beside it. */
export function writeCapture(
  folder: string,
  client: Client,
  version: string,
  seen: readonly SeenRequest[],
): void {
  const home = path.join(folder, client.id);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  let number = 0;
  for (const request of seen) {
    number += 1;
    const name = path.join(home, String(number).padStart(2, '0'));
    const body = withoutThisMachine(request.body);
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([header]) => header !== 'host')
        .map(([header, value]) => [
          header,
          SECRETS.has(header)
            ? value.replace(/\S+$/, '<key>')
            : withoutThisMachine(Buffer.from(value)).toString(),
        ]),
    );
    const meta = {
      client: client.id,
      version,
      method: request.method,
      path: request.path,
      headers,
      bytes: body.length,
      captured: new Date().toISOString().slice(0, 10),
    };
    writeFileSync(`${name}.meta.json`, `${JSON.stringify(meta, null, 1)}\n`);
    if (body.length > 0) writeFileSync(`${name}.${extensionOf(request)}`, body);
  }
}
