// The results: a row for each item, a column for each variant, with the words that differ from the baseline.
import { useState } from 'react';
import { useRows, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Badge,
  Card,
  Duration,
  Field,
  Money,
  Select,
  Switch,
  VirtualTable,
  type VirtualColumn,
  ListRows,
} from '#ui';
import { useRunFigures } from '../figures.ts';
import { ScoreFigure } from '../runs/score-chip.tsx';
import { DiffText } from './diff-text.tsx';
import { ResultDrawer } from './result-drawer.tsx';
import { SchemaBadge } from './schema-badge.tsx';
import { experimentTexts } from './texts.ts';
import {
  isExperimentOpen,
  useResults,
  type ExperimentData,
  type ExperimentRowData,
  type ResultOrder,
} from './use-experiments.ts';

const ORDERS: readonly ResultOrder[] = ['position', 'disagreement', 'score', 'cost', 'latency'];
const ROW_PX = 104;
/** As many as a tall screen shows. */
const ENOUGH = 30;
/**
 * Characters in all cells of a row, each with three lines. What does not fit would still have to be laid out, with all
 * its marks, in the moment in which the row appears.
 */
const ROW_CHARACTERS = 1_200;

type Cell = ExperimentRowData['cells'][number];

const rowsIn = ({ rows }: Schemas['ExperimentResults']): readonly ExperimentRowData[] => rows;

const cellOf = (row: ExperimentRowData, variant: number): Cell | undefined =>
  row.cells.find((cell) => cell.variant === variant);

export function ResultsCard({ experiment }: { experiment: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const [search, change] = useUrl();
  const sortBy = ORDERS.find((order) => order === first(search['sort'])) ?? 'position';
  const [diff, setDiff] = useState(true);
  const list = useRows(useResults(experiment.id, sortBy, isExperimentOpen(experiment)), rowsIn, {
    enough: ENOUGH,
  });
  const { rows, more } = list;
  const columns = useResultColumns(experiment, diff);
  const shown = first(search['item']);
  const at = rows.findIndex(({ position }) => String(position) === shown);
  const show = (row: ExperimentRowData | undefined) => change({ item: row && String(row.position) });
  return (
    <Card
      title={texts.results}
      actions={
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          {experiment.variants.length > 1 && (
            <div className="flex h-9 items-center">
              <Switch checked={diff} onChange={setDiff} label={texts.showDiff} />
            </div>
          )}
          <Field label={texts.sortBy}>
            <Select
              value={sortBy}
              onChange={({ target }) =>
                change({ sort: target.value === 'position' ? undefined : target.value, item: undefined })
              }
            >
              {ORDERS.map((order) => (
                <option key={order} value={order}>
                  {texts.sorts[order]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      }
    >
      <ListRows
        of={list}
        endless
        skeleton={6}
        empty={{ title: texts.noResults, children: texts.noResultsAbout }}
      >
        {() => (
          <VirtualTable
            label={texts.resultsTable}
            columns={columns}
            rows={rows}
            rowKey={({ position }) => String(position)}
            rowHeight={ROW_PX}
            total={experiment.itemCount}
            marked={at < 0 ? undefined : shown}
            onOpen={show}
            onActive={(row) => at >= 0 && show(row)}
            onEndNear={more}
            className="h-[70dvh]"
          />
        )}
      </ListRows>
      {shown !== undefined && shown !== '' && (
        <ResultDrawer
          experiment={experiment}
          position={Number(shown)}
          onClose={() => show(undefined)}
          onBefore={at > 0 ? () => show(rows[at - 1]) : undefined}
          onAfter={at >= 0 && at < rows.length - 1 ? () => show(rows[at + 1]) : undefined}
        />
      )}
    </Card>
  );
}

function useResultColumns(experiment: ExperimentData, diff: boolean): VirtualColumn<ExperimentRowData>[] {
  const texts = useTexts(experimentTexts);
  const figures = useRunFigures();
  const { variants, baseline } = experiment;
  const most = Math.ceil(ROW_CHARACTERS / (variants.length + 1));
  return [
    {
      id: 'item',
      title: texts.item,
      width: 'minmax(180px, 1fr)',
      cell: (row) => (
        <div className="min-w-0 space-y-1">
          <p className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-wrap">
            <DiffText text={row.input} against={null} most={most} />
          </p>
          {row.disagreement !== null && row.disagreement > 0 && (
            <span className="text-xs text-muted">
              {texts.disagreement} {figures.score(row.disagreement)}
            </span>
          )}
        </div>
      ),
    },
    ...variants.map(({ name }, variant): VirtualColumn<ExperimentRowData> => ({
      id: `variant ${variant}`,
      title: variant === baseline ? `${texts.isBaseline}: ${name}` : name,
      width: 'minmax(220px, 1.4fr)',
      cell: (row) => (
        <ResultCell
          cell={cellOf(row, variant)}
          most={most}
          against={diff && variant !== baseline ? (cellOf(row, baseline)?.output ?? null) : null}
        />
      ),
    })),
  ];
}

/** The score, or the mean part of the scale if there are several. */
function meanScore({ scores }: Cell): Pick<Cell['scores'][number], 'score' | 'normalizedScore'> | undefined {
  if (scores.length < 2) return scores[0];
  const known = scores.flatMap(({ normalizedScore }) => normalizedScore ?? []);
  if (known.length === 0) return scores[0];
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return { score: mean, normalizedScore: mean };
}

interface ResultCellProps {
  cell: Cell | undefined;
  against: string | null;
  most: number;
}

function ResultCell({ cell, against, most }: ResultCellProps) {
  const texts = useTexts(experimentTexts);
  if (!cell) return <span className="text-sm text-muted">{texts.pending}</span>;
  const score = meanScore(cell);
  return (
    <div className="min-w-0 space-y-1">
      {cell.output === null ? (
        <span>
          <Badge tone="bad">{cell.reason ?? texts.status.failed}</Badge>
        </span>
      ) : (
        <p className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-wrap">
          <DiffText text={cell.output} against={against} most={most} />
        </p>
      )}
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        {score && <ScoreFigure score={score.score} normalized={score.normalizedScore} />}
        {cell.outputValid === false && <SchemaBadge isValid={false} />}
        {cell.verdict && <Badge tone={cell.verdict === 'good' ? 'good' : 'bad'}>{texts[cell.verdict]}</Badge>}
        <Money usd={cell.costUsd} />
        <Duration ms={cell.latencyMs} />
      </span>
    </div>
  );
}
