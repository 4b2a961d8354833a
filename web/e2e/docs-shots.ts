import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { TAKES_SHOTS } from './browser.ts';

const SHOTS = fileURLToPath(new URL('shots/', import.meta.url));

/** Screenshots for the docs: the visible part of a page, in both themes. */
export async function docsShots(page: Page, name: string): Promise<void> {
  if (!TAKES_SHOTS) return;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // Forces a full repaint: elements that inherit their colour may keep the old one otherwise.
    await page.evaluate(() => {
      const { style } = document.body;
      style.display = 'none';
      document.body.getBoundingClientRect();
      style.display = '';
    });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${SHOTS}docs-${name}-${theme}.png` });
  }
  if (before) await page.setViewportSize(before);
}
