// Every code of the service has a wording in both languages that uses only figures the service sends. Codes
// and figures are read from the OpenAPI document, which is generated from the service's own declarations.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { worded, type SentenceFigures, type Wordings } from '#lib/worded';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { rejectionWordings, hintWordings } = await import('../pages/diagnostics/wordings.ts');
const { gateWordings } = await import('../pages/gate/wordings.ts');
const { findingWordings } = await import('../pages/guardian/wordings.ts');
const { refusalWordings } = await import('../pages/evaluations/datasets/refusal-wordings.ts');
const { deliveryWordings } = await import('../ui/delivery-wordings.ts');
const { reasonWordings } = await import('../ui/reason-wordings.ts');
const { scoreWordings } = await import('../ui/score-wordings.ts');
const { safetyWordings } = await import('../ui/safety-wordings.ts');
const { proposalWordings } = await import('../pages/proposals/wordings.ts');
afterAll(() => void vi.unstubAllGlobals());

const TABLES: Readonly<Record<string, Wordings<unknown>>> = {
  DatasetRefusalFigures: refusalWordings,
  DatasetSkipFigures: reasonWordings,
  DeliveryFigures: deliveryWordings,
  DiagnosticsFigures: hintWordings,
  EvalReasonFigures: reasonWordings,
  FindingFigures: findingWordings,
  GateFigures: gateWordings,
  ProposalFigures: proposalWordings,
  RejectionFigures: rejectionWordings,
  SafetyFigures: safetyWordings,
  ScoreFigures: scoreWordings,
};

interface Schema {
  type?: string;
  format?: string;
  enum?: string[];
  examples?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
}

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };

/** The schemas that some field names in `x-figures`. */
const declared = [
  ...new Set(
    [...JSON.stringify(document).matchAll(/"x-figures":\{"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    ),
  ),
];

const NAME = 'Zx9';

function samplesOf({ type, format, enum: words, examples }: Schema): (number | string)[] {
  if (words) return words;
  if (examples) return examples;
  if (format === 'date-time') return ['2026-11-15T09:15:00.000Z'];
  if (format === 'date') return ['2026-11-15'];
  return type === 'number' ? [3, 1, 0.25, 12_345.678] : [NAME];
}

/** The first sample of each figure, then every other sample of each; with and without optional figures. */
function* figuresOf({ properties = {}, required = [] }: Schema): Generator<SentenceFigures> {
  const first = (names: string[]): SentenceFigures =>
    Object.fromEntries(names.map((name) => [name, samplesOf(properties[name] ?? {})[0] ?? '']));
  const all = Object.keys(properties);
  for (const names of [all, required]) {
    yield first(names);
    for (const name of names)
      for (const sample of samplesOf(properties[name] ?? {}).slice(1))
        yield { ...first(names), [name]: sample };
  }
}

const textsIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : (Object.values(words as object) as string[]);

const cases = declared.flatMap((name) =>
  Object.entries(document.components.schemas[name]?.properties ?? {}).map(
    ([code, schema]) => [name, code, schema] as const,
  ),
);

describe('wordings', () => {
  it('exist for every schema that declares figures', () => {
    expect(declared.toSorted()).toEqual(Object.keys(TABLES).toSorted());
    expect(cases.length).toBeGreaterThan(50);
  });

  it.each(cases)('%s %s says something in both languages, with any figures', (name, code, schema) => {
    const table = TABLES[name];
    if (!table) throw new Error(`No wordings for ${name}.`);
    for (const values of figuresOf(schema)) {
      for (const language of ['en', 'ja'] as const) {
        const words = worded(table, { code, values }, language);
        expect({ language, values, words }).not.toMatchObject({ words: null });
        for (const text of textsIn(words)) {
          expect(text).not.toMatch(/undefined|null|NaN|\[object|\$\{|–/);
          expect(text.trim()).not.toBe('');
        }
        const all = textsIn(words).join(' ');
        expect([all, /[ぁ-んァ-ヶ一-龯]/.test(all)]).toEqual([all, language === 'ja']);
        const english = language === 'ja' ? /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.exec(all) : null;
        expect(english).toBeNull();
      }
    }
  });

  it('with a missing figure is not used: the sentence of the service is shown', () => {
    const { traceId: _traceId, ...before } = { tool: 'search', repeats: 9, threshold: 5, traceId: 'trace-1' };
    expect(worded(findingWordings, { code: 'tool_loop', values: before }, 'ja')).toBeNull();
    expect(worded(gateWordings, {}, 'ja')).toBeNull();
    expect(worded(gateWordings, { code: 'policy_asks' }, 'ja')).toBeNull();
    expect(worded(gateWordings, { code: 'not_known_yet', values: { policy: 'x' } }, 'ja')).toBeNull();
    expect(worded(gateWordings, { code: 'toString', values: {} }, 'ja')).toBeNull();
    const later = { budget: 'x', failMode: 'half_open' };
    expect(worded(gateWordings, { code: 'budget_unknown', values: later }, 'en')).toBeNull();
  });
});

describe('a proposal by scores', () => {
  const values = {
    provider: 'openai',
    model: 'gpt-4o',
    classKind: 'prompt',
    className: 'sort',
    proposedModel: 'gpt-4o-mini',
    basis: 'scores',
    calls: 200,
    spentUsd: 40,
    listedUsd: 40,
    proposedUsd: 2.4,
    inputP95: 900,
    outputP95: 40,
    toolCalls: 0,
    errorRate: 0,
    'score:human:gpt-4o': 0.75,
    'scores:human:gpt-4o': 20,
    'score:human:gpt-4o-mini': 0.8,
    'scores:human:gpt-4o-mini': 25,
    'score:7:gpt-4o': 0.5,
    'score:7:gpt-4o-mini': 0.5,
  };

  it('names both means of each source, and how many scores there are where that is known', () => {
    const words = worded(proposalWordings, { code: 'cheaper_model', values }, 'en');
    expect(words?.title).toBe('Use gpt-4o-mini instead of gpt-4o for prompt “sort”');
    expect(words?.detail).toContain(
      'by people 0.80 (25 scores) against 0.75 (20 scores); by criterion 7 0.50 against 0.50.',
    );
    expect(words?.detail).toContain('costs 6% of what gpt-4o does');
    const ja = worded(proposalWordings, { code: 'cheaper_model', values }, 'ja');
    expect(ja?.detail).toContain('人による評価 0.80（25 件）、現在は 0.75（20 件）');
  });
});

describe('a finding for the others of a day', () => {
  it('says so in its title, and what the latest is', () => {
    const values = {
      tool: 'search',
      repeats: 9,
      threshold: 5,
      traceId: 'trace-1',
      day: '2026-11-15',
      ownFindings: 100,
    };
    const words = worded(findingWordings, { code: 'tool_loop', values }, 'en');
    expect(words?.title).toBe('Tool in a loop: more on 2026-11-15');
    expect(words?.detail).toMatch(/^100 of this day .* search was called 9 times/);
  });
});

describe('an assessment', () => {
  it('names the categories with side and score, how many more, and what was not looked at', () => {
    const values = {
      'score:output:violence': 0.956,
      'score:input:self-harm/intent': 0.6,
      more: 2,
      inputChars: 500_000,
      inputSeen: 120_000,
    };
    expect(worded(safetyWordings, { code: 'flagged', values }, 'en')).toBe(
      'Flagged for violence in the output (0.96), self-harm/intent in the input (0.60) and 2 more. The input is 500,000 characters long; only its beginning and its end were classified, 120,000 characters.',
    );
    expect(worded(safetyWordings, { code: 'flagged', values }, 'ja')).toContain(
      '検出: 出力の violence（0.96）、入力の self-harm/intent（0.60）、ほか 2 件。',
    );
  });
});
