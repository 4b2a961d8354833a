// The time until a person sees something, in headless Chromium on the started service: the first rows of the
// calls, with what was said in them, and the first rows of a long trace. It is measured from the request for
// the page until the frame that shows the rows, and again from a key press in the open dashboard. The scripts are
// in the browser's cache, as they are for everyone who comes a second time.
//   node bench/dashboard-rows.ts [--calls=100000] [--spans=5000] [--rounds=15]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { exportOf } from '../server/test/support/sample-spans.ts';
import { findChromium } from '../web/e2e/chromium.ts';
import { prose, random } from './ingest/made-up.ts';
import { writeFigures } from './lib/figures.ts';
import { LONG_TRACE, longTrace } from './lib/long-trace.ts';
import { percentile } from './lib/percentile.ts';
import { cpuSeconds } from './lib/process-cost.ts';
import { addAccount, PASSWORD, StartedService } from './lib/started-service.ts';

const { values: flags } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    spans: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
});
const [calls, spans, rounds] = [flags.calls, flags.spans, flags.rounds].map(Number) as [
  number,
  number,
  number,
];
const EMAIL = 'ada@example.com';
const WEEK_MS = 7 * 86_400_000;
const PATIENCE_MS = 20_000;

async function send(url: string, key: string, body: object): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  const refused = (JSON.parse(text) as { rejected?: unknown[] }).rejected ?? [];
  if (!reply.ok || refused.length > 0)
    throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 300)}`);
}

/** Calls of the last week with 3 kB of messages each, and the trace. */
async function fill(url: string, key: string): Promise<void> {
  const r = random(7);
  const texts = Array.from({ length: 500 }, () => [prose(r, 2_000), prose(r, 1_000)] as const);
  const now = Date.now();
  const callAt = (at: number) => {
    const [question, answer] = texts[at % texts.length] ?? ['', ''];
    return {
      id: `call-${at}`,
      provider: 'openai',
      model: ['gpt-4o', 'gpt-4o-mini'][at % 2],
      timestamp: new Date(now - ((at + 1) / calls) * (WEEK_MS - 3_600_000)).toISOString(),
      promptTokens: 400 + (at % 900),
      completionTokens: 80 + (at % 300),
      totalTokens: 480 + (at % 900) + (at % 300),
      costUsd: 0.001 + (at % 50) / 10_000,
      latencyMs: 300 + (at % 2_000),
      tags: { env: 'production' },
      traceId: `trace-${Math.floor(at / 8)}`,
      requestMeta: { input: [{ role: 'user', content: `Question ${at}: ${question}` }], output: answer },
    };
  };
  for (let from = 0; from < calls; from += 100) {
    const records = Array.from({ length: Math.min(100, calls - from) }, (_, at) => callAt(from + at));
    await send(`${url}/v1/ingest`, key, { records });
  }
  const all = longTrace(spans);
  for (let from = 0; from < spans; from += 1_000)
    await send(`${url}/v1/traces`, key, exportOf(all.slice(from, from + 1_000)));
}

/** Since the page was requested, or since `benchFrom`, until the second frame that shows `text` within `where`. */
const shown = (page: Page, where: string, text: string): Promise<number> =>
  page
    .waitForFunction(
      ([selector, pattern]) => {
        const state = window as { benchSeen?: number; benchFrom?: number };
        if (state.benchSeen !== undefined) return state.benchSeen - (state.benchFrom ?? 0);
        const found = [...document.querySelectorAll(selector)];
        if (found.some((each) => new RegExp(pattern).test(each.textContent ?? '')))
          requestAnimationFrame(() => (state.benchSeen = performance.now()));
        return false;
      },
      [where, text] as const,
      { polling: 'raf', timeout: PATIENCE_MS },
    )
    .then((handle) => handle.jsonValue() as Promise<number>);

async function fromAddress(page: Page, address: string, where: string, text: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return shown(page, where, text);
}

/** From the keys `g` and `c` on the overview, whose data is there. */
async function fromKeys(page: Page, where: string, text: string): Promise<number> {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('g');
    Object.assign(window, { benchFrom: performance.now() });
    press('c');
  });
  return shown(page, where, text);
}

async function measure(url: string): Promise<Record<string, number>> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    const login = await context.request.post('/v1/auth/login', {
      headers: { origin: url },
      data: { email: EMAIL, password: PASSWORD },
    });
    if (!login.ok()) throw new Error(await login.text());
    const row = '[role=grid] [role=row]';
    const visits = {
      'dashboard.callsMs': () => fromAddress(page, '/calls?window=7d', row, 'Question \\d+:'),
      'dashboard.callsFromOverviewMs': () => fromKeys(page, row, 'Question \\d+:'),
      'dashboard.traceMs': () =>
        fromAddress(page, `/traces/${LONG_TRACE}`, '[role=treegrid] [role=row]', 'step'),
    };
    const figures: Record<string, number> = {};
    for (const [name, visit] of Object.entries(visits)) {
      const times: number[] = [];
      // The first visit fills the caches.
      await visit();
      for (let round = 0; round < rounds; round += 1) times.push(await visit());
      figures[name] = percentile(times, 0.5);
      const [p50, worst] = [percentile(times, 0.5), Math.max(...times)];
      console.log(`${name.padEnd(30)} p50 ${p50.toFixed(0)} ms, longest ${worst.toFixed(0)} ms`);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** Until the engine has merged what was written. */
async function untilCalm(pid: number): Promise<void> {
  for (let second = 0; second < 120; second += 2) {
    const before = cpuSeconds(pid);
    await sleep(2_000);
    if (cpuSeconds(pid) - before < 0.1) return;
  }
  console.log('The service is not calm after two minutes.');
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-rows-'));
const service = await StartedService.start(folder);
try {
  const key = await addAccount(service.url, EMAIL, true);
  await fill(service.url, key);
  await untilCalm(service.pid);
  console.log(`${calls} calls with content, a trace of ${spans} spans; load ${loadavg()[0]?.toFixed(1)}`);
  const figures = await measure(service.url);
  writeFigures(figures);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
