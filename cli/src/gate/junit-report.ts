// JUnit XML: one suite, one case per criterion, and one for all criteria together.
import type { Delta, GateReply, GateViolation } from './answer.ts';
import {
  cautions,
  significanceOf,
  decision,
  figure,
  items,
  probabilityText,
  remarks,
  signed,
  violationsOf,
} from './figures.ts';
import type { Fault } from '../service/fault.ts';
import type { RunState } from '../runs/state.ts';

const TOGETHER = 'All criteria together';

interface Case {
  name: string;
  /** The content of the element, already XML. */
  content: string[];
  outcome: 'passed' | 'failed' | 'error';
}

export function junitReport(answer: GateReply, run: RunState, seconds: number): string {
  const ofCriteria = new Set(answer.deltas.map(({ criterionId }) => criterionId));
  const others = answer.violations.filter(
    ({ criterionId }) => criterionId === null || !ofCriteria.has(criterionId),
  );
  const unexplained = !answer.pass && answer.violations.length === 0;
  const kind = answer.verdict === 'inconclusive' ? 'inconclusive' : 'fail';
  const together = unexplained ? [{ criterionId: null, kind, message: decision(answer) }] : others;
  const text = [decision(answer), ...remarks(answer), ...cautions(answer, run)].join('\n');
  return suite(
    [
      ...answer.deltas.map((delta) => caseOf(answer, delta)),
      { name: TOGETHER, content: [...failures(together), output(text)], outcome: outcomeOf(together) },
    ],
    seconds,
  );
}

/** A report for a fault, because report tools stay silent if the file is missing. */
export const junitFault = ({ reason, message }: Fault, seconds: number): string =>
  suite(
    [
      {
        name: TOGETHER,
        content: [`<error type="${xml(reason)}" message="${xml(message)}"/>`],
        outcome: 'error',
      },
    ],
    seconds,
  );

function caseOf(answer: GateReply, delta: Delta): Case {
  const violations = violationsOf(answer, delta);
  const text = [
    `baseline ${figure(delta.baselineMean)}, candidate ${figure(delta.candidateMean)}`,
    `delta ${signed(delta.delta)}, of scale ${signed(delta.ofScale)}`,
    `p ${probabilityText(delta.pValue)}, ${significanceOf(delta)}, n ${items(delta)}`,
  ].join('; ');
  const namesakes = answer.deltas.filter(({ name }) => name === delta.name).length;
  return {
    name: namesakes > 1 || delta.name === TOGETHER ? `${delta.name} (${delta.criterionId})` : delta.name,
    content: [...failures(violations), output(text)],
    outcome: outcomeOf(violations),
  };
}

const outcomeOf = (violations: readonly GateViolation[]): Case['outcome'] =>
  violations.length === 0 ? 'passed' : 'failed';

/** One element for all violations, because a case can have only one. */
function failures(violations: readonly GateViolation[]): string[] {
  const [first] = violations;
  if (first === undefined) return [];
  const message = violations.map((violation) => violation.message).join('\n');
  return [`<failure type="${xml(first.kind)}" message="${xml(message)}"/>`];
}

const output = (text: string): string => `<system-out>${xml(text)}</system-out>`;

function suite(cases: readonly Case[], seconds: number): string {
  const many = (outcome: Case['outcome']) => cases.filter((each) => each.outcome === outcome).length;
  const time = Math.max(0, seconds).toFixed(3);
  const totals = `name="tracewell gate" tests="${cases.length}" failures="${many('failed')}" errors="${many('error')}" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite ${totals} skipped="0">`,
    ...cases.flatMap(({ name, content }) => [
      `    <testcase classname="tracewell.gate" name="${xml(name)}" time="0">`,
      ...content.map((line) => `      ${line}`),
      '    </testcase>',
    ]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // In an attribute these would become spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 does not allow, even as a reference, become U+FFFD. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character);
