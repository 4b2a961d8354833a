import { check, constantFrom, json, nat, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFaultAt } from './json-fault.ts';

test.each<[text: string, at: number | null]>([
  ['', 1],
  ['  ', 3],
  ['{}', null],
  [' [1, {"a": null}] ', null],
  ['{', 2],
  ['[1,]', 4],
  ['{"a":1,}', 8],
  ['{"a" 1}', 6],
  ['{a: 1}', 2],
  ["'a'", 1],
  ['01', 2],
  ['1 2', 3],
  ['"a', 1],
  ['"\n"', 1],
  ['"\\x"', 1],
  ['{"type": object}', 10],
  ['[1}', 3],
  ['tru', 1],
  ['-', 1],
  ['1.', 2],
  ['"\u007f\u0085\ud800"', null],
  ['"\u001f"', 1],
  ['\ufeff{}', 1],
])('%j: %s', (text, at) => {
  expect(jsonFaultAt(text)).toBe(at);
});

test('finds a fault exactly where JSON.parse does', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const tokens = string({ unit: constantFrom(...'{}[],:"\\ 01e-.tn'.split(''), 'true', 'null', '"a"') });
  const broken = tuple(json(), nat(), string({ maxLength: 1 })).map(([text, at, extra]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + extra + text.slice(place + 1);
  });
  for (const texts of [tokens, json(), broken]) {
    const result = check(
      property(texts, (text) => (jsonFaultAt(text) === null) === isJson(text)),
      { numRuns: 500 },
    );
    expect(result.counterexample).toBeNull();
  }
});

test('reads a long truncated text once', () => {
  const long = `[${'"a",'.repeat(60_000)}`;
  expect(jsonFaultAt(long)).toBe(long.length + 1);
  expect(jsonFaultAt(`"${'a'.repeat(260_000)}`)).toBe(1);
  expect(jsonFaultAt('['.repeat(100_000))).toBe(100_001);
});
