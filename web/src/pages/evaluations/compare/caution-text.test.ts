import { expect, it, vi } from 'vitest';
import { cautionText } from './caution-text.ts';
import { compareTexts } from './texts.ts';
import { gateCommand } from './gate-command.ts';

// Only the texts: the rest of i18n needs a browser.
vi.mock('#i18n', () => ({ defineTexts: (en: object, ja: object) => ({ en, ja }) }));

const shown = { score: String, p: String, count: String, scoringDiffers: true };
const caution = {
  code: 'inconclusive' as const,
  criterionId: null,
  threshold: 0.05,
  observed: 0.08,
  pValue: 0.125,
  items: 20,
  itemsNeeded: 44,
  itemsAllowed: 20,
  message: '',
};
const { en, ja } = compareTexts;

it('states the drop, how many items would decide it, and whether these runs can have that many', () => {
  expect(cautionText(caution, null, en, shown)).toBe(
    'The mean over the criteria fell by 0.08 of the scale (allowed: 0.05), and 20 items are not enough to tell this from noise (p 0.125). About 44 items would decide it. These runs can have 20 items at most, so they cannot show it.',
  );
  expect(cautionText({ ...caution, itemsAllowed: 500 }, 'Tone', en, shown)).toMatch(
    /^Tone fell .* About 44 items would decide it\.$/,
  );
  expect(cautionText({ ...caution, itemsNeeded: null, pValue: null }, 'Tone', en, shown)).toMatch(
    /noise\. More items like these would not decide it: review them\.$/,
  );
});

it('in Japanese too, same outputs included', () => {
  expect(cautionText(caution, 'Tone', ja, shown)).toMatch(
    /^Tone が尺度の 0\.08 下がりました.*約 44 件.*最大 20 件/,
  );
  const same = { ...caution, code: 'same_outputs' as const };
  expect(cautionText(same, null, en, shown)).toContain('same 20 outputs: the scoring changed');
  expect(cautionText(same, null, en, { ...shown, scoringDiffers: false })).toContain('nothing to compare');
  expect(cautionText(same, null, ja, shown)).toContain('同じ 20 件の出力');
});

it('the command has the option that is set on the page', () => {
  expect(gateCommand({ candidate: 4, baseline: 3 }, { failOnInconclusive: true })).toBe(
    'tracewell gate --candidate 4 --baseline 3 --fail-on-inconclusive',
  );
});
