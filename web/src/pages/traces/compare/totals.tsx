import { useFormat, useTexts } from '#i18n';
import { Card, Duration, Money, Table, Tokens, UnpricedNote } from '#ui';
import { deltaOf, FIGURES, type FigureName } from './deltas.ts';
import { runCompareTexts } from './texts.ts';
import type { ComparisonData } from './types.ts';

function Figure({ name, value }: { name: FigureName; value: number }) {
  const format = useFormat();
  if (name === 'durationMs') return <Duration ms={value} />;
  if (name === 'costUsd') return <Money usd={value} />;
  if (name === 'totalTokens') return <Tokens count={value} />;
  return format.count(value);
}

export function ComparedTotals({ totals: { a, b } }: Pick<ComparisonData, 'totals'>) {
  const texts = useTexts(runCompareTexts);
  const format = useFormat();
  const difference = (name: FigureName) => {
    const { by, percent } = deltaOf(a, b, name);
    if (by === 0) return <span className="text-muted">=</span>;
    const share = percent === null ? '' : ` (${percent > 0 ? '+' : ''}${format.count(Math.round(percent))}%)`;
    return (
      <span className="whitespace-nowrap">
        {by > 0 ? '+' : '−'}
        <Figure name={name} value={Math.abs(by)} />
        <span className="text-muted max-sm:hidden">{share}</span>
      </span>
    );
  };
  const cell = (totals: typeof a, name: FigureName) => (
    <>
      <Figure name={name} value={totals[name]} />
      {name === 'costUsd' && <UnpricedNote calls={totals.unpriced.calls} short />}
    </>
  );
  return (
    <Card title={texts.totals}>
      <Table
        label={texts.totalsTable}
        rows={FIGURES}
        rowKey={(name) => name}
        columns={[
          { id: 'figure', title: texts.figure, cell: (name) => texts.figures[name] },
          { id: 'a', title: texts.run.a, number: true, cell: (name) => cell(a, name) },
          { id: 'b', title: texts.run.b, number: true, cell: (name) => cell(b, name) },
          { id: 'difference', title: texts.difference, number: true, cell: difference },
        ]}
      />
    </Card>
  );
}
