import { CircleCheck } from 'lucide-react';
import type { Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge, Button, EmptyState, Money, Stat, Table, type TableColumn } from '#ui';
import { pricesTexts } from './texts.ts';
import type { Wanted } from './types.ts';

type Result = Schemas['Repriced'];
type Model = Result['models'][number];

const SHOWN = 100;

interface RepricedProps {
  result: Result;
  onWant: (wanted: Wanted) => void;
  /** Omitted once the prices are applied. */
  onApply?: () => void;
}

/** A cost of zero usually means that the model has no price; free models are rare. */
const isUnpriced = ({ records, afterUsd }: Model): boolean => records > 0 && afterUsd === 0;

export function RepriceResult({ result, onWant, onApply }: RepricedProps) {
  const texts = useTexts(pricesTexts);
  const format = useFormat();
  const { records, changedRecords, beforeUsd, afterUsd, differenceUsd, models } = result;
  if (records === 0) {
    return (
      <EmptyState icon={<CircleCheck size={22} aria-hidden />} title={texts.noCalls}>
        {texts.noCallsAbout}
      </EmptyState>
    );
  }
  const columns: TableColumn<Model>[] = [
    {
      id: 'model',
      title: texts.fields.model,
      cell: (each) => (
        <div className="grid max-w-36 min-w-0 justify-items-start md:max-w-80">
          <code className="max-w-full truncate font-mono text-sm" title={each.model}>
            {each.model}
          </code>
          <span className="text-sm text-muted">{each.provider}</span>
        </div>
      ),
    },
    {
      id: 'calls',
      title: texts.calls,
      number: true,
      wideOnly: true,
      cell: (each) => texts.changedOf(format.count(each.changedRecords), format.count(each.records)),
    },
    { id: 'before', title: texts.before, number: true, cell: (each) => <Money usd={each.beforeUsd} /> },
    {
      id: 'after',
      title: texts.after,
      number: true,
      cell: (each) =>
        isUnpriced(each) ? (
          <div className="grid justify-items-end gap-1.5">
            <Badge tone="warm">{texts.noPrice}</Badge>
            <Button
              size="small"
              aria-label={texts.setPriceOf(each.model)}
              onClick={() => onWant({ provider: each.provider, model: each.model })}
            >
              {texts.setPrice}
            </Button>
          </div>
        ) : (
          <Money usd={each.afterUsd} />
        ),
    },
  ];
  const sign = differenceUsd > 0 ? '+' : '';
  return (
    <div className="grid min-w-0 gap-4" role="group" aria-label={texts.result}>
      <p className="font-medium">
        {result.applied ? texts.wasApplied : texts.wouldChange}{' '}
        <span className="font-normal text-muted">
          {format.time(result.startTime)} – {format.time(result.endTime)}
        </span>
      </p>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Stat
          label={texts.changedCalls}
          value={texts.changedOf(format.count(changedRecords), format.count(records))}
        />
        <Stat label={texts.before} value={<Money usd={beforeUsd} />} />
        <Stat label={texts.after} value={<Money usd={afterUsd} />} />
        <Stat label={texts.difference} value={`${sign}${format.money(differenceUsd)}`} />
      </div>
      <Table
        label={texts.byModel}
        columns={columns}
        rows={models.slice(0, SHOWN)}
        rowKey={({ provider, model }) => `${provider} ${model}`}
      />
      {models.length > SHOWN && (
        <p className="text-sm text-muted">{texts.moreModels(format.count(models.length - SHOWN))}</p>
      )}
      {onApply &&
        (changedRecords === 0 ? (
          <p className="text-muted">{texts.nothingChanges}</p>
        ) : (
          <div>
            <Button look="main" onClick={onApply}>
              {texts.apply}
            </Button>
          </div>
        ))}
    </div>
  );
}
