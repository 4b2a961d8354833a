// How responsive the dashboard is, in headless Chromium: a page change with its data in the cache, scrolling
// through 100,000 calls and the results of an experiment with 10,000 items, and a trace of 30,000 spans from the arrival of its data until it is drawn. Run `npm
// run build` first. The answers of the service are generated here, without delay.
//   node bench/dashboard.ts [--headed]
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium, type Locator, type Page } from 'playwright-core';
import { ownUrls } from '../server/src/http/own-url.ts';
import { findChromium } from '../web/e2e/chromium.ts';
import * as answers from './dashboard/answers.ts';
import { experiment, EXPERIMENT_ITEMS, leaderboard, results } from './dashboard/experiment.ts';
import { percentile } from './lib/percentile.ts';

const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const LIMITS = { changeMs: 100, traceMs: 1_000 };

const server = createServer((request, response) => void answer(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch({
  executablePath: findChromium(),
  headless: !process.argv.includes('--headed'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  const changes = await measureChanges(page);
  const frames = await measureScrolling(page);
  const traceMs = await measureTrace(page);
  const traceFrames = await measureTraceScrolling(page);
  const resultFrames = await measureResults(page);
  const dropped = Math.max(frames, traceFrames, resultFrames);
  if (changes > LIMITS.changeMs || traceMs > LIMITS.traceMs || dropped > 0.05) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (!pathname.startsWith('/v1/')) return sendFile(pathname, response);
  const body = request.method === 'POST' ? ((await json(request)) as Record<string, string>) : {};
  const found = answerTo(pathname, body, searchParams);
  response.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found ?? { error: { code: 'not_found', message: pathname } }));
}

function answerTo(pathname: string, body: Record<string, string>, query: URLSearchParams): unknown {
  switch (pathname) {
    case '/v1/auth/session':
      return answers.session;
    case '/v1/projects':
      return { projects: [], nextCursor: null };
    case '/v1/saved-views':
      return { savedViews: [] };
    case '/v1/query/calls':
      return answers.calls(Number(body['limit'] ?? 50), body['cursor']);
    case '/v1/query/aggregate':
      return answers.aggregate(body);
    case '/v1/query/percentiles':
      return answers.percentiles(body);
    case '/v1/query/trace/long':
      return answers.trace('long');
    case '/v1/query/trace/long/spans':
      return answers.spans(query.get('cursor') ?? undefined);
    case '/v1/query/trace/long/spans/span-0':
      return answers.span();
    case '/v1/experiments/exp_long':
      return experiment;
    case '/v1/experiments/exp_long/leaderboard':
      return leaderboard;
    case '/v1/experiments/exp_long/results':
      return results(Number(query.get('limit') ?? 50), query.get('cursor') ?? undefined);
    case '/v1/scores':
      return { scores: [], nextCursor: null };
    default:
      return null;
  }
}

function sendFile(pathname: string, response: ServerResponse): void {
  const known = pathname.startsWith('/app/') || pathname.startsWith('/assets/');
  const file = known ? pathname.slice(1) : 'index.html';
  try {
    const folder = pathname.startsWith('/assets/') ? path.join(DIST, '..') : DIST;
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/html');
    const bytes = readFileSync(path.join(folder, file));
    // Like the service: the page names its files relative to itself, and it can be at any depth.
    response.end(known ? bytes : ownUrls(baseURL).inPage(bytes.toString()));
  } catch {
    response.writeHead(404).end();
  }
}

/**
 * Measures from the key press to the second frame that shows the other page. Its code and data are already
 * loaded.
 */
async function measureChanges(page: Page): Promise<number> {
  const to = async (key: string, title: string): Promise<number> =>
    page.evaluate(
      async ([letter, heading]) => {
        const press = (name: string) =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
        const shown = () =>
          document.querySelector('h1')?.textContent === heading &&
          document.querySelector('main [aria-busy="true"]') === null;
        press('g');
        const start = performance.now();
        press(letter ?? '');
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        do await frame();
        while (!shown() && performance.now() - start < 20_000);
        await frame();
        return performance.now() - start;
      },
      [key, title] as const,
    );
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const pages = [
    ['c', 'Calls'],
    ['o', 'Overview'],
  ] as const;
  for (const [key, title] of pages) await to(key, title);
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1)
    for (const [key, title] of pages) times.push(await to(key, title));
  const p50 = percentile(times, 0.5);
  const worst = Math.max(...times);
  console.log(
    `page change with data in the cache: p50 ${p50.toFixed(0)} ms, longest ${worst.toFixed(0)} ms (limit ${LIMITS.changeMs})`,
  );
  return p50;
}

/**
 * Goes to the end first, so that all calls are loaded, then scrolls back at a steady pace and times each
 * frame.
 */
async function measureScrolling(page: Page): Promise<number> {
  await page.goto('/calls?window=7d');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const loaded = await toTheEnd(grid, answers.CALLS, 40);
  const intervals = await scrollFrames(grid, -120);
  return droppedOf(intervals, `${loaded.rows} calls (there after ${(loaded.ms / 1_000).toFixed(1)} s)`);
}

/** The same for the results of an experiment, whose cells show which words differ. */
async function measureResults(page: Page): Promise<number> {
  await page.goto('/evaluations/experiments/exp_long');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const loaded = await toTheEnd(grid, EXPERIMENT_ITEMS, 104);
  const intervals = await scrollFrames(grid, -120);
  return droppedOf(
    intervals,
    `${loaded.rows} results of an experiment (there after ${(loaded.ms / 1_000).toFixed(1)} s)`,
  );
}

/** Until all rows are loaded. */
function toTheEnd(grid: Locator, rows: number, rowPx: number): Promise<{ rows: number; ms: number }> {
  return grid.evaluate(
    async (element, [wanted, height]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      const count = () => Math.floor(element.scrollHeight / height);
      while (count() < wanted && performance.now() - start < 180_000) {
        element.scrollTop = element.scrollHeight;
        await frame();
      }
      return { rows: count(), ms: performance.now() - start };
    },
    [rows, rowPx] as const,
  );
}

/** The time of each frame while it scrolls at a steady pace: three rows a frame, like a fast mouse wheel. */
function scrollFrames(grid: Locator, pixels: number): Promise<number[]> {
  return grid.evaluate(async (element, by) => {
    const found: number[] = [];
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let last = await frame();
    const end = last + 6_000;
    while (last < end) {
      element.scrollTop += by;
      const now = await frame();
      found.push(now - last);
      last = now;
    }
    return found;
  }, pixels);
}

function droppedOf(intervals: readonly number[], what: string): number {
  const usual = percentile([...intervals], 0.5);
  const dropped = intervals.filter((interval) => interval > usual * 1.5).length / intervals.length;
  console.log(
    `${what}: ${intervals.length} frames of ${usual.toFixed(1)} ms, ` +
      `p99 ${percentile([...intervals], 0.99).toFixed(1)} ms, ${(dropped * 100).toFixed(1)} % longer than 1.5 times that`,
  );
  return dropped;
}

/** Scrolls the timeline, whose rows have the most to draw, with everything expanded. */
async function measureTraceScrolling(page: Page): Promise<number> {
  await page.goto('/traces/long?view=timeline');
  const grid = page.getByRole('treegrid', { name: /30,000/ });
  await grid.waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Expand all' }).click();
  return droppedOf(await scrollFrames(grid, 96), `timeline of ${answers.SPANS} spans`);
}

async function measureTrace(page: Page): Promise<number> {
  let arrived = 0;
  page.on('requestfinished', (request) => {
    if (request.url().includes('/v1/query/trace/')) arrived = performance.now();
  });
  await page.goto('/traces/long');
  await page.getByRole('treegrid', { name: /30,000/ }).waitFor({ timeout: 60_000 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const took = performance.now() - arrived;
  console.log(
    `trace of ${answers.SPANS} spans: drawn ${took.toFixed(0)} ms after its last answer (limit ${LIMITS.traceMs})`,
  );
  return took;
}
