import { Scale } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Card, EmptyState, Loaded, SkeletonRows, Table, type TableColumn } from '#ui';
import { queueTexts } from './texts.ts';
import type { ReviewQueueData } from './types.ts';
import { useReviewerName } from './words.ts';

type Agreement = Schemas['ReviewAgreement'];
type Row = Agreement['dimensions'][number];
type PairRow = Row['pairs'][number] & { name: string };

export function AgreementTab({ queue }: { queue: ReviewQueueData }) {
  const texts = useTexts(queueTexts);
  const asked = useGet('/v1/review-queues/{id}/agreement', { path: { id: queue.id } });
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={<SkeletonRows />}
      empty={
        asked.data?.compared === 0 && (
          <Card>
            <EmptyState icon={<Scale size={22} aria-hidden />} title={texts.noPairs}>
              {queue.reviewersPerItem === 1 ? texts.onePerItem : texts.noPairsAbout}
            </EmptyState>
          </Card>
        )
      }
    >
      {(agreement) => <ShownAgreement agreement={agreement} />}
    </Loaded>
  );
}

function ShownAgreement({ agreement }: { agreement: Agreement }) {
  const texts = useTexts(queueTexts);
  const format = useFormat();
  const nameOf = useReviewerName();
  const { compared, disagreements, open, dimensions } = agreement;
  const figures = <
    T extends Omit<Row, 'pairs' | 'name' | 'weights' | 'disagreements'>,
  >(): TableColumn<T>[] => [
    { id: 'n', title: texts.columns.n, number: true, cell: ({ n }) => format.count(n) },
    {
      id: 'agreement',
      title: texts.columns.agreement,
      number: true,
      cell: ({ agreementPct }) => (agreementPct === null ? '–' : format.share(agreementPct / 100)),
    },
    {
      id: 'kappa',
      title: texts.columns.kappa,
      number: true,
      cell: ({ kappa }) => (kappa === null ? '–' : format.score(kappa)),
    },
    {
      id: 'interval',
      title: texts.columns.interval,
      number: true,
      wideOnly: true,
      cell: ({ kappaLow, kappaHigh }) =>
        kappaLow === null ? '–' : `${format.score(kappaLow)} – ${format.score(kappaHigh)}`,
    },
  ];
  const columns: TableColumn<Row>[] = [
    {
      id: 'dimension',
      title: texts.columns.dimension,
      cell: ({ name, weights }) => (
        <span className="grid">
          <span className="wrap-anywhere">{name}</span>
          {weights !== 'none' && <span className="text-xs text-muted">{texts.weights[weights]}</span>}
        </span>
      ),
    },
    ...figures<Row>(),
    {
      id: 'differ',
      title: texts.columns.differ,
      number: true,
      cell: ({ disagreements: differ }) => format.count(differ),
    },
  ];
  const pairs = dimensions.flatMap(({ name, pairs: of }) => of.map((pair): PairRow => ({ ...pair, name })));
  const pairColumns: TableColumn<PairRow>[] = [
    {
      id: 'pair',
      title: texts.columns.pair,
      cell: ({ reviewers }) => reviewers.map(nameOf).join(' · '),
    },
    { id: 'dimension', title: texts.columns.dimension, cell: ({ name }) => name },
    ...figures<PairRow>(),
  ];
  return (
    <div className="grid gap-4">
      <Card
        title={texts.compared(format.count(compared), format.count(disagreements), format.count(open))}
        about={texts.kappaAbout}
      >
        <Table label={texts.tabs.agreement} columns={columns} rows={dimensions} rowKey={({ name }) => name} />
      </Card>
      <Card title={texts.byPair}>
        <Table
          label={texts.columns.pair}
          columns={pairColumns}
          rows={pairs}
          rowKey={({ name, reviewers }) => `${name} ${reviewers.map(({ id }) => id).join(' ')}`}
        />
      </Card>
    </div>
  );
}
