// The two answers that differ, side by side, for the person who decides.
import { useTexts } from '#i18n';
import { Badge, Card, Table, type TableColumn } from '#ui';
import { queueTexts } from './texts.ts';
import type { DimensionData, QueueItemData } from './types.ts';
import { useReviewerName, useValueWords } from './words.ts';

interface AnswersSoFarProps {
  dimensions: readonly DimensionData[];
  item: QueueItemData;
}

export function AnswersSoFar({ dimensions, item }: AnswersSoFarProps) {
  const texts = useTexts(queueTexts);
  const nameOf = useReviewerName();
  const { valueWords } = useValueWords();
  const answers = item.answers.filter(({ isResolution }) => !isResolution);
  const columns: TableColumn<DimensionData>[] = [
    {
      id: 'dimension',
      title: texts.columns.dimension,
      cell: ({ name }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{name}</span>
          {item.disagreements.includes(name) && <Badge tone="warm">{texts.flow.differs}</Badge>}
        </span>
      ),
    },
    ...answers.map((answer, at): TableColumn<DimensionData> => ({
      id: `answer-${at}`,
      title: nameOf(answer.reviewer),
      cell: ({ name }) => valueWords(answer.values[name]),
    })),
  ];
  return (
    <Card title={texts.flow.answersSoFar}>
      <Table
        label={texts.columns.dimension}
        columns={columns}
        rows={dimensions}
        rowKey={({ name }) => name}
      />
      {answers.map(({ reviewer, comment, correction }) =>
        [
          [texts.flow.correction, correction],
          [texts.flow.comment, comment],
        ].map(
          ([what, text]) =>
            text !== null && (
              <div key={`${reviewer.id} ${what}`} className="grid gap-0.5">
                <p className="text-xs text-muted">
                  {nameOf(reviewer)} · {what}
                </p>
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              </div>
            ),
        ),
      )}
    </Card>
  );
}
