import { describe, expect, it } from 'vitest';
import { recordedAnswer } from './recordings.ts';
import { DIALOGUES, REFUND_PROMPT, REFUNDS, SUPPORT_SYSTEM } from './stories.ts';

const { used, fixed } = REFUND_PROMPT;
const FAILED = { role: 'tool', text: '{"error":"gateway_timeout","retriable":true}' };
const refund = (system: string, failures: number, more: { role: string; text: string }[] = []) => [
  { role: 'system', text: system },
  { role: 'user', text: `${REFUNDS[0].wish} It is order W-12345.` },
  ...Array.from({ length: failures }, () => [{ role: 'assistant', text: '' }, FAILED]).flat(),
  ...more,
];
const asksAgain = (model: string, system: string): boolean[] =>
  [0, 1, 2, 3, 4, 5, 6].map((failures) => recordedAnswer(model, refund(system, failures))?.toolCall != null);

describe('the recordings', () => {
  it('repeat the failing tool with the prompt in use, and once only with the fixed one', () => {
    expect(asksAgain('recorded-small', used.system)).toEqual([true, true, true, true, true, true, false]);
    expect(asksAgain('recorded-large', used.system)).toEqual([true, true, true, true, false, false, false]);
    for (const model of ['recorded-small', 'recorded-large'])
      expect(asksAgain(model, fixed.system)).toEqual([true, true, false, false, false, false, false]);
    expect(recordedAnswer('recorded-small', refund(fixed.system, 2))?.text).toContain(
      'order W-12345 to a colleague',
    );
    expect(recordedAnswer('recorded-small', refund(used.system, 0))?.toolCall).toEqual({
      name: 'issue_refund',
      arguments: { order: 'W-12345', amount: 189, currency: 'EUR' },
    });
    const worked = [{ role: 'tool', text: '{"refunded":189,"currency":"EUR"}' }];
    expect(recordedAnswer('recorded-small', refund(used.system, 1, worked))?.text).toMatch(
      /^Done: \*\*189\.00 EUR/,
    );
  });

  it('answer every turn of the support bot', () => {
    for (const { turns } of DIALOGUES)
      for (const [asked, answered] of turns)
        expect(
          recordedAnswer('recorded-small', [
            { role: 'system', text: SUPPORT_SYSTEM },
            { role: 'user', text: asked },
          ]),
        ).toEqual({ text: answered, toolCall: null });
  });

  it('have no answer to another model, prompt or question', () => {
    expect(recordedAnswer('gpt-4.1-mini', refund(used.system, 1))).toBeNull();
    expect(recordedAnswer('recorded-small', refund(`${used.system} Be kind.`, 1))).toBeNull();
    expect(
      recordedAnswer('recorded-small', refund(used.system, 1, [{ role: 'user', text: 'Hello?' }])),
    ).toBeNull();
    expect(recordedAnswer('recorded-small', [{ role: 'user', text: 'Hello?' }])).toBeNull();
  });
});
