import type { Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Badge, type Tone } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import { promptsTexts } from '../texts.ts';

type Diff = Schemas['PromptDiff'];
type Hunk = Schemas['DiffHunk'];
type Line = Hunk['lines'][number];

const LOOKS: Record<Line['kind'], string> = {
  context: '',
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
};
const SIGNS: Record<Line['kind'], string> = { context: ' ', added: '+', removed: '−' };
const SIGN_LOOKS: Record<Line['kind'], string> = {
  context: 'text-muted',
  added: 'text-good',
  removed: 'text-bad',
};

export function DiffView({ diff }: { diff: Diff }) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone="good">{texts.addedLines(diff.addedLines)}</Badge>
        <Badge tone="bad">{texts.removedLines(diff.removedLines)}</Badge>
      </p>
      {diff.hunks.length === 0 ? (
        <p className="text-muted">{texts.sameTemplate}</p>
      ) : (
        <Hunks label={texts.diffLabel} hunks={diff.hunks} />
      )}
      {diff.configHunks.length > 0 && (
        <section className="grid gap-1">
          <h3 className="text-sm font-medium">{texts.config}</h3>
          <Hunks label={parts.configDiff} hunks={diff.configHunks} />
        </section>
      )}
      <OtherChanges diff={diff} />
    </div>
  );
}

const Hunks = ({ label, hunks }: { label: string; hunks: readonly Hunk[] }) => (
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className="max-h-[70vh] overflow-y-auto rounded-md border font-mono text-sm ring-inside"
  >
    {hunks.map((hunk) => (
      <HunkView key={`${hunk.oldStart} ${hunk.newStart}`} hunk={hunk} />
    ))}
  </div>
);

function HunkView({ hunk }: { hunk: Hunk }) {
  const texts = useTexts(promptsTexts);
  const format = useFormat();
  return (
    <div className="border-b last:border-b-0">
      <p className="bg-sunken px-3 py-1 font-sans text-xs text-muted">
        {texts.hunkAt(format.count(Math.max(1, hunk.newStart)))}
      </p>
      <ol>
        {hunk.lines.map(({ kind, text }, index) => (
          <li key={index} className={classNames('grid grid-cols-[1.75rem_minmax(0,1fr)] px-1', LOOKS[kind])}>
            <span aria-hidden className={classNames('text-center select-none', SIGN_LOOKS[kind])}>
              {SIGNS[kind]}
            </span>
            <span className="wrap-anywhere whitespace-pre-wrap">
              {kind !== 'context' && (
                <span className="sr-only">{kind === 'added' ? texts.lineAdded : texts.lineRemoved} </span>
              )}
              {text || '\u00a0'}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const TONES: Record<'added' | 'removed' | 'changed', Tone> = {
  added: 'good',
  removed: 'bad',
  changed: 'warm',
};

/** Differences outside of the template; renders nothing if there are none. */
function OtherChanges({ diff: { variables, labels, description } }: { diff: Diff }) {
  const texts = useTexts(promptsTexts);
  const lines: [string, Partial<Record<keyof typeof TONES, string[]>>][] = [
    [texts.variables, variables],
    [texts.foundBy, labels],
  ];
  return (
    <dl className="grid gap-3">
      {lines.map(([title, sets]) => {
        const kinds = (Object.keys(TONES) as (keyof typeof TONES)[]).filter((kind) => sets[kind]?.length);
        if (kinds.length === 0) return null;
        return (
          <div key={title} className="grid gap-1">
            <dt className="text-sm font-medium">{title}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {kinds.flatMap((kind) =>
                (sets[kind] ?? []).map((name) => (
                  <Badge key={`${kind} ${name}`} tone={TONES[kind]}>
                    {texts.changes[kind]}
                    <code className="max-w-48 truncate font-mono" title={name}>
                      {name}
                    </code>
                  </Badge>
                )),
              )}
            </dd>
          </div>
        );
      })}
      {description && (
        <div className="grid gap-1">
          <dt className="text-sm font-medium">{texts.description}</dt>
          <dd className="grid gap-1">
            <del className="text-bad">{description.from ?? texts.descriptionNone}</del>
            <ins className="text-good no-underline">{description.to ?? texts.descriptionNone}</ins>
          </dd>
        </div>
      )}
    </dl>
  );
}
