// Holds the tables of "To add …, touch these" in CONTRIBUTING.md: each names the files of an example, and a
// search of the sources for the example must find these files and no others.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const SOURCES = '{cli,sdk,server,web}/src/**/*.{ts,tsx}';
const CLIENTS = 'clients/**/*.{ts,py}';
const NOT_BY_HAND = ['**/node_modules/**', '**/.environments/**', '**/generated/**', '**/*.test.{ts,tsx}'];

interface Recipe {
  /** The heading, and the place of the table below it. */
  title: string;
  table?: number;
  /** What a source of the example contains, in its text or its path. */
  example: RegExp;
  /** What its tests and docs contain, in any case and without underscores. */
  word: string;
  searched: string[];
}

const RECIPES: Recipe[] = [
  {
    title: 'A field of a record',
    example: /\b(?:audioTokens|audio_tokens)\b/,
    word: 'audiotokens',
    searched: [SOURCES],
  },
  {
    title: 'A field of a record',
    table: 1,
    example: /\bagentName\b/,
    word: 'agentname',
    searched: [SOURCES],
  },
  { title: 'An alert type', example: /\bscore_below\b/, word: 'scorebelow', searched: [SOURCES] },
  { title: 'A channel', example: /\bpagerduty\b/, word: 'pagerduty', searched: [SOURCES] },
  {
    title: 'A peer: the paths of another back end',
    example: /\bhelicone\b/,
    word: 'helicone',
    searched: [SOURCES, CLIENTS],
  },
  {
    title: 'A dialect of spans',
    example: /\btraceloop(?:\b|_)/,
    word: 'traceloop',
    searched: [SOURCES, CLIENTS],
  },
  {
    title: 'A page of the dashboard',
    example: /\bpages\/proposals\/|^ +proposals: '/m,
    word: 'proposal',
    searched: ['web/src/{app,pages}/**/*.{ts,tsx}'],
  },
];

const filesOf = (patterns: string[]): string[] => globSync(patterns, { cwd: root, exclude: NOT_BY_HAND });

function namedIn({ title, table = 0 }: Recipe): string[] {
  const [, section = ''] = read('CONTRIBUTING.md').split(`\n### ${title}\n`);
  const tables = section.split(/\n#{2,3} /, 1)[0]?.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables[table]?.match(/(?<=`)[\w.-]+\/[\w./-]+(?=`)/g) ?? [];
}

describe.each(RECIPES)('CONTRIBUTING.md, "$title", $example', (recipe) => {
  const { example, word, searched } = recipe;
  const isExample = (file: string): boolean => example.test(`${file}\n${read(file)}`);
  const named = namedIn(recipe);
  const folders = named.filter((place) => place.endsWith('/'));

  it('names places that exist and have to do with the example', () => {
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
    const sources = new Set(filesOf(searched));
    const says = (file: string): boolean =>
      sources.has(file) ? isExample(file) : read(file).toLowerCase().replaceAll('_', '').includes(word);
    expect(named.filter((place) => !folders.includes(place) && !says(place))).toEqual([]);
  });

  it('names every file of the example', () => {
    const found = filesOf(searched).filter(isExample);
    expect(found.length).toBeGreaterThan(3);
    const missing = found.filter(
      (file) => !named.includes(file) && !folders.some((folder) => file.startsWith(folder)),
    );
    expect(missing).toEqual([]);
  });
});
