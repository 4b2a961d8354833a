import { describe, expect, inject, it } from 'vitest';
import { BLANK, shot, visit } from './browser.ts';

// Swagger UI reads the whole document, which takes an emulated machine long.
const PATIENCE = { timeout: 60_000 };

interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
}

describe('the reference', () => {
  it('has every operation, with its fields', async () => {
    const document = (await (await fetch(`${inject('serviceUrl')}/v1/openapi.json`)).json()) as Document;
    const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
    const { page, faults } = await visit('/docs');
    const rows = page.locator('.opblock');
    await page.locator('.opblock-tag').first().waitFor(PATIENCE);
    // One chapter at a time: a longer list is drawn only as far as it can be seen.
    for (const { name } of document.tags) {
      await page.locator(`#operations-tag-${name}`).click();
      const own = operations.filter(({ tags }) => tags.includes(name));
      await expect.poll(() => rows.count(), PATIENCE).toBe(own.length);
      await page.locator(`#operations-tag-${name}`).click();
      await expect.poll(() => rows.count(), PATIENCE).toBe(0);
    }
    await page.locator('#operations-tag-projects').click();
    const create = page.locator('#operations-projects-createProject');
    await create.locator('.opblock-summary-control').click();
    await create.getByText('Audited as project.create').waitFor();
    // The example of the body, and of the response, whose schema is a reference.
    await create.getByText('"name"').nth(1).waitFor();
    await create.getByText('"isDefault"').waitFor();
    expect(faults).toEqual([]);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('keeps its security policy and asks no other host, %s, %i wide', async (theme, width) => {
    const { page, faults } = await visit(BLANK, { theme, width });
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${inject('serviceUrl')}/`) && !request.url().startsWith('data:'))
        outside.push(request.url());
    });
    await page.goto('/docs#/projects/createProject');
    await page.getByText('Audited as project.create').waitFor(PATIENCE);
    await page.getByText('always {error, reason}').waitFor();
    await shot(page, `reference-${theme}-${width}`);
    const seen = await page.evaluate(() => ({
      isDark: document.documentElement.matches('.dark-mode'),
      wider: document.documentElement.scrollWidth - innerWidth,
    }));
    expect(seen).toEqual({ isDark: theme === 'dark', wider: 0 });
    expect(outside).toEqual([]);
    // The browser reports here what the policy forbids.
    expect(faults).toEqual([]);
  });

  it('sends a request to this service, and shows it as curl', async () => {
    const { page, faults } = await visit('/docs#/health/getHealth');
    const operation = page.locator('#operations-health-getHealth');
    await operation.getByRole('button', { name: 'Try it out' }).click(PATIENCE);
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation
      .getByText(`${inject('serviceUrl')}/v1/health`)
      .first()
      .waitFor();
    await operation.locator('.curl').getByText('curl -X').first().waitFor();
    await operation.locator('.live-responses-table').getByText('"status": "ok"').first().waitFor();
    expect(faults).toEqual([]);
  });
});
