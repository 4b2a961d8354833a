// A spoken run: who spoke when on two lanes, and the turns with their words, the waits and the interruptions.
import { AudioLines, Bot, Timer, User, Zap } from 'lucide-react';
import { useMemo } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Badge, Card, Duration, EmptyState, Loaded, SkeletonRows, Stat } from '#ui';
import { lanesOf, type Lanes, type LaneTurn } from './lanes.ts';
import { voiceTexts } from './texts.ts';

type Turns = Schemas['VoiceTurns'];
type Turn = Schemas['VoiceTurn'];

interface VoiceViewProps {
  traceId: string;
  /** Shows the span of a turn. */
  onShow: (id: string) => void;
}

export function VoiceView({ traceId, onShow }: VoiceViewProps) {
  const asked = useGet('/v1/query/trace/{id}/turns', { path: { id: traceId } }, { staleTime: 60_000 });
  return (
    <Loaded of={asked} error="card" skeleton={<SkeletonRows rows={6} />}>
      {(found) => (found.turns.length === 0 ? <NoTurns /> : <Call found={found} onShow={onShow} />)}
    </Loaded>
  );
}

function NoTurns() {
  const texts = useTexts(voiceTexts);
  return (
    <Card>
      <EmptyState icon={<AudioLines size={22} aria-hidden />} title={texts.none}>
        {texts.noneAbout}
      </EmptyState>
    </Card>
  );
}

function Call({
  found: { turns, figures, truncated },
  onShow,
}: {
  found: Turns;
  onShow: VoiceViewProps['onShow'];
}) {
  const texts = useTexts(voiceTexts);
  const lanes = useMemo(() => lanesOf(turns), [turns]);
  const words = useMemo(() => new Map(turns.map(({ id, text }) => [id, text])), [turns]);
  return (
    <section
      aria-label={texts.title}
      tabIndex={0}
      className="relative h-full overflow-y-auto rounded-lg border bg-surface px-4 py-4 ring-inside"
    >
      <div className="mx-auto grid max-w-4xl min-w-0 grid-cols-1 gap-5">
        <Figures figures={figures} />
        <Timeline lanes={lanes} onShow={onShow} />
        {truncated && <p className="text-sm text-muted">{texts.truncated}</p>}
        <ol className="grid min-w-0 grid-cols-1 gap-4">
          {turns.map((turn) => (
            <TurnRow
              key={turn.id}
              turn={turn}
              atMs={Date.parse(turn.startTime) - lanes.startMs}
              by={turn.interruptedBy === null ? null : (words.get(turn.interruptedBy) ?? null)}
              onShow={onShow}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Figures({ figures: { users, agents, interruptions, firstSound } }: { figures: Turns['figures'] }) {
  const texts = useTexts(voiceTexts);
  const format = useFormat();
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Stat label={texts.turns} value={texts.turnCount(format.count(users), format.count(agents))} />
      <Stat
        label={texts.interruptions}
        value={
          <span className={interruptions > 0 ? 'text-warm' : undefined}>{format.count(interruptions)}</span>
        }
      />
      <Stat label={texts.firstSound} value={firstSound ? <Duration ms={firstSound.p50} /> : '–'} />
      <Stat label={texts.firstSoundP95} value={firstSound ? <Duration ms={firstSound.p95} /> : '–'} />
    </div>
  );
}

const WHO = {
  user: { icon: User, tone: 'bg-cool-soft text-cool', bar: 'bg-cool', open: 'from-cool' },
  agent: { icon: Bot, tone: 'bg-accent-soft text-accent', bar: 'bg-accent', open: 'from-accent' },
};

function Timeline({ lanes, onShow }: { lanes: Lanes; onShow: VoiceViewProps['onShow'] }) {
  const texts = useTexts(voiceTexts);
  const format = useFormat();
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-1.5" aria-label={texts.timeline}>
      {(['user', 'agent'] as const).map((who) => (
        <div key={who} className="grid min-w-0 grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2">
          <span className="truncate text-sm text-muted">{texts.who[who]}</span>
          <div className="relative h-7 rounded-md bg-sunken">
            {lanes.bars
              .filter(({ turn }) => turn.who === who)
              .map((bar) => (
                <LaneBar key={bar.turn.id} bar={bar} onShow={onShow} />
              ))}
          </div>
        </div>
      ))}
      <figcaption className="ml-20 flex justify-between text-xs text-muted">
        <span>0</span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="h-2 w-4 rounded-sm border border-dashed border-accent" />
          {texts.waiting}
        </span>
        <span>{format.duration(lanes.totalMs)}</span>
      </figcaption>
    </figure>
  );
}

function LaneBar({
  bar: { turn, left, width, isOpen, wait },
  onShow,
}: {
  bar: LaneTurn;
  onShow: VoiceViewProps['onShow'];
}) {
  const texts = useTexts(voiceTexts);
  const format = useFormat();
  return (
    <>
      {wait && (
        <span
          aria-hidden
          className="absolute inset-y-2 rounded-l-sm border border-r-0 border-dashed border-accent"
          style={{ left: `${wait.left}%`, width: `${wait.width}%` }}
        />
      )}
      <button
        type="button"
        title={turn.text ?? texts.who[turn.who]}
        aria-label={texts.show(
          texts.who[turn.who],
          turn.durationMs === null ? '' : format.duration(turn.durationMs),
        )}
        onClick={() => onShow(turn.id)}
        className={classNames(
          'absolute inset-y-1 min-w-1 rounded-sm hover:opacity-80',
          isOpen ? `bg-linear-to-r ${WHO[turn.who].open} to-transparent` : WHO[turn.who].bar,
          turn.interrupted && 'border-r-4 border-warm',
        )}
        style={{ left: `min(${left}%, 100% - 4px)`, width: `${width}%` }}
      />
    </>
  );
}

interface TurnRowProps {
  turn: Turn;
  /** Since the first turn. */
  atMs: number;
  /** What the user said who interrupted it. */
  by: string | null;
  onShow: VoiceViewProps['onShow'];
}

function TurnRow({ turn, atMs, by, onShow }: TurnRowProps) {
  const texts = useTexts(voiceTexts);
  const format = useFormat();
  const { icon: Icon, tone } = WHO[turn.who];
  return (
    <li className="grid min-w-0 grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className={classNames('grid size-7 place-items-center rounded-md', tone)}>
        <Icon size={16} />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <button
            type="button"
            onClick={() => onShow(turn.id)}
            className="rounded-sm font-medium text-text underline-offset-3 hover:underline"
          >
            {texts.who[turn.who]}
          </button>
          <span>{texts.at(format.duration(atMs))}</span>
          {turn.durationMs !== null && <Duration ms={turn.durationMs} />}
          {turn.firstSoundMs !== null && <FirstSound turn={turn} />}
          {turn.interrupted && (
            <Badge tone="warm">
              <Zap size={12} aria-hidden /> {by === null ? texts.interrupted : texts.interruptedBy(by)}
            </Badge>
          )}
        </p>
        <p className={classNames('min-w-0 break-words', turn.text === null && 'text-muted')}>
          {turn.text ?? texts.notStored}
        </p>
      </div>
    </li>
  );
}

function FirstSound({ turn: { firstSoundMs, stages } }: { turn: Turn }) {
  const texts = useTexts(voiceTexts);
  const format = useFormat();
  const parts = (['endOfTurnMs', 'modelMs', 'speechMs'] as const).flatMap((stage) => {
    const ms = stages?.[stage] ?? null;
    return ms === null ? [] : [texts.stages[stage](format.duration(ms))];
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Timer size={14} aria-hidden />
      {texts.after(format.duration(firstSoundMs))}
      {parts.length > 0 && <span>({parts.join(' · ')})</span>}
    </span>
  );
}
