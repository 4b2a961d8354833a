import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { codesOf } from '#lib/figures';
import { RECORD_REJECTION_CODES } from '#services/receipts';
import { codedReason } from './causes.ts';
import { DiagnosticsFigures } from './figures.ts';
import { hintsFor as codedHintsFor, type HintFacts, type Hint } from './hints.ts';
import type { RejectionReason, ReceiptSource } from './schemas.ts';

const none = {
  requests: 0,
  accepted: 0,
  duplicates: 0,
  observations: 0,
  unpriced: 0,
  rejected: 0,
  refused: 0,
};
const at = '2026-06-15T12:00:00.000Z';

const facts = (changes: Partial<HintFacts> & { source?: Partial<ReceiptSource> } = {}): HintFacts => {
  const { source, ...others } = changes;
  const made: ReceiptSource = {
    keyId: 'key_1',
    keyName: 'Test',
    client: 'sdk',
    scope: '',
    endpoint: 'traces',
    ...none,
    requests: 1,
    lastSeenAt: at,
    reasons: [],
    ...source,
  };
  const { requests, accepted, duplicates, observations, unpriced, rejected, refused } = made;
  return {
    totals: { requests, accepted, duplicates, observations, unpriced, rejected, refused },
    sources: [made],
    providers: ['openai', 'anthropic'],
    url: 'https://t.example.com',
    ofProject: false,
    sameSpans: 0,
    ...others,
  };
};

const reason = (
  name: string,
  example = '',
  kind: RejectionReason['kind'] = 'rejected',
  { code = '', field = '', value = '' } = {},
): RejectionReason => ({
  kind,
  reason: name,
  ...codedReason({ reason: name, code, field, value, example }),
  count: 3,
  example,
  lastSeenAt: at,
});

const hintsFor = (given: HintFacts): string[] => codedHintsFor(given).map(({ message }) => message);

const withReason = (name: string, example = '') =>
  hintsFor(facts({ source: { accepted: 1, rejected: 3, reasons: [reason(name, example)] } }));

describe('hints', () => {
  it('are empty if all is well', () => {
    expect(hintsFor(facts({ source: { accepted: 5, observations: 2, duplicates: 1 } }))).toEqual([]);
  });

  it('say where to send when nothing arrived', () => {
    const [hint, ...others] = hintsFor(facts({ totals: none, sources: [] }));
    expect(others).toEqual([]);
    expect(hint).toContain('key of this account');
    expect(hint).toContain('https://t.example.com');
    expect(hintsFor(facts({ totals: none, sources: [], ofProject: true }))[0]).toContain(
      'key of this project',
    );
  });

  it('name the setting for providers', () => {
    const [hint] = withReason('unknown_provider', 'acme');
    expect(hint).toContain('TRACEWELL_PROVIDERS');
    expect(hint).toContain('openai, anthropic');
    expect(hint).toContain('does not know (acme). ');
    expect(withReason('unknown_provider', '')[0]).toContain('does not know. ');
  });

  it('follow the code of a rejected record, whatever its sentence says', () => {
    for (const code of RECORD_REJECTION_CODES) {
      const [own, reworded] = [code, 'a sentence that nobody has written yet'].map((sentence) => {
        const coded = { code, value: 'acme' };
        const reasons = [reason(sentence, 'acme', 'rejected', coded)];
        return codedHintsFor(facts({ source: { accepted: 1, reasons } }));
      });
      expect(reworded).toEqual(own);
    }
  });

  it.each([
    ['missing_provider', 'gen_ai.provider.name'],
    ['timestamp_too_old', 'clock'],
    ['timestamp_in_future', '24 hours in the future'],
    ['quota_exceeded', 'quota'],
    ['insufficient_scope', 'write:records'],
    ['body_too_large', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
    ['too_many_records', '100 records'],
    ['invalid_json', 'not valid JSON'],
    ['unsupported_media_type', 'http/protobuf'],
    ['overloaded', 'again'],
    ['reserved_tag', 'another name'],
    ['late_update', 'already stored'],
    ['too_many_open_spans', 'ends its spans'],
  ])('answer %s with %s', (name, part) => {
    const hints = withReason(name);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toContain(part);
  });

  it('distinguish spans without gen_ai attributes from calls', () => {
    expect(hintsFor(facts({ source: { accepted: 4, observations: 4 } }))[0]).toContain('gen_ai.*');
    const again = facts({ source: { accepted: 1, duplicates: 3, observations: 4 } });
    expect(hintsFor(again)[0]).toContain('gen_ai.*');
    expect(hintsFor(facts({ source: { accepted: 5, observations: 4 } }))).toEqual([]);
    // Duplicate calls are calls too.
    expect(hintsFor(facts({ source: { accepted: 2, duplicates: 5, observations: 4 } }))).toEqual([]);
  });

  it('report that every id is a duplicate', () => {
    expect(hintsFor(facts({ source: { duplicates: 7 } }))[0]).toContain(
      'Every record that could be stored (7)',
    );
    expect(hintsFor(facts({ source: { duplicates: 7, accepted: 1 } }))).toEqual([]);
  });

  it('say what to do about models without a price', () => {
    const [hint] = hintsFor(facts({ source: { accepted: 2, unpriced: 1 } }));
    expect(hint).toMatch(/^1 call cost 0 .*\/v1\/account\/model-prices/);
  });

  it('say that logs and metrics are not traces', () => {
    const source = { endpoint: 'logs', rejected: 3, reasons: [reason('signal_not_stored')] };
    expect(hintsFor(facts({ source }))[0]).toContain('OTEL_TRACES_EXPORTER');
  });

  it('add up the reasons of several senders and stay few', () => {
    const one = facts({ source: { accepted: 1, reasons: [reason('body_too_large', '', 'refused')] } });
    expect(hintsFor({ ...one, sources: [...one.sources, ...one.sources] })[0]).toContain('6 requests');
    const names = [
      'insufficient_scope',
      'quota_exceeded',
      'unknown_provider',
      'missing_provider',
      'invalid_json',
    ];
    const many = [...names, 'timestamp_too_old', 'timestamp_in_future', 'body_too_large'].map((name) =>
      reason(name),
    );
    expect(hintsFor(facts({ source: { accepted: 1, unpriced: 1, reasons: many } }))).toHaveLength(6);
  });
});

describe('codes and figures', () => {
  const noted = (name: string, example: string) =>
    codedHintsFor(facts({ source: { accepted: 1, reasons: [reason(name, example)] } }));
  const found: Hint[] = [
    ...codedHintsFor(facts({ totals: none, sources: [], ofProject: true })),
    ...codedHintsFor(facts({ source: { endpoint: 'logs', rejected: 3 } })),
    ...[
      ['unknown_provider', 'acme'],
      ['missing_provider', 'chat'],
      ['insufficient_scope', ''],
      ['quota_exceeded', 'The quota is used up.'],
      ['timestamp_too_old', ''],
      ['timestamp_in_future', ''],
      ['body_too_large', ''],
      ['too_many_records', ''],
      ['invalid_json', 'The body is not JSON.'],
      ['unsupported_media_type', ''],
      ['overloaded', ''],
      ['reserved_tag', 'tracewell.eval_run'],
      ['late_update', 'a-span'],
      ['too_many_open_spans', ''],
    ].flatMap(([name = '', example = '']) => noted(name, example)),
    ...codedHintsFor(facts({ source: { duplicates: 7 } })),
    ...codedHintsFor(facts({ source: { accepted: 2 }, sameSpans: 2 })),
    ...codedHintsFor(facts({ source: { accepted: 4, observations: 4 } })),
    ...codedHintsFor(facts({ source: { accepted: 2, unpriced: 1 } })),
  ];

  it('exist for every hint and match the declaration', () => {
    expect([...new Set(found.map(({ code }) => code))].toSorted()).toEqual(
      codesOf(DiagnosticsFigures).toSorted(),
    );
    const unfit = found.filter(({ code, values }) => !Check(DiagnosticsFigures.properties[code], values));
    expect(unfit).toEqual([]);
  });

  it('cover the figures of the sentence', () => {
    expect(found.find(({ code }) => code === 'unknown_provider')?.values).toEqual({
      records: 3,
      provider: 'acme',
      providers: 'openai, anthropic',
    });
    expect(found.find(({ code }) => code === 'nothing_arrived')?.values).toEqual({
      url: 'https://t.example.com',
      keysOf: 'project',
    });
    expect(found.find(({ code }) => code === 'missing_provider')?.values).toMatchObject({
      spans: 3,
      span: 'chat',
    });
  });

  it.each([
    ['unknown_provider', 'unknown_provider'],
    ['invalid_span_id', 'invalid_trace_id'],
    ['disk_full', 'overloaded'],
    ['invalid_run', 'invalid_run'],
    ['invalid_feedback', 'invalid_feedback'],
    ['attachment_not_stored', 'attachment_not_stored'],
    ['unknown_part', 'unknown_part'],
    ['too_deep', 'unsafe_json'],
    ['forbidden_key', 'unsafe_json'],
    ['duplicate_key', 'unsafe_json'],
    ['invalid_multipart', 'invalid_json'],
    ['invalid_utf8', 'invalid_json'],
    ['missing_id', 'invalid_event'],
    ['too_many_scores', 'too_many_scores'],
    ['score_of_another_key', 'score_of_another_key'],
    ['never_seen', 'other'],
    ['toString', 'other'],
    ['a sentence without a code', 'other'],
  ])('of the reason %s are %s', (cause, code) => {
    const none = { code: '', field: '', value: '', example: '' };
    expect(codedReason({ reason: cause, ...none })).toEqual({ cause, code, values: {} });
  });

  it.each(RECORD_REJECTION_CODES)('of a sentence with the code %s go by the code', (code) => {
    const row = { reason: 'Reworded.', code, field: 'tags.user-id', value: 'acme', example: 'x: Reworded.' };
    const figures = { field_rule: { field: 'tags.user-id' }, unknown_provider: { provider: 'acme' } };
    const values: object = code in figures ? figures[code as keyof typeof figures] : {};
    expect(codedReason(row)).toEqual({ cause: code, code, values });
    expect(codedReason({ ...row, field: '', value: '' })).toEqual({ cause: code, code, values: {} });
  });
});
