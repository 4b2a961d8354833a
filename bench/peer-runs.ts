// Opening one run of 10 spans with content, and listing the newest 50, beside a running Phoenix: the same spans are sent to
// both, then both are asked in turn for the same runs, over HTTP. Phoenix lists previews in GraphQL only, as its pages ask.
//   node bench/peer-runs.ts --phoenix=http://127.0.0.1:6006 [--runs=3000] [--rounds=60]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { encodeTree } from '../server/test/oracles/otlp-oracle.ts';
import { hex, prose, random } from './ingest/made-up.ts';
import { startService, stopService } from './lib/child-service.ts';
import { percentile } from './lib/percentile.ts';

const { values: given } = parseArgs({
  options: {
    phoenix: { type: 'string' },
    runs: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '60' },
  },
});
if (given.phoenix === undefined) throw new Error('Give --phoenix=<its address>.');
const { phoenix } = given;
const SPANS = 10;
const RUNS_AT_ONCE = 10;
const r = random(11);
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const int = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

/** An agent, four tools and five model calls, as OpenInference writes them. */
function spansOf(traceId: string, startMs: number): object[] {
  const root = hex(r, 16);
  return Array.from({ length: SPANS }, (_, at) => {
    const kind = at === 0 ? 'AGENT' : at % 2 === 0 ? 'TOOL' : 'LLM';
    const nano = (ms: number) => `${Math.round(startMs + ms)}000000`;
    return {
      traceId,
      spanId: at === 0 ? root : hex(r, 16),
      ...(at === 0 ? {} : { parentSpanId: root }),
      name: { AGENT: 'planner', TOOL: 'search', LLM: 'ChatCompletion' }[kind],
      startTimeUnixNano: nano(at * 400),
      endTimeUnixNano: nano(at === 0 ? 5_000 : at * 400 + 350),
      attributes: [
        text('openinference.span.kind', kind),
        text('session.id', `session-${traceId.slice(0, 3)}`),
        text('input.value', prose(r, 2_000)),
        text('output.value', prose(r, 1_000)),
        ...(kind === 'LLM'
          ? [
              text('llm.model_name', 'gpt-4o-mini'),
              text('llm.provider', 'openai'),
              int('llm.token_count.prompt', 500),
              int('llm.token_count.completion', 250),
              int('llm.token_count.total', 750),
            ]
          : []),
        ...(kind === 'TOOL' ? [text('tool.name', 'search')] : []),
      ],
    };
  });
}

async function send(url: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
  for (;;) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', ...headers },
      body: new Uint8Array(body),
    });
    const said = await reply.text();
    if (reply.ok) return;
    if (reply.status !== 503 && reply.status !== 429) throw new Error(`${url}: ${reply.status} ${said}`);
    await sleep(250);
  }
}

async function ask(url: string, init: RequestInit): Promise<string> {
  const reply = await fetch(url, init);
  const said = await reply.text();
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${said.slice(0, 300)}`);
  return said;
}

const graphql = (query: string, variables: object): Promise<string> =>
  ask(`${phoenix}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });

/** All spans of a run with their attributes, in which the content is: the fastest of its ways. */
const phoenixRun = (traceId: string): Promise<string> =>
  ask(`${phoenix}/v1/projects/default/spans?limit=100&trace_id=${traceId}`, {});

/** What its list of traces shows. */
const PHOENIX_LIST = `query ($project: ID!) { project: node(id: $project) { ... on Project {
  rootSpans: spans(first: 50, sort: { col: startTime, dir: desc }, filterCondition: "parent_id is None") { edges { span: node {
    id spanKind name statusCode startTime latencyMs spanId input { value: truncatedValue } output { value: truncatedValue }
    trace { id traceId numSpans costSummary { total { cost } } } cumulativeTokenCountTotal } } } } } }`;

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const service = await startService(
  fileURLToPath(new URL('ingest/service.ts', import.meta.url)),
  ['--content'],
  {
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_GRPC: 'off',
  },
);
const own = `http://127.0.0.1:${service.port}`;
const headers = { authorization: `Bearer ${service.ready.apiKey}` };
const took = { open: { own: [], peer: [] }, list: { own: [], peer: [] } } as Record<
  'open' | 'list',
  Record<'own' | 'peer', number[]>
>;
async function timed(
  into: number[],
  work: () => Promise<string>,
  holds: (said: string) => boolean,
): Promise<void> {
  const began = performance.now();
  const said = await work();
  into.push(performance.now() - began);
  if (!holds(said)) throw new Error(`Not what was sent: ${said.slice(0, 500)}`);
}
try {
  const ids = Array.from({ length: Number(given.runs) }, () => hex(r, 32));
  const endMs = Date.now() - 60_000;
  for (let at = 0; at < ids.length; at += RUNS_AT_ONCE) {
    const spans = ids
      .slice(at, at + RUNS_AT_ONCE)
      .flatMap((id, index) => spansOf(id, endMs - (ids.length - at - index) * 1_000));
    const body = encodeTree({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] });
    await Promise.all([send(`${own}/otel/v1/traces`, headers, body), send(`${phoenix}/v1/traces`, {}, body)]);
  }
  const { data } = JSON.parse(await graphql('query { projects { edges { node { id name } } } }', {})) as {
    data: { projects: { edges: { node: { id: string; name: string } }[] } };
  };
  const project = data.projects.edges.find(({ node }) => node.name === 'default')?.node.id ?? '';
  const isWhole = (said: string): boolean => said.split('output').length > SPANS;
  // Phoenix stores in the background.
  const last = ids.at(-1) ?? '';
  while (!isWhole(await phoenixRun(last).catch(() => ''))) await sleep(1_000);
  for (let round = -5; round < Number(given.rounds); round += 1) {
    if (round === 0) for (const one of Object.values(took)) Object.assign(one, { own: [], peer: [] });
    const traceId = ids[Math.floor(r() * ids.length)] ?? '';
    await timed(took.open.own, () => ask(`${own}/v1/query/trace/${traceId}`, { headers }), isWhole);
    await timed(took.open.peer, () => phoenixRun(traceId), isWhole);
    const body = JSON.stringify({ preview: true });
    const listed = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    const isFull = (said: string): boolean => said.includes(last);
    await timed(took.list.own, () => ask(`${own}/v1/query/traces`, listed), isFull);
    await timed(took.list.peer, () => graphql(PHOENIX_LIST, { project }), isFull);
  }
  console.log(`${ids.length * SPANS} spans stored, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { own: ours, peer }] of Object.entries(took)) {
    const [mine, theirs] = [percentile(ours, 0.5), percentile(peer, 0.5)];
    console.log(
      `${name === 'open' ? 'one run of 10 spans' : 'newest 50 runs'}: p50 ${mine.toFixed(1)} ms, Phoenix ${theirs.toFixed(1)} ms, ratio ${(mine / theirs).toFixed(2)}`,
    );
  }
} finally {
  await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}
