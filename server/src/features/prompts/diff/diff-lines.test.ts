import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { diffLines, type LineChange } from './diff-lines.ts';
import { hunksOf } from './hunks.ts';

const side = (changes: readonly LineChange[], without: LineChange['kind']): string =>
  changes
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n');

const edits = (changes: readonly LineChange[]): number =>
  changes.filter(({ kind }) => kind !== 'context').length;

/** Length of the longest common subsequence, computed by plain dynamic programming. */
function common(before: string[], after: string[]): number {
  let row = after.map(() => 0);
  for (const line of before) {
    const next: number[] = [];
    after.forEach((other, at) => {
      const left = next[at - 1] ?? 0;
      const above = row[at] ?? 0;
      next.push(line === other ? (row[at - 1] ?? 0) + 1 : Math.max(left, above));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const text = (kinds: string): string =>
  diffLines(...(kinds.split('|').map((part) => part.split('').join('\n')) as [string, string]))
    .map(({ kind, text: line }) => `${{ context: ' ', removed: '-', added: '+' }[kind]}${line}`)
    .join('');

describe('lines of two texts', () => {
  it.each([
    ['abc|abc', ' a b c'],
    ['abc|axc', ' a-b+x c'],
    ['abcabba|cbabac', '-a-b c+b a b-b a+c'],
    ['a|b', '-a+b'],
    ['ab|b', '-a b'],
    ['b|ab', '+a b'],
  ])('%s', (kinds, expected) => {
    expect(text(kinds)).toBe(expected);
  });

  it('reproduce both texts with the fewest changes', () => {
    const next = random(11);
    for (let round = 0; round < 300; round += 1) {
      const lines = () =>
        Array.from({ length: Math.floor(next() * 14) }, () => 'abcd'.charAt(Math.floor(next() * 4)));
      const [before, after] = [lines(), lines()];
      const changes = diffLines(before.join('\n'), after.join('\n'));
      expect(side(changes, 'added')).toBe(before.join('\n'));
      expect(side(changes, 'removed')).toBe(after.join('\n'));
      // An empty text is one empty line.
      const [left, right] = [before, after].map((each) => (each.length === 0 ? [''] : each)) as [
        string[],
        string[],
      ];
      expect(edits(changes)).toBe(left.length + right.length - 2 * common(left, right));
    }
  });

  const next = random(5);
  const bytes = 50_000;
  const repeat = (line: () => string): string => {
    const lines: string[] = [];
    for (let length = 0; length < bytes; length += (lines.at(-1)?.length ?? 0) + 1) lines.push(line());
    return lines.join('\n').slice(0, bytes);
  };
  let count = 0;
  const hard: [string, string, string][] = [
    ['of two letters', repeat(() => (next() < 0.5 ? 'a' : 'b')), repeat(() => (next() < 0.5 ? 'a' : 'b'))],
    ['of line feeds', '\n'.repeat(bytes), `a${'\n'.repeat(bytes - 2)}b`],
    ['with nothing in common', repeat(() => `${(count += 1)}`), repeat(() => `x${(count += 1)}`)],
    ['turned round', repeat(() => `${(count += 1)}`), repeat(() => `${(count -= 1)}`)],
    ['shifted', repeat(() => `${count % 7}`), `z\n${repeat(() => `${(count += 1) % 7}`)}\nz`.slice(0, bytes)],
    ['of one line', 'a'.repeat(bytes), `${'a'.repeat(bytes - 1)}b`],
  ];

  it.each(hard)('of 50 kB %s take less than 100 ms', (_what, before, after) => {
    const changes = diffLines(before, after);
    expect(side(changes, 'added')).toBe(before);
    expect(side(changes, 'removed')).toBe(after);
    expect(leastCpuMs(() => hunksOf(diffLines(before, after)), 100)).toBeLessThan(100);
  });
});

describe('hunks', () => {
  const hunks = (before: string[], after: string[]) =>
    hunksOf(diffLines(before.join('\n'), after.join('\n'))).map(
      ({ oldStart, oldLines, newStart, newLines }) => `-${oldStart},${oldLines} +${newStart},${newLines}`,
    );
  const lines = Array.from({ length: 30 }, (_, at) => `${at + 1}`);

  it('have three lines around a change, and are merged if those touch', () => {
    expect(hunks(lines, lines)).toEqual([]);
    expect(hunks(lines, lines.with(14, 'x'))).toEqual(['-12,7 +12,7']);
    expect(hunks(lines, lines.with(0, 'x').with(29, 'y'))).toEqual(['-1,4 +1,4', '-27,4 +27,4']);
    expect(hunks(lines, lines.with(9, 'x').with(16, 'y'))).toEqual(['-7,14 +7,14']);
    expect(hunks(lines, lines.with(9, 'x').with(17, 'y'))).toEqual(['-7,7 +7,7', '-15,7 +15,7']);
    expect(hunks(lines, lines.toSpliced(10, 2))).toEqual(['-8,8 +8,6']);
    expect(hunks(lines, lines.toSpliced(10, 0, 'x', 'y'))).toEqual(['-8,6 +8,8']);
  });
});
