// Calls and runs as text, at several widths.
import { expect, it } from 'vitest';
import type { Schemas } from '@tracewell/sdk';
import { callLine, callView } from '../../src/calls/views.ts';
import { runsTable, runView } from '../../src/runs/views.ts';
import { UNCUT } from '../../src/terminal/screen.ts';
import { call, score, widthOf } from './records.ts';

const LONG = call({ id: '3f2c1a9e-7b4d-4e21-9c55-3f2c1a9e7b4d', model: 'a-model-with-a-very-long-name' });
const FAILED = call({ error: 'Error: rate limited by the provider, which says much more than fits\n  at x' });

it.each([
  [80, '11-16 09:00:00 a-model-with-a-very…   1,234  $0.00042  812 ms  3f2c1a9e-7b4d-4e…'],
  [64, '11-16 09:00:00 a-model-wit…   1,234  $0.00042  812 ms  3f2c1a9e…'],
  [50, '11-16 09:00:00 a-model-wit…  $0.00042  3f2c1a9e-7…'],
  [40, '09:00:00 a-model-wit…  3f2c1a9e-7b4d-4e…'],
])('a line of tail in %i columns', (width, expected) => {
  expect(callLine(LONG, width)).toBe(expected);
  expect(widthOf(callLine(FAILED, width))).toBeLessThanOrEqual(width);
});

it('a line of tail that goes into a pipe has everything', () => {
  expect(callLine(LONG, UNCUT)).toContain('a-model-with-a-very-long-name   1,234');
  expect(callLine(FAILED, UNCUT)).toMatch(/ {2}call-1 {2}✗ Error: rate limited .* than fits$/);
  expect(callLine(FAILED, 80)).toMatch(/ {2}✗ Error: rate li…$/);
});

it('a call keeps the line breaks and the indentation of its messages, and wraps long lines', () => {
  const output = [
    { role: 'assistant', content: 'if (x) {\n    one two three four five six seven eight;\n}' },
  ];
  const shown = callView(
    call({ tags: { team: 'search', env: 'production' }, error: 'e'.repeat(50), requestMeta: { output } }),
    [score()],
    40,
  );
  expect(Math.max(...shown.split('\n').map(widthOf))).toBeLessThanOrEqual(40);
  expect(shown).toContain(
    'assistant\n  if (x) {\n      one two three four five six seven\n      eight;\n  }\n\nTIME',
  );
  expect(shown).toContain(`error    ${'e'.repeat(29)}\n           ${'e'.repeat(21)}\n`);
});

const RUN: Schemas['EvalRun'] = {
  id: 3,
  name: 'nightly',
  status: 'completed',
  source: 'recent',
  label: null,
  datasetId: null,
  datasetVersion: null,
  split: null,
  promptRegistryId: null,
  recentCount: 20,
  callCount: 20,
  scoredCount: 17,
  failedCount: 3,
  pendingCount: 0,
  meanScores: [
    { criterionId: 1, name: 'Helpfulness', mean: 4.123456, normalizedMean: 0.75, count: 10 },
    { criterionId: 2, name: 'Safety', mean: 5, normalizedMean: 1, count: 7 },
  ],
  costUsd: 0.012,
  createdAt: '2026-11-16T09:00:00.000Z',
  startedAt: '2026-11-16T09:00:01.000Z',
  completedAt: '2026-11-16T09:00:03.000Z',
  error: '3 of 20 scores could not be made: no_content (3).',
  errorReason: 'no_content',
};

it('a run has the mean of each criterion, and what could not be scored', () => {
  expect(runView(RUN, 80).split('\n')).toEqual([
    '  run      3 (nightly)',
    '  status   completed',
    '  calls    20',
    '  scored   17/20',
    '  cost     $0.012',
    '  created  2026-11-16 09:00Z',
    '  took     2.0 s',
    '',
    '3 of 20 scores could not be made: no_content (3).',
    '',
    'CRITERION    SCORES   MEAN  OF SCALE',
    'Helpfulness      10  4.123      75 %',
    'Safety            7      5     100 %',
  ]);
  expect(runView({ ...RUN, meanScores: [], error: null, completedAt: null }, 80)).toMatch(
    /09:00Z\n\nNo scores\.$/,
  );
  expect(runsTable([RUN], 80).split('\n')[1]).toBe(
    ' 3  nightly  completed   17/20  85 %  $0.012  2026-11-16 09:00Z',
  );
});
