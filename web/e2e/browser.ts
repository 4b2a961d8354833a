// One browser per test process. Its tabs are used again: a page that is loaded into a warm tab needs half the
// CPU time of one in a new context, because the renderer runs already and has compiled the scripts, axe too.
// Between two uses a tab loses its cookies, storage, permissions, routes, listeners and history.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type { Account } from './account.ts';

/** Off by default: a full-page screenshot takes longer than most test steps. */
export const TAKES_SHOTS = process.env['TEST_SHOTS'] === '1';
const SHOTS = fileURLToPath(new URL('shots/', import.meta.url));

// The browser draws an address bar for each window of a test, although no one sees it: 0.8 s of CPU time
// each. The last list of features replaces the one that Playwright passes, so it repeats what matters of
// that.
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Most pages do not live long enough to gain from optimized code.
  '--js-flags=--no-turbofan --no-maglev',
  `--disable-features=${OFF.join(',')}`,
];

type Language = 'en' | 'ja';

interface Tab {
  page: Page;
  context: BrowserContext;
  session: CDPSession;
  language: Language;
}

interface Kept {
  browser: Promise<Browser>;
  /** Navigation in which axe found nothing. */
  accessible: Set<string>;
  /** Clean tabs that no test uses. */
  free: Tab[];
  used: Map<Page, Tab>;
}

const once = globalThis as { tracewellBrowser?: Kept };

const kept = (): Kept =>
  (once.tracewellBrowser ??= {
    browser: chromium.launch({ executablePath: inject('chromium'), args: FLAGS }),
    accessible: new Set(),
    free: [],
    used: new Map(),
  });

/** A small document without scripts, for a visit that adds routes before it loads a page. */
export const BLANK = '/assets/icon.svg';

export interface Visitor {
  as?: Account;
  theme?: 'light' | 'dark';
  language?: Language;
  width?: number;
  height?: number;
}

interface Visit {
  page: Page;
  context: BrowserContext;
  /** Page errors and console errors; empty when all is well. */
  faults: string[];
}

/** A context has one language. The other properties of a visitor can be changed in an open tab. */
async function openTab(language: Language): Promise<Tab> {
  const { browser, free } = kept();
  const at = free.findIndex((tab) => tab.language === language);
  const [clean] = at === -1 ? [] : free.splice(at, 1);
  if (clean) return clean;
  const context = await (
    await browser
  ).newContext({
    baseURL: inject('serviceUrl'),
    locale: language === 'ja' ? 'ja-JP' : 'en-US',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  return { context, page, session: await context.newCDPSession(page), language };
}

const forget = (): void => {
  localStorage.clear();
  sessionStorage.clear();
};

/** Shows a small document without scripts. It has the origin of the page, so it keeps the renderer. */
async function rest(page: Page, tries = 3): Promise<void> {
  try {
    await page.goto(new URL(BLANK, page.url()).href);
  } catch (error) {
    // A page that changes its address at this moment stops the navigation.
    if (tries === 1) throw error;
    await rest(page, tries - 1);
  }
}

async function clean({ page, context, session }: Tab): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['request', 'pageerror', 'console', 'dialog'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await rest(page);
  await page.evaluate(forget);
  await context.clearCookies();
  await context.clearPermissions();
  await page.mouse.up();
  await page.mouse.move(-1, -1);
  await session.send('Page.resetNavigationHistory');
  // A test may have ended at another origin, such as that of the single sign-on provider.
  const { origin } = new URL(inject('serviceUrl'));
  if (new URL(page.url()).origin !== origin)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
}

/** Ends a visit before its test ends. */
export async function leave(page: Page): Promise<void> {
  const { used, free } = kept();
  const tab = used.get(page);
  if (!tab) return;
  used.delete(page);
  try {
    await clean(tab);
    free.push(tab);
  } catch {
    await tab.context.close();
  }
}

export async function visit(path: string, visitor: Visitor = {}): Promise<Visit> {
  const { as, theme = 'light', language = 'en', width = 1280, height = 900 } = visitor;
  const tab = await openTab(language);
  const { page, context } = tab;
  kept().used.set(page, tab);
  onTestFinished(() => leave(page));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  if (as) await as.signIn(context);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[01349]/.test(message.text()))
      faults.push(message.text());
  });
  await page.goto(path);
  return { page, context, faults };
}

/** Leads to another page as a link does, which takes less than half the time of loading it. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The part of axe that is used here. */
interface Axe {
  run(
    where: object,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

const AXE_OPTIONS = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  reporter: 'no-passes',
  resultTypes: ['violations'],
};

/**
 * The navigation is most of the elements of many pages, and the same in all of them. Axe checks it once for each
 * markup, theme, language and width, whichever link is the current one. Null for one that is hidden.
 */
function navigation(): ({ key: string; name: string } | null)[] {
  const looks = [
    document.documentElement.lang,
    document.documentElement.dataset['theme'],
    matchMedia('(prefers-color-scheme: dark)').matches,
    window.innerWidth,
  ];
  const changing = / (?:class|aria-current|data-status|href|id|aria-controls)="[^"]*"/g;
  return Array.from(document.querySelectorAll('nav'), (nav) =>
    nav.checkVisibility() && !nav.closest('[aria-hidden="true"], [inert]')
      ? {
          key: `${looks.join(' ')} ${nav.outerHTML.replaceAll(changing, '')}`,
          name: nav.getAttribute('aria-label') ?? nav.getAttribute('aria-labelledby') ?? '',
        }
      : null,
  );
}

/** Runs axe in the page, without the navigation at these places. */
async function violations({ options, without }: { options: object; without: number[] }): Promise<string[]> {
  const navs = document.querySelectorAll('nav');
  // Open tooltips and menus are rendered outside of the page's landmarks.
  const exclude = [['[data-radix-popper-content-wrapper]'], ...without.map((at) => navs[at])];
  const { axe } = window as unknown as { axe: Axe };
  const found = await axe.run({ exclude }, options);
  return found.violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/**
 * Checks WCAG 2.2 AA, as far as axe can. Axe runs here without its builder: that sends the whole report through
 * the browser, and pages have no frames that need it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Loaded once per document: later runs reuse code that is compiled already.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { accessible } = kept();
  const parts = await page.evaluate(navigation);
  // Axe compares the names of landmarks only with those that it checks.
  const names = parts.flatMap((part) => part?.name ?? []);
  expect(names).toEqual([...new Set(names)]);
  const known = parts.flatMap((part, at) => (part && accessible.has(part.key) ? [at] : []));
  const found = await page.evaluate(violations, { options: AXE_OPTIONS, without: known });
  expect(found.join('\n')).toBe('');
  for (const part of parts) if (part) accessible.add(part.key);
}

/** The page does not scroll sideways, once what follows its width has been drawn. */
export async function expectFits(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}

/** Saves a screenshot under web/e2e/shots (not committed) when TEST_SHOTS=1. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!TAKES_SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}${name}.png`, fullPage: true });
}

/** The CPU time that the thread of the page needs meanwhile, in milliseconds. */
export async function pageCpuMs(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await seconds();
  await work();
  const after = await seconds();
  await session.detach();
  return (after - before) * 1_000;
}
