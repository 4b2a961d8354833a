import { assert, constant, double, oneof, option, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/terminal/columns.ts';
import { readGateAnswer } from '../../src/gate/answer.ts';
import { serviceFault } from '../../src/service/fault.ts';
import { junitFault, junitReport } from '../../src/gate/junit-report.ts';
import { markdownFault, markdownReport } from '../../src/gate/markdown-report.ts';
import { readRunState } from '../../src/runs/state.ts';
import { terminalReport } from '../../src/gate/terminal-report.ts';
import { delta, FAIL, INCONCLUSIVE, PASS, runAnswer } from './fake-service.ts';
import { readXml } from './read-xml.ts';

const RUN = readRunState(runAnswer('completed').body, 42);
const all = (answer: object, run = RUN) => {
  const read = readGateAnswer(answer);
  return {
    terminal: terminalReport(read, run),
    markdown: markdownReport(read, run),
    junit: readXml(junitReport(read, run, 1.5)),
  };
};
const violation = (criterionId: number | null, message: string) => ({
  criterionId,
  kind: 'criterion_drop',
  message,
});

const NASTY =
  'a<b>&"c\' ]]> <!-- | `x` \u0000\u0007\u001B[31m\u001B]0;t\u0007\uFFFE\uD800 [y](z)\n::error::no ##[error]n';

describe('on the terminal', () => {
  it('names the split that the run is limited to', () => {
    expect(all(PASS, { ...RUN, split: 'smoke' }).terminal).toMatch(
      /^Run 42 “support answers”, split “smoke”, against run 37/,
    );
  });

  it('is a table that lines up, the violations and the verdict', () => {
    expect(all(FAIL).terminal).toBe(
      [
        'Run 42 “support answers” against run 37 “support answers”',
        '',
        '   CRITERION     BASELINE  CANDIDATE   DELTA  OF SCALE      P  CHANGE        N',
        '✗  Faithfulness     4.210      3.905  -0.305    -0.076  0.004  significant  40',
        '✓  Tone             4.000      4.050  +0.050    +0.013  0.610  noise        40',
        '',
        '✗ Faithfulness fell by 0.076 of its scale (p = 0.004); at most 0.05 is allowed.',
        '✗ Gate: fail: 1 violation',
      ].join('\n'),
    );
    expect(all(PASS).terminal).toMatch(/✓ Gate: pass$/);
  });

  it('explains unusual figures: missing, tiny, unpaired, too few, mixed', () => {
    const { terminal } = all({
      ...PASS,
      criterionDeltas: [
        delta({
          name: 'New',
          baselineMean: null,
          baselineCount: 0,
          delta: null,
          normalizedDelta: null,
          effect: null,
          pValue: null,
          significant: false,
          power: null,
          note: 'Scored in the candidate only.',
        }),
        delta({ name: 'Tiny', delta: -0.0001, effect: -0.00002, pValue: 0.0000001, candidateCount: 38 }),
        delta({ name: 'Weak', pValue: 0.4, significant: false, power: 0.34, itemsNeeded: 120 }),
        delta({ name: 'Mixed', direction: 'mixed', pairedCount: 12 }),
        delta({ name: 'Huge', baselineMean: 1e12, candidateMean: -1e12, delta: -2e12 }),
      ],
    });
    expect(terminal).toMatch(/^· {2}New +- +3\.905 +- +- +- {2}not tested +0\/40$/m);
    expect(terminal).toMatch(/^✓ {2}Tiny .* 0\.000 +0\.000 +<0\.001 {2}significant +40\/38$/m);
    expect(terminal).toMatch(/^✓ {2}Mixed .* {2}mixed +12$/m);
    expect(terminal).toMatch(/^! {2}Huge +1\.00e\+12 +-1\.00e\+12 +-2\.00e\+12/m);
    expect(terminal).toContain('! New: Scored in the candidate only.');
    expect(terminal).toContain('noise: Weak (power 34 %, 120 items would do).');
  });

  it('stays within 100 columns and cuts long names, wide characters counted', () => {
    const long = '回答の忠実さ'.repeat(20);
    const { terminal } = all({
      ...FAIL,
      violations: [
        violation(1, `${long} fell by 0.076.`),
        violation(2, `${'word '.repeat(60)}${'x'.repeat(150)}`),
      ],
      criterionDeltas: [delta({ name: long }), delta({ criterionId: 2, name: 'y'.repeat(300) })],
    });
    const lines = terminal.split('\n');
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(100);
    expect(lines.filter((line) => line.includes('…'))).toHaveLength(2);
  });
});

describe('an inconclusive drop', () => {
  const said = [
    'Tone fell by 0.080 of the scale, and 8 items cannot tell that from noise (p = 0.125).',
    'Both runs scored the same outputs (8 items).',
  ];

  it('passes, and every report says what was seen', () => {
    const { terminal, markdown, junit } = all(INCONCLUSIVE);
    expect(terminal).toMatch(/^\? {2}Tone /m);
    for (const caution of said) {
      expect(terminal).toContain(`! ${caution}`);
      expect(markdown).toContain(`- ⚠️ ${caution}`);
      expect(junit.children[0]?.children.at(-1)?.children[0]?.text).toContain(caution);
    }
    expect(terminal).toContain('? Gate: inconclusive: it passes');
    expect(markdown).toContain('## ⚠️ Tracewell gate: inconclusive: it passes');
    expect(markdown).toContain('| ⚠️ | Tone |');
    expect(junit.attributes['failures']).toBe('0');
  });

  it('fails on request, and the JUnit report says so', () => {
    const { terminal, markdown, junit } = all({ ...INCONCLUSIVE, pass: false });
    expect(terminal.replaceAll(/\n {2}/g, ' ')).toMatch(/^✗ Gate: inconclusive: .*--fail-on-inconclusive/m);
    expect(markdown).toContain('## ❌ Tracewell gate: inconclusive');
    expect(junit.attributes['failures']).toBe('1');
    expect(junit.children[0]?.children.at(-1)?.children[0]?.attributes['type']).toBe('inconclusive');
  });

  it('codes without details, from another version of the service, are shown as they are', () => {
    expect(all({ ...PASS, cautions: ['same_outputs', 7] }).terminal).toContain(
      '! The service cautions: same_outputs.',
    );
  });
});

describe('trust in the judge', () => {
  it.each([
    ['null', null, 'No judge was asked'],
    ['missing', undefined, 'The service does not say how far the judge'],
    ['false', { trustEstablished: false }, 'has not earned trust yet: read'],
    ['of the wrong type', { trustEstablished: 'true', probes: 'x' }, 'has not earned trust yet: read'],
    [
      'with figures',
      { trustEstablished: false, probes: 1, pairedCalls: 4 },
      'yet (1 probe, 4 calls also rated by people)',
    ],
  ])('is mentioned if it is not established: %s', (_name, judgeTrust, said) => {
    const { terminal, markdown, junit } = all({ ...PASS, judgeTrust });
    expect(terminal.replaceAll(/\n {2}/g, ' ')).toContain(said);
    expect(markdown).toContain(said);
    expect(junit.children[0]?.children.at(-1)?.children[0]?.text).toContain(said);
  });

  it('is not mentioned if it is established', () => {
    expect(all(PASS).terminal).not.toContain('judge');
  });

  it('the explanation of the service is shown instead of ours', () => {
    const criterionDeltas = [delta({ pValue: 0.4, significant: false, power: 0.3 })];
    const { terminal, markdown } = all({ ...PASS, criterionDeltas, explanation: 'No significant change.' });
    expect(terminal).toContain('· No significant change.');
    expect(markdown).toContain('- No significant change.');
    expect(terminal).not.toContain('Too little data');
  });
});

describe('an answer with little in it', () => {
  it.each([
    ['only the decision', { pass: false }],
    [
      'the wrong types',
      { pass: false, verdict: 7, violations: 'x', criterionDeltas: {}, baselineResolved: 4, judgeTrust: [] },
    ],
    [
      'empty entries',
      { pass: false, violations: [{}, null], criterionDeltas: [{}, 3, { name: null, pValue: 'x' }] },
    ],
  ])('%s is still reported', (_name, answer) => {
    const { terminal, markdown, junit } = all(answer);
    expect(terminal).toContain('✗ Gate: fail');
    expect(markdown).toContain('❌');
    expect(Number(junit.attributes['failures'])).toBeGreaterThan(0);
  });

  it('scores that could not be made are listed with the reason', () => {
    const run = { ...RUN, failedCount: 5, error: 'The judge did not answer.' };
    expect(all(PASS, run).terminal).toContain(
      '! 5 of 85 scores of run 42 could not be made: The judge did not answer.',
    );
  });

  it('a first run says that it is one', () => {
    const first = {
      pass: true,
      verdict: 'no_baseline',
      violations: [],
      baselineResolved: null,
      criterionDeltas: [],
    };
    expect(all(first).terminal).toContain('✓ Gate: pass: there is no baseline yet');
    expect(all(first).junit.attributes).toMatchObject({ tests: '1', failures: '0' });
  });
});

describe('as Markdown', () => {
  it('is a heading, a table and lists', () => {
    const lines = all(FAIL).markdown.split('\n');
    expect(lines[0]).toBe('## ❌ Tracewell gate: fail: 1 violation');
    expect(lines[6]).toBe(
      '| ❌ | Faithfulness | 4.210 | 3.905 | -0.305 | -0.076 | 0.004 | **significant** | 40 |',
    );
    expect(lines).toContain(
      '- ❌ Faithfulness fell by 0.076 of its scale (p = 0.004); at most 0.05 is allowed.',
    );
  });

  it('shows a name as it is, whatever is in it', () => {
    const { markdown } = all({
      ...FAIL,
      violations: [violation(1, NASTY)],
      criterionDeltas: [delta({ name: NASTY })],
    });
    const row = markdown.split('\n').find((line) => line.startsWith('| ❌')) ?? '';
    expect(row.replaceAll(String.raw`\|`, '').split('|')).toHaveLength(11);
    expect(row).toContain(String.raw`a\<b\>\&"c' \]\]\> \<\!-- \| \`x\``);
    expect(markdown).not.toMatch(/(?!\n)\p{Cc}|##\[|^::/mu);
    expect(markdownFault('1. <b>')).toBe('## ⚠️ Tracewell gate: not decided\n\n1\\. \\<b\\>\n');
  });
});

describe('as JUnit XML', () => {
  it('has a case for each criterion and one for all together', () => {
    const { junit } = all({
      ...FAIL,
      violations: [...FAIL.violations, violation(null, 'The mean fell.'), violation(99, 'Gone.')],
    });
    expect(junit.attributes).toMatchObject({ tests: '3', failures: '2', errors: '0', time: '1.500' });
    const [suite] = junit.children;
    expect(junit.children).toHaveLength(1);
    expect(suite?.children.map(({ attributes }) => attributes['name'])).toEqual([
      'Faithfulness',
      'Tone',
      'All criteria together',
    ]);
    expect(suite?.children.map(({ children }) => children[0]?.name)).toEqual([
      'failure',
      'system-out',
      'failure',
    ]);
    expect(suite?.children[0]?.children[0]?.attributes['message']).toBe(FAIL.violations[0]?.message);
    expect(suite?.children[2]?.children[0]?.attributes['message']).toBe('The mean fell.\nGone.');
  });

  it('reads back as it was written, and tells namesakes apart', () => {
    const { junit } = all({
      ...FAIL,
      violations: [violation(1, NASTY)],
      criterionDeltas: [delta({ name: NASTY }), delta({ criterionId: 5, name: NASTY })],
    });
    // eslint-disable-next-line no-control-regex
    const kept = NASTY.toWellFormed().replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE]/g, '\uFFFD');
    const cases = junit.children[0]?.children ?? [];
    expect(cases.map(({ attributes }) => attributes['name']).slice(0, 2)).toEqual([
      `${kept} (1)`,
      `${kept} (5)`,
    ]);
    expect(cases[0]?.children[0]?.attributes['message']).toBe(kept);
  });

  it('has an error if the gate was not decided', () => {
    const junit = readXml(junitFault(serviceFault('service_unreachable', `no <${NASTY}`), 0));
    expect(junit.attributes).toMatchObject({ tests: '1', failures: '0', errors: '1' });
  });
});

it('any name and message gives valid reports', () => {
  const any = oneof(string({ unit: 'binary' }), string({ unit: 'grapheme' }), constant(NASTY));
  const figure = option(double());
  assert(
    property(any, any, figure, figure, (name, message, mean, p) => {
      const answer = {
        ...FAIL,
        violations: [violation(1, message)],
        criterionDeltas: [delta({ name, baselineMean: mean, delta: mean, pValue: p, note: message })],
        baselineResolved: { id: 1, name },
      };
      const { terminal, markdown, junit } = all(answer);
      expect(Math.max(...terminal.split('\n').map(widthOf))).toBeLessThanOrEqual(100);
      expect(terminal + markdown).not.toMatch(/(?!\n)\p{Cc}|^\s*::|##\[/mu);
      expect(junit.attributes['failures']).toBe('1');
    }),
    { numRuns: 300, examples: [['', '', -9.995e99, 1e20]] },
  );
});
