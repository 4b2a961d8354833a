import { expect, it } from 'vitest';
import { guideStepAfter } from './guide-steps.ts';

const NOTHING = { isAtFinding: false, hasDataset: false, hasDoneExperiment: false };
const ALL = { isAtFinding: true, hasDataset: true, hasDoneExperiment: true };

it('the guide goes on when a step is done, except where a person only looks', () => {
  expect(guideStepAfter('finding', NOTHING)).toBe('finding');
  expect(guideStepAfter('finding', { ...NOTHING, isAtFinding: true })).toBe('dataset');
  expect(guideStepAfter('dataset', { ...NOTHING, isAtFinding: true })).toBe('dataset');
  expect(guideStepAfter('dataset', { ...NOTHING, hasDataset: true })).toBe('playground');
  expect(guideStepAfter('playground', ALL)).toBe('playground');
  expect(guideStepAfter('experiment', { ...NOTHING, hasDataset: true })).toBe('experiment');
  expect(guideStepAfter('experiment', ALL)).toBe('gate');
  expect(guideStepAfter('gate', ALL)).toBe('gate');
});
