import { cut, plain, widthOf, wrapped } from '../terminal/columns.ts';
import { paint, table } from '../terminal/output.ts';
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

const WIDTH = 100;
const SHORTEST_NAME = 9;
const HEAD = ['', 'CRITERION', 'BASELINE', 'CANDIDATE', 'DELTA', 'OF SCALE', 'P', 'CHANGE', 'N'];
const FIGURES = [2, 3, 4, 5, 6, 8];
const NAME = 1;

// Functions, because it is only known when printing whether colours are on.
const MARKS = {
  pass: () => paint('green', '✓'),
  fail: () => paint('red', '✗'),
  undecided: () => paint('yellow', '?'),
} as const;

export function terminalReport(answer: GateReply, run: RunState): string {
  const { deltas, violations } = answer;
  const mark = MARKS[outcome(answer)]();
  return [
    ...wrapped(capital(headline(answer, run)), WIDTH - 1).map((line) => paint('bold', line)),
    ...(deltas.length === 0 ? [] : ['', criteria(answer)]),
    '',
    ...violations.flatMap(({ message }) => marked(paint('red', '✗'), plain(message))),
    ...remarks(answer).flatMap((remark) => marked(paint('dim', '·'), remark)),
    ...cautions(answer, run).flatMap((caution) => marked(paint('yellow', '!'), caution)),
    ...marked(mark, `Gate: ${decision(answer)}`).map((line) => paint('bold', line)),
  ]
    .map(unobeyed)
    .join('\n');
}

function criteria(answer: GateReply): string {
  const rows = answer.deltas.map((delta) => [markOf(answer, delta), plain(delta.name), ...figuresOf(delta)]);
  const rest = HEAD.map((title, at) =>
    at === NAME ? 0 : Math.max(widthOf(title), ...rows.map((row) => widthOf(row[at] ?? ''))),
  ).reduce((sum, width) => sum + width, 2 * (HEAD.length - 1));
  const room = Math.max(SHORTEST_NAME, WIDTH - rest);
  return table(
    HEAD,
    rows.map((row) => row.map((cell, at) => (at === NAME ? cut(cell, room) : cell))),
    FIGURES,
  );
}

function figuresOf(delta: Delta): string[] {
  const word = significanceOf(delta);
  return [
    figure(delta.baselineMean),
    figure(delta.candidateMean),
    signed(delta.delta),
    word === 'significant'
      ? paint((delta.ofScale ?? 0) < 0 ? 'red' : 'green', signed(delta.ofScale))
      : signed(delta.ofScale),
    probabilityText(delta.pValue),
    word === 'significant' ? word : paint('dim', word),
    items(delta),
  ];
}

function markOf(answer: GateReply, delta: Delta): string {
  if (violationsOf(answer, delta).length > 0) return paint('red', '✗');
  if (isUndecided(answer, delta)) return paint('yellow', '?');
  if (hasFallen(delta)) return paint('yellow', '!');
  return delta.ofScale === null ? paint('dim', '·') : paint('green', '✓');
}

const marked = (mark: string, text: string): string[] =>
  wrapped(text, WIDTH - 3).map((line, at) => `${at === 0 ? mark : ' '} ${line}`);

/** GitHub interprets a line that starts with two colons as a command; a wrapped name may produce one. */
const unobeyed = (line: string): string => line.replace(/^(\s*)::/, '$1: :');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
