// Makes the pictures of the docs: the real service with sample data, every page, light and dark, in Chromium.
// npm run build && node tools/pictures.ts [page …]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { tracewell } from '@tracewell/sdk';
import { findChromium } from '../web/e2e/chromium.ts';
import { startService } from '../web/e2e/service.ts';
import { improve } from './pictures/improve.ts';
import { findPlaces, incidents, observe } from './pictures/observe.ts';
import { pagesOf, type Shown } from './pictures/pages.ts';
import { OWNER, PASSWORD, signIn } from './pictures/people.ts';
import { reviewTogether } from './pictures/review.ts';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
const WIDTH = 1_280;
const HEIGHT = 800;
const wanted = process.argv.slice(2);

const service = await startService();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  const made = await post<{ accountId: string; apiKey: string }>('/operator/accounts', {
    email: OWNER.email,
    password: PASSWORD,
    name: 'Acme Robotics',
    plan: 'team',
  });
  const consents = { plaintextStorage: true, aiHelper: true };
  await post(`/operator/accounts/${made.accountId}/consents`, consents, 'PUT');
  await post(`/operator/accounts/${made.accountId}`, { limits: { datasetItems: 1_000 } }, 'PATCH');
  const whole = tracewell({ url: service.url, apiKey: made.apiKey });
  const { data: sample } = await whole.POST('/v1/sample-data');
  const projectId = sample?.projectId ?? '';
  const client = tracewell({ url: service.url, apiKey: made.apiKey, projectId });
  const { dashboards = [] } = (await whole.GET('/v1/dashboards')).data ?? {};
  const dashboard = `/dashboards/${dashboards[0]?.id}?window=7d`;
  const early = { dashboard, ...(await findPlaces(client)) };
  await takeAll(browser, projectId, only(pagesOf(early), true));
  const places = {
    ...(await observe(client, whole)),
    ...(await improve(client)),
    ...(await reviewTogether(browser, service.url, projectId, client, whole)),
    connect: await connectAddress(),
  };
  await incidents(client);
  for (const job of ['guardian', 'proposals']) await post(`/operator/jobs/${job}/run`, {});
  await takeAll(browser, projectId, only(pagesOf(places), false));
} finally {
  await browser.close();
  await service.stop();
}

async function post<T>(path: string, body: object, method = 'POST'): Promise<T> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** An application asks for access, as one of a coding agent does. */
async function connectAddress(): Promise<string> {
  const redirectUri = 'http://127.0.0.1:33418/callback';
  const { client_id: clientId } = await post<{ client_id: string }>('/oauth/register', {
    client_name: 'Coding agent',
    redirect_uris: [redirectUri],
  });
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    scope: 'read write',
  });
  return `/connect?${query.toString()}`;
}

type Pages = Readonly<Record<string, Shown>>;

function only(pages: Pages, early: boolean): Pages {
  const isWanted = ([name, shown]: [string, Shown]): boolean =>
    (shown.early ?? false) === early && (wanted.length === 0 || wanted.includes(name));
  return Object.fromEntries(Object.entries(pages).filter(isWanted));
}

async function takeAll(by: Browser, projectId: string, pages: Pages): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const context = await by.newContext({
      baseURL: service.url,
      viewport: { width: WIDTH, height: HEIGHT },
      colorScheme: theme,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(60_000);
    await signIn(context, service.url, OWNER.email);
    const page = await context.newPage();
    for (const [name, shown] of Object.entries(pages)) {
      await take(page, projectId, shown, `${FOLDER}${name}-${theme}.png`);
      console.log(`${name}-${theme}.png`);
    }
    await context.close();
  }
}

async function take(
  page: Page,
  projectId: string,
  { address, height = HEIGHT, wholeAccount, act }: Shown,
  path: string,
): Promise<void> {
  if (address === '') throw new Error(`There is no address of the picture ${path}.`);
  const project = wholeAccount ? '' : `${address.includes('?') ? '&' : '?'}project=${projectId}`;
  await page.setViewportSize({ width: WIDTH, height });
  await page.goto(address + project);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
  if (act) {
    await act(page);
    await settled(page);
  }
  await page.screenshot({ path });
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
}
