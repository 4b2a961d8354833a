import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Template } from './templates.ts';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { fitted, settle } = await import('#ui');
const { templateWidgets } = await import('./templates.ts');
const { dashboardsTexts } = await import('./texts.ts');
afterAll(() => void vi.unstubAllGlobals());

const TEMPLATES = Object.keys(dashboardsTexts.en.templates) as Template[];

describe.each(TEMPLATES)('the template %s', (template) => {
  const widgets = templateWidgets(template, dashboardsTexts.en.templateTitles);

  it('asks only for what its charts can show', () => {
    for (const widget of widgets) expect(fitted(widget)).toEqual(widget);
    expect(new Set(widgets.map(({ id }) => id)).size).toBe(widgets.length);
  });

  it('is within the grid, without gaps and overlaps', () => {
    for (const { position, size } of widgets) expect(position.x + size.w).toBeLessThanOrEqual(12);
    expect(settle(widgets)).toEqual(widgets);
  });
});
