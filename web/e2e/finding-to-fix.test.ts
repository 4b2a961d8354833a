// The guided example from a fresh account to the command of the gate, with the recorded model. No key.
import { expect, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

// An emulated, shared engine is slow.
const PATIENCE = { timeout: 60_000 };
const SLOW_MS = 300_000;

it(
  'leads from a finding to a dataset, the playground, an experiment, a shipped prompt and the gate',
  { timeout: SLOW_MS },
  async () => {
    const account = await makeAccount();
    const { page, faults } = await visit('/start', { as: account, width: 1440 });
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor(PATIENCE);
    await page.goto('/start');
    await page.getByRole('link', { name: 'From finding to fix' }).click(PATIENCE);
    const card = page.getByRole('region', { name: 'From finding to fix' });

    // 1. The finding is there within seconds.
    await card.getByText('Step 1 of 5').waitFor();
    await card.getByRole('link', { name: 'Open the finding' }).click(PATIENCE);
    const fix = page.getByRole('region', { name: 'Fix it' });
    await fix.getByRole('button', { name: 'Make a dataset of these' }).waitFor(PATIENCE);
    await card.getByText('Step 2 of 5').waitFor();
    await shot(page, 'fix-finding');
    await expectAccessible(page);

    // 2. One click makes the dataset and opens it.
    await fix.getByRole('button', { name: 'Make a dataset of these' }).click();
    await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toMatch(/^\/evaluations\/datasets\/\d+$/);
    await page.getByText('→ issue_refund × 5').first().waitFor(PATIENCE);
    await card.getByText('Step 3 of 5').waitFor(PATIENCE);
    await shot(page, 'fix-dataset');

    // 3. The playground asks the newest call again: the tool is called once more.
    await card.getByRole('link', { name: 'Open in playground' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).first().click(PATIENCE);
    await page.getByText('W-', { exact: false }).first().waitFor();
    await expect
      .poll(() => page.getByText('Recorded model (sample data)').count(), PATIENCE)
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Open the call' }).first().waitFor(PATIENCE);
    await shot(page, 'fix-playground');
    await card.getByRole('button', { name: 'Next' }).click();

    // The guide can be left and resumed.
    await card.getByRole('button', { name: 'Leave the guide' }).click();
    expect(await card.count()).toBe(0);
    await page.goto('/start');
    await page.getByRole('link', { name: 'Resume the guide' }).click(PATIENCE);
    await card.getByText('Step 4 of 5').waitFor();
    await card.getByRole('link', { name: 'To the finding' }).click(PATIENCE);
    await fix.getByRole('link', { name: /12 items/ }).waitFor(PATIENCE);

    // 4. The form of the experiment is filled in.
    await fix.getByRole('button', { name: 'Run an experiment' }).click();
    await page.getByRole('heading', { name: 'New experiment' }).waitFor(PATIENCE);
    const versions = page.getByLabel('Prompt version');
    await expect
      .poll(
        () =>
          versions.evaluateAll((all) =>
            all.map((each) => (each as HTMLSelectElement).selectedOptions[0]?.text),
          ),
        PATIENCE,
      )
      .toEqual(['sample-refund · 2', 'sample-refund · 3']);
    expect(await page.getByRole('checkbox', { name: /Does not repeat a tool call/ }).isChecked()).toBe(true);
    await shot(page, 'fix-experiment-form');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and start' }).click();
    await card.getByText('Step 5 of 5').waitFor(PATIENCE);
    await page.getByText('sample-refund 3', { exact: false }).first().waitFor();
    await page.getByText('issue_refund({', { exact: false }).first().waitFor(PATIENCE);
    await shot(page, 'fix-experiment');

    // 5. Shipped, and the gate's lines have the numbers.
    const winner = page.getByRole('row', { name: /sample-refund 3/ });
    await winner.getByRole('button', { name: 'Ship this version' }).click(PATIENCE);
    await page.getByRole('dialog').getByRole('button', { name: 'Ship this version' }).click();
    await page.getByText('is deployed to', { exact: false }).first().waitFor(PATIENCE);
    await card.getByRole('link', { name: 'To the finding' }).click();
    await fix.getByText('Version 3 is shipped to production.').waitFor(PATIENCE);
    await fix.getByRole('button', { name: 'Gate it in CI' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/tracewell gate --dataset \d+ --criterion \d{4} --allow-missing-baseline/)
      .waitFor(PATIENCE);
    await dialog.getByText('secrets.TRACEWELL_API_KEY').waitFor();
    await shot(page, 'fix-gate');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'fix-trail-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await card.getByRole('button', { name: 'Finish' }).click();
    expect(await card.count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('link', { name: 'From finding to fix' }).click();
    await card.getByText('Step 1 of 5').waitFor();
    await expectFits(page);
    await expectAccessible(page);
    await shot(page, 'fix-narrow-dark');
    expect(faults).toEqual([]);
  },
);
