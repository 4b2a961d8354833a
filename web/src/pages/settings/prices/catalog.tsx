// The prices that apply where there is no own one, with a search.
import { useDeferredValue, useMemo, useState } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, Field, Input, Loaded, Money, SkeletonRows, Table, type TableColumn } from '#ui';
import { matchingPrices } from './matching-prices.ts';
import { pricesTexts } from './texts.ts';

type CatalogPrice = Schemas['ModelPrice'];

/** There are a few thousand lines. */
const SHOWN = 50;

export function PriceCatalog() {
  const texts = useTexts(pricesTexts);
  const asked = useGet('/v1/public/models', {}, { staleTime: 3_600_000 });
  return (
    <Card
      title={texts.catalog}
      about={
        asked.data && (
          <>
            {texts.catalogOf} {asked.data.date} · {asked.data.sources.join(', ')} · {texts.version}{' '}
            <code className="font-mono text-xs">{asked.data.version}</code>
          </>
        )
      }
    >
      <Loaded of={asked} skeleton={<SkeletonRows rows={5} />}>
        {({ prices }) => <Prices prices={prices} />}
      </Loaded>
    </Card>
  );
}

function Prices({ prices }: { prices: readonly CatalogPrice[] }) {
  const texts = useTexts(pricesTexts);
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const sought = useDeferredValue(typed);
  const found = useMemo(() => matchingPrices(prices, sought), [prices, sought]);
  const columns: TableColumn<CatalogPrice>[] = [
    {
      id: 'model',
      title: texts.fields.model,
      cell: ({ provider, model }) => (
        <div className="grid max-w-36 min-w-0 md:max-w-96">
          <code className="truncate font-mono text-sm" title={model}>
            {model}
          </code>
          <span className="text-sm text-muted">{provider}</span>
        </div>
      ),
    },
    ...(['inputPerMTok', 'outputPerMTok', 'cacheReadPerMTok', 'cacheWritePerMTok'] as const).map((name) => ({
      id: name,
      title: texts.fields[name],
      number: true,
      wideOnly: name.startsWith('cache'),
      cell: (price: CatalogPrice) =>
        typeof price[name] === 'number' ? (
          <Money usd={price[name]} />
        ) : (
          <span className="text-muted">{name.startsWith('cache') ? texts.asInput : '–'}</span>
        ),
    })),
  ];
  return (
    <>
      <Field label={texts.findPrice} hideLabel className="w-full sm:w-80">
        <Input
          type="search"
          value={typed}
          placeholder={texts.findPrice}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value);
            setShown(SHOWN);
          }}
        />
      </Field>
      <p role="status" className="text-sm text-muted">
        {texts.foundPrices(found.length, format.count(found.length))} {texts.unit}
      </p>
      {found.length > 0 && (
        <Table
          label={texts.catalog}
          columns={columns}
          rows={found.slice(0, shown)}
          rowKey={({ provider, model }) => `${provider} ${model}`}
        />
      )}
      {found.length > shown && (
        <Button className="justify-self-start" onClick={() => setShown(shown + 4 * SHOWN)}>
          {texts.morePrices}
        </Button>
      )}
    </>
  );
}
