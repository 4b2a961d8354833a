import { describe, expect, it } from 'vitest';
import {
  bodyOfDraft,
  draftFrom,
  emptyDraft,
  joinThreshold,
  objectInRubric,
  splitThreshold,
  withMember,
  withType,
} from './draft.ts';

describe('a draft', () => {
  it('gets template, scale and scope of its type, and keeps what somebody wrote', () => {
    const code = withType(emptyDraft(), 'code');
    expect(code).toMatchObject({ scoreType: 'numeric', scaleMin: '0', scaleMax: '1', scope: 'call' });
    expect(code.rubric).toContain('function score(');
    const path = withType(code, 'trajectory');
    expect(path).toMatchObject({ scope: 'trajectory', scoreType: 'numeric' });
    expect(objectInRubric(path.rubric)).toHaveProperty('maxSteps');
    expect(withType({ ...path, rubric: '{"maxSteps": 3}' }, 'tool_calls').rubric).toBe('{"maxSteps": 3}');
    expect(withType(path, 'regex')).toMatchObject({ scoreType: 'boolean', scope: 'call', rubric: '' });
    expect(withType(code, 'llm_judge')).toMatchObject({ scaleMin: '1', scaleMax: '5', rubric: '' });
  });

  it('sends the scale of its score', () => {
    const draft = { ...emptyDraft(), name: 'A', rubric: 'b', scaleMin: '-2', scaleMax: '2.5' };
    expect(bodyOfDraft(draft)).toMatchObject({ scaleMin: -2, scaleMax: 2.5 });
    expect(bodyOfDraft({ ...draft, scoreType: 'boolean' })).toMatchObject({ scaleMin: 0, scaleMax: 1 });
    const kept = draftFrom({
      name: 'Old rule',
      rubric: 'x',
      type: 'contains',
      scoreType: 'numeric',
      scaleMin: 0,
      scaleMax: 10,
    });
    expect(bodyOfDraft(kept)).toMatchObject({ scope: 'call', scaleMin: 0, scaleMax: 10 });
  });

  it('separates a threshold from the reference text', () => {
    for (const [rubric, text, threshold] of [
      ['{{expectedOutput}}\nThreshold: 0.85', '{{expectedOutput}}', '0.85'],
      ['Threshold: 0.5', '', '0.5'],
      ['Threshold: high\nmore', 'Threshold: high\nmore', ''],
    ] as const) {
      expect(splitThreshold(rubric)).toEqual({ text, threshold });
    }
    expect(splitThreshold(joinThreshold('a\nb', '0.9'))).toEqual({ text: 'a\nb', threshold: '0.9' });
    expect(joinThreshold('a', '')).toBe('a');
  });

  it('changes one member of a rubric in JSON', () => {
    expect(objectInRubric('[1]')).toBeNull();
    expect(objectInRubric('{"expected": {{expectedOutput}}}')).toBeNull();
    const more = withMember('{"maxSteps": 3}', 'noFailedStep', true);
    expect(objectInRubric(more)).toEqual({ maxSteps: 3, noFailedStep: true });
    expect(objectInRubric(withMember(more, 'maxSteps', undefined))).toEqual({ noFailedStep: true });
  });
});
