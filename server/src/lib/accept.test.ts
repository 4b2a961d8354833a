import { expect, it } from 'vitest';
import { acceptedType } from './accept.ts';

it.each([
  ['', null],
  ['*/*', null],
  ['text/html, */*;q=0.8', null],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['application/json, text/csv', 'application/json'],
  ['text/csv, application/json', 'text/csv'],
  ['application/json;q=0.5, text/csv', 'text/csv'],
  ['text/csv;q=0.1, application/json;q=0.2', 'application/json'],
  ['text/csv;q=0', null],
  ['text/csv;q=much', null],
  ['text/csvx, text/', null],
])('%j names %j', (header, type) => {
  expect(acceptedType(header, ['application/json', 'text/csv'])).toBe(type);
});
