import type { Schemas } from '@tracewell/sdk';
import { plain } from '../terminal/columns.ts';
import { paint } from '../terminal/output.ts';

type Diff = Schemas['PromptDiff'];

const MARK = { context: ' ', removed: '-', added: '+' } as const;

export function diffText(diff: Diff): string {
  const { from, to, hunks, configHunks, variables, labels, description, config } = diff;
  const lines = [
    paint('bold', `--- ${plain(from.name)} ${plain(from.version)}`),
    paint('bold', `+++ ${plain(to.name)} ${plain(to.version)}`),
    ...hunkLines(hunks),
  ];
  const others = [
    ...changesOf('variables', { ...variables }),
    ...changesOf('labels', { ...labels, changed: [] }),
    ...changesOf('config', { ...config }),
    ...(description === null
      ? []
      : [`description: ${plain(description.from ?? '(none)')} → ${plain(description.to ?? '(none)')}`]),
  ];
  if (hunks.length === 0)
    lines.push(others.length === 0 ? 'The versions are equal.' : 'The template is the same.');
  return [
    ...lines,
    ...(others.length === 0 ? [] : ['', ...others]),
    ...(configHunks.length === 0 ? [] : ['', ...hunkLines(configHunks)]),
  ].join('\n');
}

const hunkLines = (hunks: Diff['hunks']): string[] =>
  hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    paint('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map(({ kind, text }) => coloured(kind, `${MARK[kind]}${text.replaceAll(/\p{Cc}/gu, ' ')}`)),
  ]);

function coloured(kind: keyof typeof MARK, line: string): string {
  if (kind === 'context') return line;
  return paint(kind === 'added' ? 'green' : 'red', line);
}

interface Changes {
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
}

function changesOf(what: string, { added, removed, changed }: Changes): string[] {
  const parts = [
    ...added.map((name) => `+${plain(name)}`),
    ...removed.map((name) => `-${plain(name)}`),
    ...changed.map((name) => `~${plain(name)}`),
  ];
  return parts.length === 0 ? [] : [`${what}: ${parts.join(', ')}`];
}
