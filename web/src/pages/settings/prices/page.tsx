// Custom model prices of the account, and repricing of past calls.
import { useState } from 'react';
import { useGet, useMayManage } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Card, Loaded, Page, Skeleton, SkeletonRows, TextLink, Time, Waiting } from '#ui';
import { PriceCatalog } from './catalog.tsx';
import { PriceEditor } from './price-editor.tsx';
import { PriceTable } from './price-table.tsx';
import { Reprice } from './reprice.tsx';
import { pricesTexts } from './texts.ts';
import type { Wanted } from './types.ts';

/** Recent calls without a known price, and their models. */
interface Unpriced {
  isPending: boolean;
  /** In the last 24 hours. */
  calls: number;
  /** In the last 30 days. */
  models: readonly string[];
}

const WHOLE = { wholeAccount: true } as const;

function useUnpriced(): Unpriced {
  const { data, isPending } = useGet('/v1/ingest/diagnostics', {}, WHOLE);
  const account = useGet('/v1/account/overview', {}, WHOLE);
  return {
    isPending: isPending || account.isPending,
    calls: data?.totals.unpriced ?? 0,
    models: account.data?.unpricedModels ?? [],
  };
}

export function PricesPage() {
  const texts = useTexts(pricesTexts);
  const mayManage = useMayManage();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const asked = useGet('/v1/account/model-prices', {}, { wholeAccount: true });
  return (
    <Page title={texts.title} about={texts.about}>
      <Unpriced />
      <Card title={texts.own} about={texts.ownAbout}>
        <Loaded of={asked} skeleton={<SkeletonRows rows={3} />}>
          {(data) => (
            <>
              {mayManage ? (
                // The key resets the editor whenever another list has been saved.
                <PriceEditor key={data.version} prices={data.prices} wanted={wanted} />
              ) : (
                <PriceTable prices={data.prices} />
              )}
              {data.updatedAt !== null && (
                <p className="text-sm text-muted">
                  {texts.updated} <Time at={data.updatedAt} /> ·{' '}
                  <span title={texts.versionAbout}>
                    {texts.version} <code className="font-mono text-xs">{data.version}</code>
                  </span>
                </p>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {mayManage && <Reprice onWant={setWanted} />}
      <PriceCatalog />
    </Page>
  );
}

/** Warns about calls without a price, which count as $0. */
function Unpriced() {
  const texts = useTexts(pricesTexts);
  const format = useFormat();
  const { isPending, calls, models } = useUnpriced();
  if (isPending) {
    return (
      <Waiting>
        <Skeleton className="h-11" />
      </Waiting>
    );
  }
  if (calls === 0 && models.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-md bg-warm-soft px-3.5 py-2.5 text-warm">
      {calls > 0 && (
        <p>
          {texts.unpriced(format.count(calls), calls)}{' '}
          <TextLink to="/diagnostics" className="text-warm underline">
            {texts.diagnostics}
          </TextLink>
        </p>
      )}
      {models.length > 0 && (
        <p className="min-w-0 break-words">
          {texts.unpricedModels} <span className="font-mono text-sm">{models.join(', ')}</span>
        </p>
      )}
    </div>
  );
}
