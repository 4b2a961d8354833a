// Which tests run first where there is no time for all: those whose names share the rarest words with the files
// that changed. A change of features/erasure/take-out.ts puts attacks/erasure.proof.test.ts first.
import { execFileSync } from 'node:child_process';
import type { Unit } from './vitest.ts';

const wordsOf = (file: string): string[] => [
  ...new Set(
    file
      .replace(/\.[jt]sx?$/, '')
      .split(/[^a-zA-Z0-9]+/)
      // The erasure of erasures.
      .map((word) => word.toLowerCase().replace(/s$/, ''))
      .filter((word) => word !== ''),
  ),
];

/** `units`, first those that are near to the files in `changed`. A test that was changed itself comes first. */
export function nearestFirst(units: readonly Unit[], changed: readonly string[]): Unit[] {
  const isChanged = new Set(changed);
  const changedWords = new Set(changed.flatMap(wordsOf));
  const filesWith = new Map<string, number>();
  for (const { file } of units)
    for (const word of wordsOf(file)) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  const nearness = ({ file }: Unit): number =>
    isChanged.has(file)
      ? Infinity
      : wordsOf(file)
          .filter((word) => changedWords.has(word))
          .reduce((sum, word) => sum + 1 / (filesWith.get(word) ?? 1), 0);
  return units
    .map((unit) => ({ unit, nearness: nearness(unit) }))
    .toSorted((a, b) => (a.nearness === b.nearness ? 0 : b.nearness - a.nearness))
    .map(({ unit }) => unit);
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** The files that were changed in the day before the newest commit, or since the commit that TEST_SINCE names. */
export function recentlyChanged(): string[] {
  const since = process.env['TEST_SINCE'];
  try {
    if (since !== undefined) return git('diff', '--name-only', since);
    const [newest = '0'] = git('log', '-1', '--format=%ct');
    const files = git('log', `--since=${Number(newest) - 86_400}`, '--name-only', '--format=');
    return [...new Set(files)];
  } catch {
    // Not a clone, or one without the history.
    return [];
  }
}
