import { Tags } from 'lucide-react';
import { useTexts } from '#i18n';
import { EmptyState, Money, Table, type TableColumn } from '#ui';
import { hasMore, priceLine } from './draft.ts';
import { pricesTexts } from './texts.ts';
import type { Price } from './types.ts';

/** Read-only view. */
export function PriceTable({ prices }: { prices: readonly Price[] }) {
  const texts = useTexts(pricesTexts);
  if (prices.length === 0) {
    return (
      <EmptyState icon={<Tags size={22} aria-hidden />} title={texts.none}>
        {texts.adminsSet}
      </EmptyState>
    );
  }
  const rows = prices.map((price, index) => ({ price, index }));
  const columns: TableColumn<(typeof rows)[number]>[] = [
    {
      id: 'model',
      title: texts.fields.model,
      cell: ({ price }) => (
        <div className="grid max-w-36 min-w-0 md:max-w-80">
          <code className="truncate font-mono text-sm" title={price.model}>
            {price.model}
          </code>
          <span className="text-sm text-muted">
            {price.provider ?? texts.anyProvider}
            {hasMore(priceLine(price)) && ` · ${texts.hasMore}`}
          </span>
        </div>
      ),
    },
    ...(['inputPerMTok', 'outputPerMTok', 'cacheReadPerMTok', 'cacheWritePerMTok'] as const).map((name) => ({
      id: name,
      title: texts.fields[name],
      number: true,
      wideOnly: name.startsWith('cache'),
      cell: ({ price }: (typeof rows)[number]) =>
        typeof price[name] === 'number' ? <Money usd={price[name]} /> : texts.asInput,
    })),
  ];
  return (
    <>
      <Table label={texts.ownTable} columns={columns} rows={rows} rowKey={({ index }) => index} />
      <p className="text-sm text-muted">{texts.unit}</p>
    </>
  );
}
