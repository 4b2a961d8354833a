import { expect, test } from 'vitest';
import { feedbackScore } from './feedback.ts';

const feedback = { id: 'f', run_id: 'r', key: 'helpful' };

test.for([
  ['a score', { score: 0.5 }, { value: 0.5 }],
  ['a boolean score', { score: true }, { value: true }],
  ['a score and a value', { score: 1, value: 'good' }, { value: 1, metadata: { value: 'good' } }],
  ['a category', { value: 'good' }, { value: 'good', dataType: 'categorical' }],
  ['a long value', { value: 'x'.repeat(300) }, { value: 'x'.repeat(300), dataType: 'text' }],
  ['a structure', { value: { a: 1 } }, { value: '{"a":1}', dataType: 'text' }],
  [
    'a correction',
    { correction: { a: 1 } },
    { value: '{"a":1}', dataType: 'text', metadata: { correction: { a: 1 } } },
  ],
  ['a comment', { comment: 'It was.' }, { value: 'It was.', dataType: 'text', comment: 'It was.' }],
  ['a comment beside a score', { score: 0, comment: 'No.' }, { value: 0, comment: 'No.' }],
  [
    'a judge',
    { score: 1, feedback_source: { type: 'model', metadata: { m: 1 } } },
    { source: 'judge', metadata: { m: 1 } },
  ],
  ['a person', { score: 1, feedback_source: { type: 'app' } }, { source: 'human' }],
  [
    'a time',
    { score: 1, created_at: '2026-11-16T19:00:00.5+00:00' },
    { createdAt: '2026-11-16T19:00:00.500Z' },
  ],
  ['a run of a trace', { score: 1, trace_id: 't' }, { traceId: 't', spanId: 'r' }],
] as [string, object, object][])('%s', ([, sent, score]) => {
  expect(feedbackScore({ ...feedback, ...sent })).toMatchObject({
    id: 'f',
    name: 'helpful',
    spanId: 'r',
    ...score,
  });
});

test('feedback about a root names only its span, which is looked up', () => {
  for (const sent of [{ trace_id: 'r' }, { run_id: undefined, trace_id: 'r' }]) {
    const score = feedbackScore({ ...feedback, score: 1, ...sent });
    expect(score).toMatchObject({ spanId: 'r', source: 'api' });
    expect(score).not.toHaveProperty('traceId');
  }
});

test('feedback without a value or a run is ignored', () => {
  for (const sent of [{}, { score: null }, { value: '' }, { score: 1, run_id: null }, { score: 1, key: 3 }])
    expect(feedbackScore({ ...feedback, ...sent })).toBeUndefined();
});
