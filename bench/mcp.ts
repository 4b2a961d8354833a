// The outline of a trace with 5,000 spans over MCP (`get_trace`), as a coding agent asks for it.
//   node bench/mcp.ts [--spans 5000] [--starts 5] [--rounds 20]
// Prints the first request of a started service, which loads the MCP server; the median and the 99th percentile
// of further ones, each after its bare SQL on the same engine; and the list of spans that the tool reads.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { traceSpansSql } from '../server/src/store/records/questions/trace-spans.ts';
import { exportOf } from '../server/test/support/sample-spans.ts';
import { writeFigures } from './lib/figures.ts';
import { LONG_TRACE, longTrace } from './lib/long-trace.ts';
import { median } from './lib/process-cost.ts';
import { StartedService } from './lib/started-service.ts';
import { filled } from './queries/filled.ts';
import { Bench } from './queries/run.ts';
import type { Question } from './queries/questions.ts';

const { values: flags } = parseArgs({
  options: {
    spans: { type: 'string', default: '5000' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const [count, starts, rounds] = [flags.spans, flags.starts, flags.rounds].map(Number) as [
  number,
  number,
  number,
];

const PER_REQUEST = 1_000;
const ACCEPT = 'application/json, text/event-stream';
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_trace', arguments: { id: LONG_TRACE } },
};

async function send(url: string, key: string, to: string, body: object): Promise<string> {
  const reply = await fetch(`${url}${to}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: ACCEPT },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${to} answered ${reply.status}: ${text}`);
  return text;
}

async function fill(folder: string): Promise<string> {
  const { keys } = await filled(folder, { rows: 1_000, accountRows: 500, others: 1 });
  const key = keys[0] ?? '';
  const service = await StartedService.start(folder);
  const spans = longTrace(count);
  for (let from = 0; from < spans.length; from += PER_REQUEST) {
    await send(service.url, key, '/v1/traces', exportOf(spans.slice(from, from + PER_REQUEST)));
  }
  await service.stop();
  return key;
}

/** Milliseconds of the first request that a started service gets. */
async function firstRequest(folder: string, key: string): Promise<number> {
  const service = await StartedService.start(folder);
  try {
    const began = performance.now();
    const text = await send(service.url, key, '/mcp', CALL);
    const took = performance.now() - began;
    if (!text.includes(`${count.toLocaleString('en')} spans`)) throw new Error(text.slice(0, 300));
    return took;
  } finally {
    await service.stop();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-mcp-'));
try {
  const key = await fill(folder);
  const firsts: number[] = [];
  for (let run = 0; run <= starts; run += 1) {
    const took = await firstRequest(folder, key);
    // The first run warms the file cache.
    if (run > 0) firsts.push(took);
  }
  const bench = await Bench.start(folder, null);
  try {
    const scope = { account: bench.ready.account, project: null, sinceMs: 0 };
    const [{ sql, params }] = traceSpansSql(
      scope,
      LONG_TRACE,
      { fromMs: 0, toMs: Date.now() },
      { after: null, limit: count + 1 },
    );
    const bare = sql.replaceAll(/\{(\w+): (\w+)\}/g, (_, name: string, type: string) => {
      const value = String((params as Record<string, unknown>)[name]);
      return type === 'String' ? `'${value}'` : value;
    });
    const limits = { must: { p50: 200 }, goal: { p50: 100 } };
    const outline: Question = {
      name: 'outline',
      ...limits,
      ask: () => ({ method: 'POST', path: '/mcp', body: CALL, accept: ACCEPT }),
      bare: () => bare,
    };
    const list: Question = {
      name: 'spans',
      ...limits,
      ask: () => ({ method: 'GET', path: `/v1/query/trace/${LONG_TRACE}/spans?limit=10000` }),
      bare: () => bare,
    };
    const shown = (name: string, value: number, unit = 'ms') =>
      console.log(`${name.padEnd(34)}${value.toFixed(unit === 'ms' ? 0 : 2)} ${unit}`);
    console.log(`a trace of ${count} spans; medians of ${starts} starts and of ${rounds} requests`);
    shown('first request after a start', median(firsts));
    const [spans, tool] = [await bench.warm(list, rounds), await bench.warm(outline, rounds)];
    shown('outline, p50', tool.p50);
    shown('outline, p99', tool.p99);
    shown('list of spans, p50', spans.p50);
    shown('bare SQL, p50', tool.bare);
    shown('outline to bare SQL', tool.ratio, 'x');
    writeFigures({
      'mcp.firstMs': median(firsts),
      'mcp.outlineP50Ms': tool.p50,
      'mcp.outlineP99Ms': tool.p99,
      'mcp.spansP50Ms': spans.p50,
      'mcp.toBare': tool.ratio,
    });
  } finally {
    await bench.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
