// Checks the docs against the repository: links lead somewhere, files exist, and lists of options, settings
// and decisions are complete.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RUNS } from '../bench/all/runs.ts';
import { CLIENTS } from '../clients/clients.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const exists = (file: string): boolean => existsSync(path.join(root, file));
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();

const pages = filesOf('*.md', 'docs/**/*.md', '{bench,cli,proofs,sdk,web}/README.md', 'examples/**/*.md');

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

/** The anchors that GitHub makes from headings. */
function anchorsOf(page: string): Set<string> {
  const headings = withoutCode(read(page)).match(/^#+ .*$/gm) ?? [];
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function brokenLinks(page: string): string[] {
  const text = withoutCode(read(page)).replaceAll(/`[^`\n]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src(?:set)?="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!exists(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
}

const unique = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted();
const optionsIn = (text: string): string[] => unique(text.match(/(?<=[\s`'([|])--[a-z][a-z-]+/g) ?? []);

/** The steps of a story of architecture.md. */
function stepsOf(title: string): string[] {
  const [, rest = ''] = read('docs/architecture.md').split(`\n### ${title}\n`);
  return rest.split(/\n##/, 1)[0]?.match(/^\d+\. .*\n(?: +.*\n)*/gm) ?? [];
}

describe('docs', () => {
  it.each(pages)('%s: every link leads to a file and a heading', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each(pages)('%s: every file that it names exists', (page) => {
    const named = read(page).match(
      /(?<=`)(?:server|cli|sdk|web|bench|proofs|tools|docs|openapi)\/[\w./-]+(?=`)/g,
    );
    expect((named ?? []).filter((file) => !exists(file))).toEqual([]);
  });

  it('architecture.md: every file of a story exists', () => {
    const named = read('docs/architecture.md').match(/(?<=`)[a-z][\w-]*\/[\w./-]+\.tsx?(?=`)/g) ?? [];
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((file) => !exists(file) && !exists(`server/src/${file}`))).toEqual([]);
  });

  it('architecture.md: the functions of the story "An alert" are in the files of their step', () => {
    const steps = stepsOf('An alert');
    expect(steps.length).toBeGreaterThan(5);
    for (const step of steps) {
      const files = step.match(/(?<=`)[a-z][\w-]*\/[\w./-]+\.ts(?=`)/g) ?? [];
      const names = step.match(/(?<=`)[a-z]+[A-Z]\w+(?=`)/g) ?? [];
      const texts = files.map((file) => read(`server/src/${file}`)).join('\n');
      expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(texts))).toEqual([]);
    }
  });

  it.each([
    ['A record', 14],
    ['A verdict', 20],
  ])('architecture.md: the story "%s" takes at most %i files, details aside', (title, most) => {
    const outside = stepsOf(title)
      .join('')
      .replaceAll(/\([^)]*\)/g, '');
    const files = unique(outside.match(/(?<=`)[a-z][\w-]*\/[\w./-]+\.ts(?=`)/g) ?? []);
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(most);
  });

  it('cli.md: has every option of the command line, and no other', () => {
    const source = filesOf(
      'cli/src/{program,commands/*,calls/filter,service/*}.ts',
      'server/src/command/{*,*/command}.ts',
    )
      .filter((file) => !file.endsWith('.test.ts'))
      .map(read)
      .join('\n');
    const declared = source.match(/(?<=['"](?:-\w, )?)--[a-z][a-z-]+(?=[ '"])/g) ?? [];
    const built = ['--help', '--version'];
    expect(optionsIn(read('docs/cli.md'))).toEqual(unique([...declared, ...built]));
  });

  it('operating.md: has every setting', () => {
    const settings = filesOf('server/src/config/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => read(file).match(/(?<=')TRACEWELL_[A-Z_]+(?=')/g) ?? []);
    const page = read('docs/operating.md');
    // The generator has the settings of the judge, which the page says in one line.
    const missing = unique(settings).filter((name) => !page.includes(name));
    expect(settings.length).toBeGreaterThan(20);
    expect(missing.filter((name) => !name.startsWith('TRACEWELL_GENERATOR_'))).toEqual([]);
  });

  it('adr/README.md: has every decision once, under six headings', () => {
    const [, story = ''] = read('docs/adr/README.md').split('\n## The story\n');
    const decisions = filesOf('docs/adr/0*.md').map((file) => path.basename(file));
    expect(story.match(/(?<=\]\()0[\w-]+\.md(?=\))/g)?.toSorted()).toEqual(decisions);
    expect(story.match(/^### /gm)).toHaveLength(6);
  });

  it.each(['bench', 'proofs'])('%s/README.md: has a row for every script, and no other', (folder) => {
    const rows = read(`${folder}/README.md`).match(/(?<=^\| `)[\w-]+\.ts/gm) ?? [];
    expect(rows.toSorted()).toEqual(filesOf(`${folder}/*.ts`).map((file) => path.basename(file)));
  });

  it('every script of bench/ is part of the whole table, or of a page', () => {
    const parts = new Set(['all.ts', 'report.ts', ...RUNS.map(({ script }) => script)]);
    const texts = filesOf('docs/**/*.md', 'web/README.md').map(read).join('\n');
    const others = filesOf('bench/*.ts').filter((file) => !parts.has(path.basename(file)));
    expect(others.filter((file) => !texts.includes(file))).toEqual([]);
  });

  it('clients.md: has a row for every client', () => {
    const page = read('docs/clients.md');
    const rows = CLIENTS.filter(({ expected }) => expected !== null).map(({ title }) => `| ${title} `);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });

  it('README.md: leads to every page', () => {
    const readme = read('README.md');
    expect(filesOf('docs/*.md').filter((page) => !readme.includes(`](${page})`))).toEqual([]);
  });
});
