import { describe, expect, it } from 'vitest';
import { documentsOf, observationContent } from './observation.ts';

describe('the content of an observation', () => {
  it('is what the instrumentation calls arguments and result, parsed where it is JSON as text', () => {
    const { input, output, keys } = observationContent({
      'service.name': 'shop',
      'gen_ai.tool.call.arguments': '{"order": 1187}',
      'gen_ai.tool.call.result': 'On its way',
    });
    expect(input).toEqual({ order: 1187 });
    expect(output).toBe('On its way');
    expect(keys).toEqual(['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result']);
  });

  it('is missing where nothing is stored', () => {
    expect(observationContent({ 'input.value': '', 'service.name': 'shop' })).toEqual({
      input: undefined,
      output: undefined,
      documents: null,
      keys: [],
    });
  });

  it('reads the documents of a retrieval from every instrumentation', () => {
    const text = 'Parcels take two days.';
    const expected = { id: 'faq-4', title: 'FAQ', text, score: 0.83, more: null };
    expect(documentsOf([{ id: 'faq-4', title: 'FAQ', content: text, score: 0.83 }])).toEqual([expected]);
    expect(
      documentsOf({
        documents: [{ id: 'faq-4', page_content: text, metadata: { source: 'FAQ', score: 0.83 } }],
      }),
    ).toEqual([{ ...expected, more: { source: 'FAQ', score: 0.83 } }]);
    expect(documentsOf([{ document: { id: 'faq-4', content: text, title: 'FAQ' }, score: 0.83 }])).toEqual([
      expected,
    ]);
    const spread = observationContent({
      'retrieval.documents.1.document.content': 'second',
      'retrieval.documents.0.document.id': 'faq-4',
      'retrieval.documents.0.document.content': text,
      'retrieval.documents.0.document.score': 0.83,
      'retrieval.documents.0.document.metadata': '{"title": "FAQ"}',
    });
    expect(spread.documents).toEqual([
      { ...expected, more: { title: 'FAQ' } },
      { id: null, title: null, text: 'second', score: null, more: null },
    ]);
  });

  it('does not take messages and other lists for documents', () => {
    for (const odd of [
      [{ role: 'user', content: 'Hi' }],
      [1, 2],
      [],
      'text',
      { documents: [] },
      [{ page: 3 }],
    ])
      expect(documentsOf(odd)).toBeNull();
  });
});
