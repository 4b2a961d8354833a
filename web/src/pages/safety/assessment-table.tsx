import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Ago, Badge, SafetyWords, Table, TextLink, type TableColumn } from '#ui';
import type { Schemas } from '#api';
import { safetyTexts } from './texts.ts';

type Assessment = Schemas['SafetyAssessment'];

export function AssessmentTable({ assessments }: { assessments: readonly Assessment[] }) {
  const texts = useTexts(safetyTexts);
  const columns: TableColumn<Assessment>[] = [
    {
      id: 'call',
      title: texts.columns.call,
      cell: ({ call_id: callId, labels, score, createdAt, ...assessment }) => (
        <div className="grid min-w-0 gap-1.5 md:max-w-56">
          <TextLink
            to="/calls/$id"
            params={{ id: callId }}
            title={callId}
            className="truncate font-mono text-sm"
          >
            {callId}
          </TextLink>
          <div className="grid gap-1.5 md:hidden">
            <div className="flex items-start justify-between gap-3">
              <Labels labels={labels} />
              <Score score={score} flagged={labels.length > 0} />
            </div>
            <SafetyWords assessment={assessment} className="text-sm" />
            <p className="text-xs text-muted">
              <Ago at={createdAt} />
            </p>
          </div>
        </div>
      ),
    },
    {
      id: 'labels',
      title: texts.columns.labels,
      wideOnly: true,
      cell: ({ labels }) => <Labels labels={labels} />,
    },
    {
      id: 'score',
      title: texts.columns.score,
      wideOnly: true,
      cell: ({ score, labels }) => <Score score={score} flagged={labels.length > 0} />,
    },
    {
      id: 'reasoning',
      title: texts.columns.reasoning,
      wideOnly: true,
      cell: (assessment) => <SafetyWords assessment={assessment} className="line-clamp-3 max-w-md text-sm" />,
    },
    {
      id: 'when',
      title: texts.columns.when,
      wideOnly: true,
      cell: ({ createdAt, source, classifier_id: classifier }) => (
        <div className="grid gap-0.5" title={classifier}>
          <Ago at={createdAt} />
          <span className="text-xs text-muted">{texts.sources[source]}</span>
        </div>
      ),
    },
  ];
  return <Table label={texts.assessments} columns={columns} rows={assessments} rowKey={({ id }) => id} />;
}

function Labels({ labels }: Pick<Assessment, 'labels'>) {
  const texts = useTexts(safetyTexts);
  if (labels.length === 0) return <span className="text-muted">{texts.notFlagged}</span>;
  return (
    <ul className="flex flex-wrap gap-1 md:max-w-64">
      {labels.map((label) => (
        <li key={label} className="max-w-full">
          <Badge tone="bad">{label}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Score({ score, flagged }: { score: number; flagged: boolean }) {
  const format = useFormat();
  return (
    <div className="flex items-center gap-2" title={String(score)}>
      <span aria-hidden className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken max-md:hidden">
        <span
          className={classNames('block h-full', flagged ? 'bg-bad' : 'bg-control')}
          style={{ width: `${score * 100}%` }}
        />
      </span>
      {format.share(score)}
    </div>
  );
}
