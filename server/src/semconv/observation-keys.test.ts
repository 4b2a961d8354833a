// The dashboard reads observations by the lists in the SDK, which cannot see the dialects.
import * as reading from '@tracewell/sdk/reading';
import { expect, it } from 'vitest';
import { SPAN_INPUT_KEYS, isContentAttribute, SPAN_OUTPUT_KEYS } from './index.ts';

it('readers know every key with the input or output of a span', () => {
  expect(SPAN_INPUT_KEYS.filter((key) => !reading.INPUT_KEYS.includes(key))).toEqual([]);
  expect(SPAN_OUTPUT_KEYS.filter((key) => !reading.OUTPUT_KEYS.includes(key))).toEqual([]);
});

it('what readers show as input or output is content, which is stored only with consent', () => {
  // No dialect has a key for the text of a database query. Text under an unknown key counts as content.
  const plain = [...reading.INPUT_KEYS, ...reading.OUTPUT_KEYS].filter((key) => !isContentAttribute(key));
  expect(plain).toEqual(['db.query.text', 'db.statement']);
});
