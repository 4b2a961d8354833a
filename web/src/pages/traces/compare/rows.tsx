// The spans of both runs as one tree. A row opens the content of its span in both.
import { useMemo, useState, type ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { useNarrow } from '#lib/use-media';
import {
  Badge,
  Card,
  Duration,
  EmptyState,
  Money,
  Segments,
  Tokens,
  VirtualTable,
  type Tone,
  type VirtualColumn,
} from '#ui';
import { CircleCheck } from 'lucide-react';
import { lookOf, shortName } from '../trace/node-kind.tsx';
import { ComparedDetails } from './details.tsx';
import { runCompareTexts } from './texts.ts';
import type { ComparedRow, ComparisonData } from './types.ts';

const TONES: Record<ComparedRow['status'], Tone> = {
  same: 'neutral',
  changed: 'warm',
  onlyA: 'bad',
  onlyB: 'good',
};
const INDENT_PX = 14;
/** Deeper spans are not indented further. */
const DEEPEST = 12;

export function ComparedRows({ of }: { of: ComparisonData }) {
  const texts = useTexts(runCompareTexts);
  const format = useFormat();
  const narrow = useNarrow();
  const { rows, counts } = of;
  const different = counts.changed + counts.onlyA + counts.onlyB;
  const [chosen, setChosen] = useState<'all' | 'different' | null>(null);
  const [open, setOpen] = useState<ComparedRow | null>(null);
  // What is the same explains where the differences are, unless there is too much of it.
  const show = chosen ?? (rows.length > 200 && different > 0 ? 'different' : 'all');
  const shown = useMemo(
    () => (show === 'all' ? rows : rows.filter(({ status }) => status !== 'same')),
    [rows, show],
  );
  const columns = useColumns(narrow);
  const at = open === null ? -1 : shown.indexOf(open);
  const go = (index: number) => (shown[index] ? () => setOpen(shown[index] ?? null) : undefined);
  return (
    <Card
      title={texts.rows}
      actions={
        <Segments
          label={texts.show}
          value={show}
          onChange={setChosen}
          options={[
            { value: 'all', label: texts.all(format.count(different + counts.same)) },
            { value: 'different', label: texts.differing(format.count(different)) },
          ]}
        />
      }
    >
      {shown.length === 0 ? (
        <EmptyState icon={<CircleCheck size={22} aria-hidden />} title={texts.nothing}>
          {texts.nothingAbout}
        </EmptyState>
      ) : (
        <VirtualTable
          label={texts.rows}
          columns={columns}
          rows={shown}
          rowKey={({ path }) => path}
          onOpen={setOpen}
          marked={open?.path}
          rowHeight={narrow ? 60 : 44}
          className="max-h-[70dvh]"
        />
      )}
      {open && (
        <ComparedDetails
          key={open.path}
          a={of.a}
          b={of.b}
          row={open}
          onClose={() => setOpen(null)}
          onBefore={go(at - 1)}
          onAfter={go(at + 1)}
        />
      )}
    </Card>
  );
}

type Column = VirtualColumn<ComparedRow>;

function useColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(runCompareTexts);
  return useMemo(() => {
    const titles = texts.columns;
    const status = ({ status: of, differs }: ComparedRow) => (
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={TONES[of]}>{texts.statuses[of]}</Badge>
        {differs.length > 0 && (
          <span className="truncate text-sm text-muted">
            {differs.map((one) => texts.differs[one]).join(', ')}
          </span>
        )}
      </span>
    );
    const span: Column = {
      id: 'span',
      title: titles.span,
      width: 'minmax(180px, 3fr)',
      cell: (row) => <Named row={row}>{narrow && status(row)}</Named>,
    };
    const both = (id: 'time' | 'tokens' | 'cost', yields: number, cell: (of: Part) => ReactNode): Column => ({
      id,
      title: titles[id],
      width: id === 'cost' ? '190px' : '168px',
      yields,
      number: true,
      cell: ({ a, b }) => <FromTo a={a && cell(a)} b={b && cell(b)} />,
    });
    const time = both('time', 4, ({ durationMs }) => <Duration ms={durationMs} />);
    if (narrow) return [span, { ...time, width: '156px' }];
    return [
      span,
      { id: 'status', title: titles.status, width: 'minmax(170px, 1.4fr)', cell: status },
      time,
      both('tokens', 2, ({ totalTokens }) => totalTokens !== null && <Tokens count={totalTokens} />),
      both('cost', 1, ({ costUsd }) => costUsd !== null && <Money usd={costUsd} />),
    ];
  }, [texts, narrow]);
}

type Part = NonNullable<ComparedRow['a']>;

/** One value where both are shown alike or one is absent, else `A → B`. */
const FromTo = ({ a, b }: { a: ReactNode; b: ReactNode }) => {
  if (!a && !b) return <span className="text-muted">–</span>;
  return (
    <span className="whitespace-nowrap">
      {a || '–'} <span className="text-muted">→</span> {b || '–'}
    </span>
  );
};

function Named({ row, children }: { row: ComparedRow; children: ReactNode }) {
  const { name, type, path, depth, differs, a, b } = row;
  const { icon: Icon, ink } = lookOf(type);
  return (
    <span
      className="grid min-w-0 gap-0.5"
      style={{ paddingLeft: Math.min(depth, DEEPEST) * INDENT_PX }}
      title={path}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon size={15} aria-hidden className={`shrink-0 ${ink}`} />
        <span className="truncate">
          {differs.includes('model') ? `${a?.model ?? ''} → ${b?.model ?? ''}` : shortName(name)}
        </span>
      </span>
      {children}
    </span>
  );
}
