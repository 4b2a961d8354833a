// The report for people: the summary of a GitHub job, or a comment on a pull request.
import { plain } from '../terminal/columns.ts';
import type { Delta, GateReply } from './answer.ts';
import {
  cautions,
  significanceOf,
  decision,
  figure,
  hasFallen,
  headline,
  isUndecided,
  items,
  outcome,
  probabilityText,
  remarks,
  signed,
  violationsOf,
} from './figures.ts';
import type { RunState } from '../runs/state.ts';

const LONGEST_NAME = 80;
const MARKS = { pass: '✅', fail: '❌', undecided: '⚠️' } as const;

export function markdownReport(answer: GateReply, run: RunState): string {
  const { deltas, violations } = answer;
  return blocks([
    `## ${MARKS[outcome(answer)]} Tracewell gate: ${decision(answer)}`,
    escaped(headline(answer, run).replace(/^run/, 'Run')),
    deltas.length === 0 ? '' : [HEAD, ...deltas.map((delta) => row(answer, delta))].join('\n'),
    violations.map(({ message }) => `- ❌ ${escaped(message)}`).join('\n'),
    [
      ...remarks(answer).map((remark) => `- ${escaped(remark)}`),
      ...cautions(answer, run).map((caution) => `- ⚠️ ${escaped(caution)}`),
    ].join('\n'),
    deltas.length === 0
      ? ''
      : '<sub>“Of scale” is the change as a part of the scale, the unit of the thresholds.</sub>',
  ]);
}

export const markdownFault = (message: string): string =>
  blocks(['## ⚠️ Tracewell gate: not decided', escaped(message)]);

const blocks = (parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

const HEAD = [
  '|  | Criterion | Baseline | Candidate | Delta | Of scale | p | Change | n |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |',
].join('\n');

function markOf(answer: GateReply, delta: Delta): string {
  if (violationsOf(answer, delta).length > 0) return '❌';
  if (isUndecided(answer, delta) || hasFallen(delta)) return '⚠️';
  return delta.ofScale === null ? '·' : '✅';
}

function row(answer: GateReply, delta: Delta): string {
  const mark = markOf(answer, delta);
  const word = significanceOf(delta);
  const name = Array.from(plain(delta.name));
  const cells = [
    mark,
    escaped(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).join('')}…` : name.join('')),
    figure(delta.baselineMean),
    figure(delta.candidateMean),
    signed(delta.delta),
    signed(delta.ofScale),
    probabilityText(delta.pValue).replace('<', '&lt;'),
    word === 'significant' ? `**${word}**` : word,
    items(delta),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Shows a name literally: not as a table cell, link, image, tag or formula. */
const escaped = (text: string): string =>
  plain(text)
    .replaceAll(/[\\`*_[\]<>&|~#$!]/g, String.raw`\$&`)
    .replace(/^([-+])/, String.raw`\$1`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
