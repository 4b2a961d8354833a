// Tests without a server: cutting and packing texts, valid answers, and conclusions.
import { describe, expect, it } from 'vitest';
import { conclude } from './conclude.ts';
import { MAX_BYTES, MAX_TEXTS, packTexts } from './pack.ts';
import { askedMs } from './post.ts';
import { readAnswer, type SafetyVerdict } from './read-answer.ts';
import { PIECE_CHARS, classifiedTextsOf } from './texts.ts';

describe('texts of a call', () => {
  it('are input and output, in any message format', () => {
    expect(
      classifiedTextsOf({
        input: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] },
        ],
        output: { role: 'assistant', content: 'Bye' },
        systemInstructions: 'Be kind.',
        toolCalls: [{ name: 'search', arguments: '{"q":"x"}' }],
      }),
    ).toEqual([
      { side: 'input', pieces: ['Hello\n\nYes?'], chars: 11, seen: 11 },
      {
        side: 'output',
        pieces: ['Bye\n\n[{"name":"search","arguments":"{\\"q\\":\\"x\\"}"}]'],
        chars: 52,
        seen: 52,
      },
    ]);
  });

  it('are empty without content', () => {
    expect(classifiedTextsOf({})).toEqual([]);
    expect(classifiedTextsOf({ input: ' \n', output: [], toolCalls: [], systemInstructions: 'x' })).toEqual(
      [],
    );
    expect(classifiedTextsOf({ input: '', output: '   ' })).toEqual([]);
  });

  it('are cut into pieces, and very long ones keep only both ends', () => {
    const [text] = classifiedTextsOf({ input: 'a'.repeat(4 * PIECE_CHARS) });
    expect(text?.pieces.map(({ length }) => length)).toEqual(Array(4).fill(PIECE_CHARS));
    const long = `begin${'-'.repeat(1_000_000)}end`;
    const [cut] = classifiedTextsOf({ input: long });
    expect(cut).toMatchObject({ chars: 1_000_008, seen: 4 * PIECE_CHARS });
    expect(cut?.pieces[0]?.startsWith('begin')).toBe(true);
    expect(cut?.pieces.at(-1)?.endsWith('end')).toBe(true);
  });

  it('keep characters whole and drop lone surrogates', () => {
    const [text] = classifiedTextsOf({ input: `a${'😀'.repeat(PIECE_CHARS)}` });
    expect(text?.pieces.join('')).toBe(`a${'😀'.repeat(PIECE_CHARS)}`);
    const [cut] = classifiedTextsOf({ output: `a${'😀'.repeat(5 * PIECE_CHARS)}` });
    for (const piece of [...(text?.pieces ?? []), ...(cut?.pieces ?? [])]) {
      expect(piece.isWellFormed()).toBe(true);
      expect(piece.length).toBeLessThanOrEqual(PIECE_CHARS + 1);
    }
    expect(classifiedTextsOf({ input: 'x\ud83d' })[0]?.pieces).toEqual(['x\ufffd']);
  });
});

describe('requests', () => {
  const piece = (callId: string, text: string) => ({ callId, side: 'input' as const, text });

  it('have limited numbers of texts and bytes', () => {
    const many = packTexts(Array.from({ length: 40 }, (_, at) => piece(`${at}`, 'x')));
    expect(many.map(({ length }) => length)).toEqual([MAX_TEXTS, MAX_TEXTS, 8]);
    // Three bytes each.
    const large = packTexts(Array.from({ length: 8 }, (_, at) => piece(`${at}`, '語'.repeat(30_000))));
    expect(large.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
    for (const request of large)
      expect(Buffer.byteLength(JSON.stringify(request.map(({ text }) => text)))).toBeLessThanOrEqual(
        MAX_BYTES,
      );
    expect(packTexts([])).toEqual([]);
    expect(packTexts([piece('a', '\u0001'.repeat(100_000)), piece('b', 'x')])).toHaveLength(2);
  });
});

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const result = (categories: object, scores: object, flagged: unknown = false) => ({
  flagged,
  categories,
  category_scores: scores,
});
const read = (results: unknown, asked = 1) => readAnswer(bytes({ results }), asked);

describe('an answer', () => {
  it('has a verdict for each text', () => {
    const answer = read([result({ hate: false, violence: true, new: null }, { hate: 0, violence: 1 }, true)]);
    expect(answer).toEqual({
      ok: true,
      verdicts: [
        new Map([
          ['hate', { flagged: false, score: 0 }],
          ['violence', { flagged: true, score: 1 }],
        ]),
      ],
    });
    expect(read([result({ hate: false }, { hate: 0.2 }, true)])).toMatchObject({
      verdicts: [
        new Map([
          ['hate', { flagged: false, score: 0.2 }],
          ['unspecified', { flagged: true, score: 0.2 }],
        ]),
      ],
    });
  });

  it.each([
    ['not_json', '<html>'],
    ['not_json', ''],
    ['not_json', '{"results": [{"categories": {"__proto__": true}}]}'],
    ['wrong_count', '[]'],
    ['wrong_count', 'null'],
    ['wrong_count', { results: [] }],
    ['wrong_count', { results: { length: 1 } }],
    ['wrong_count', { results: [1, 2] }],
    ['no_categories', { results: [null] }],
    ['no_categories', { results: [result({}, {})] }],
    ['no_categories', { results: [result({ hate: null }, {})] }],
    ['no_categories', { results: [result({ hate: false }, {})] }],
    ['no_categories', { results: [result({ toString: false }, {})] }],
    ['no_categories', { results: [result({ hate: 'no' }, { hate: 0 })] }],
    ['no_categories', { results: [result({ hate: false }, { hate: null })] }],
    ['no_categories', { results: [result({ hate: false }, { hate: 0 }, 'no')] }],
    ['no_categories', { results: [result({ '<b>': true }, { '<b>': 1 }, true)] }],
    ['no_categories', { results: [result({ [`a${'b'.repeat(64)}`]: true }, {}, true)] }],
    ['off_scale', { results: [result({ hate: true }, { hate: 1.01 }, true)] }],
    ['off_scale', { results: [result({ hate: true }, { hate: -0.1 }, true)] }],
    [
      'off_scale',
      '{"results": [{"flagged": true, "categories": {"a": true}, "category_scores": {"a": 1e999}}]}',
    ],
  ])('%s: %j', (fault, answer) => {
    expect(readAnswer(bytes(answer), 1)).toEqual({ ok: false, fault });
  });
});

describe('a conclusion', () => {
  const verdict = (scores: Record<string, number>): SafetyVerdict =>
    new Map(Object.entries(scores).map(([name, score]) => [name, { score, flagged: score >= 0.5 }]));
  const text = (side: 'input' | 'output', chars = 5, seen = chars) => ({ side, pieces: [], chars, seen });

  it('merges flags and names the highest scores and their sides', () => {
    expect(
      conclude(
        [
          { side: 'input', verdict: verdict({ violence: 0.6, hate: 0.1 }) },
          { side: 'output', verdict: verdict({ violence: 0.2, harassment: 0.55 }) },
          { side: 'output', verdict: verdict({ violence: 0.956, harassment: 0.3 }) },
        ],
        [text('input'), text('output')],
      ),
    ).toEqual({
      labels: ['harassment', 'violence'],
      score: 0.956,
      code: 'flagged',
      values: {
        'score:output:violence': 0.956,
        'score:input:violence': 0.6,
        'score:output:harassment': 0.55,
      },
      reasoning:
        'Flagged for violence in the output (0.96), violence in the input (0.60), harassment in the output (0.55).',
    });
  });

  it('says so if nothing was flagged or a text was too long', () => {
    const { labels, score, reasoning, code, values } = conclude(
      [{ side: 'input', verdict: verdict({ hate: 0.02, sexual: 0.3 }) }],
      [text('input', 500_000, 120_000)],
    );
    expect([labels, score]).toEqual([[], 0.3]);
    expect([code, values]).toEqual([
      'not_flagged',
      { 'score:input:sexual': 0.3, 'score:input:hate': 0.02, inputChars: 500_000, inputSeen: 120_000 },
    ]);
    expect(reasoning).toBe(
      'Nothing was flagged, the highest were sexual in the input (0.30), hate in the input (0.02); of the input, 500,000 characters long, ' +
        'only the beginning and the end were classified, 120,000 characters.',
    );
  });

  it('stays short with many categories', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`c${at}`, 0.9]));
    const { reasoning, values } = conclude([{ side: 'input', verdict: verdict(many) }], []);
    expect(reasoning).toContain('and 47 more');
    expect(values).toMatchObject({ more: 47 });
    expect(Object.keys(values)).toHaveLength(4);
  });
});

it('a retry delay is read in any of its forms', () => {
  expect(askedMs({ 'retry-after': '2' })).toBe(2_000);
  expect(askedMs({ 'retry-after-ms': '150' })).toBe(150);
  const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
  expect(askedMs({ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT', date })).toBe(30_000);
  expect(askedMs({ 'retry-after': 'soon' })).toBeNull();
  expect(askedMs({})).toBeNull();
});
