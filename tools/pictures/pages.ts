// The pages that are shown, and what is done on a page before its picture is taken.
import type { Page } from 'playwright-core';

export interface Shown {
  address: string;
  /** The usual height is that of a small laptop. */
  height?: number;
  /** Shows the whole account instead of the project of the sample data. */
  wholeAccount?: true;
  /** Taken before anything is added to the sample data. */
  early?: true;
  act?: (page: Page) => Promise<void>;
}

const PATIENCE = { timeout: 60_000 };

/** `places` has the addresses of single items by the name of their picture. */
export function pagesOf(places: Readonly<Record<string, string>>): Record<string, Shown> {
  const at = (address: string, more: Omit<Shown, 'address'> = {}): Shown => ({ address, ...more });
  const place = (name: string, more: Omit<Shown, 'address'> = {}): Shown => at(places[name] ?? '', more);
  return {
    overview: at('/?window=7d'),
    start: at('/start', { early: true }),
    onboarding: at('/start?with=langchain-py', { early: true }),
    palette: at('/?window=7d', { act: openPalette }),
    dashboard: place('dashboard', { early: true }),
    traces: at('/traces?window=7d', { early: true }),
    trace: place('trace', { early: true }),
    timeline: place('timeline', { early: true }),
    calls: at('/calls?window=7d', { early: true }),
    peek: place('peek', { early: true }),
    call: place('call', { early: true }),
    sessions: at('/sessions?window=7d', { early: true }),
    session: place('session', { early: true }),
    users: at('/users?window=7d', { early: true }),
    prompts: at('/prompts'),
    prompt: at(`/prompts/${encodeURIComponent('support/answer')}`),
    playground: place('playground', { height: 1_000, act: runPlayground }),
    evaluations: at('/evaluations?tab=runs'),
    criteria: at('/evaluations?tab=criteria', { act: scrollTo('Library') }),
    datasets: at('/evaluations?tab=datasets'),
    dataset: place('dataset'),
    conversations: place('conversations'),
    experiments: at('/evaluations?tab=experiments'),
    experiment: place('experiment'),
    results: place('experiment', { act: scrollTo('Results') }),
    review: at('/review'),
    queues: at('/review-queues'),
    queue: place('queue'),
    agreement: place('agreement'),
    'queue-review': place('queue-review'),
    proposals: at('/proposals'),
    alerts: at('/alerts'),
    alert: place('alert'),
    safety: at('/safety'),
    guardian: at('/guardian'),
    finding: place('finding', { height: 1_000 }),
    gate: at('/gate'),
    diagnostics: at('/diagnostics', { wholeAccount: true }),
    audit: at('/audit'),
    keys: at('/settings/keys'),
    plan: at('/settings/plan'),
    projects: at('/settings/projects'),
    team: at('/settings/team'),
    consents: at('/settings/consents'),
    models: at('/settings/models'),
    budget: at('/settings/budget'),
    prices: at('/settings/prices'),
    webhooks: at('/settings/webhooks'),
    exports: at('/settings/exports'),
    erasure: at('/settings/erasure'),
    connect: place('connect', { wholeAccount: true }),
  };
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

async function runPlayground(page: Page): Promise<void> {
  // The tools of the call open the settings, which leave no room for the answers.
  for (const settings of await page.getByText('Settings, tools and output schema').all())
    await settings.click();
  await page.getByRole('button', { name: /^Run all/ }).click();
  const calls = page.getByRole('link', { name: 'Open the call' });
  await calls.nth(1).waitFor(PATIENCE);
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
}

// Code of the browser is a text here: this folder is not compiled with the types of a browser.
const TO_TOP = '(card) => window.scrollTo(0, card.getBoundingClientRect().top + window.scrollY - 16)';

/** Scrolls to the card of this title. */
const scrollTo =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('region', { name, exact: true }).evaluate(TO_TOP);
  };
