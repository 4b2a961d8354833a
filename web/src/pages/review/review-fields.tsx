// Label, note and score of a call; giving a score submits them all.
import { SkipForward, StepForward, Undo2 } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, Card, Field, Input, TextArea } from '#ui';
import { LABEL_KEYS, LONGEST_LABEL } from './labels.ts';
import { reviewTexts } from './texts.ts';
import type { ReviewDraft } from './use-queue.ts';

/** Leaves the field, so that the shortcuts work again. */
const leaveOn =
  (...keys: string[]) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || !keys.includes(event.key)) return;
    event.preventDefault();
    event.currentTarget.blur();
  };

interface ReviewFieldsProps {
  labels: readonly string[];
  draft: ReviewDraft;
  onDraft: (draft: ReviewDraft) => void;
  onToggle: (label: string) => void;
  noteField: RefObject<HTMLTextAreaElement | null>;
  labelField: RefObject<HTMLInputElement | null>;
}

export function ReviewFields(props: ReviewFieldsProps) {
  const { labels, draft, onDraft, onToggle, noteField, labelField } = props;
  const texts = useTexts(reviewTexts);
  return (
    <Card title={texts.yourReview} about={texts.saved}>
      <div role="group" aria-label={texts.label} className="grid gap-2">
        <p className="text-sm font-medium">{texts.label}</p>
        <div className="flex flex-wrap gap-1.5">
          {labels.map((label, index) => (
            <button
              key={label}
              type="button"
              aria-pressed={draft.label === label}
              onClick={() => onToggle(label)}
              className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border px-2.5 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
            >
              <span className="sr-only">{texts.label}</span>
              <span className="truncate" title={label}>
                {label}
              </span>
              <kbd aria-hidden className="font-mono text-xs text-muted pointer-coarse:hidden max-sm:hidden">
                {LABEL_KEYS[index]}
              </kbd>
            </button>
          ))}
        </div>
        <Field label={texts.otherLabel} hideLabel>
          <Input
            ref={labelField}
            maxLength={LONGEST_LABEL}
            placeholder={texts.otherLabel}
            autoComplete="off"
            enterKeyHint="done"
            value={labels.includes(draft.label) ? '' : draft.label}
            onChange={(event) => onDraft({ ...draft, label: event.target.value })}
            onKeyDown={leaveOn('Escape', 'Enter')}
          />
        </Field>
      </div>
      <Field label={texts.note}>
        <TextArea
          ref={noteField}
          rows={3}
          maxLength={2000}
          placeholder={texts.notePlaceholder}
          value={draft.note}
          onChange={(event) => onDraft({ ...draft, note: event.target.value })}
          onKeyDown={leaveOn('Escape')}
        />
      </Field>
    </Card>
  );
}

const SCORES = [1, 2, 3, 4, 5] as const;
const LOOKS: Record<(typeof SCORES)[number], string> = {
  1: 'text-bad hover:bg-bad-soft',
  2: 'text-warm hover:bg-warm-soft',
  3: 'text-text hover:bg-hover',
  4: 'text-good hover:bg-good-soft',
  5: 'text-good hover:bg-good-soft',
};

interface ScoreBarProps {
  /** Omitted for users who may not score. */
  onScore?: (score: number) => void;
  onNext: () => void;
  onSkip: () => void;
  onUndo: () => void;
  canUndo: boolean;
}

/** On narrow screens it sticks to the bottom edge, in reach of the thumb. */
export function ScoreBar({ onScore, onNext, onSkip, onUndo, canUndo }: ScoreBarProps) {
  const texts = useTexts(reviewTexts);
  return (
    <section
      aria-label={texts.score}
      className="grid gap-2.5 rounded-lg border bg-surface p-3 shadow-card max-lg:sticky max-lg:bottom-2 max-lg:z-10 max-lg:shadow-float lg:p-5"
    >
      {onScore && (
        <div className="grid grid-cols-5 gap-1.5">
          {SCORES.map((score) => (
            <button
              key={score}
              type="button"
              aria-label={texts.giveScore(score, texts.scores[score])}
              title={texts.scores[score]}
              onClick={() => onScore(score)}
              className={classNames(
                'grid h-12 place-items-center rounded-md border border-control/60 text-lg font-semibold',
                LOOKS[score],
              )}
            >
              {score}
            </button>
          ))}
          <span aria-hidden className="col-span-2 text-xs text-muted">
            {texts.scores[1]}
          </span>
          <span aria-hidden className="col-span-3 text-right text-xs text-muted">
            {texts.scores[5]}
          </span>
        </div>
      )}
      <div className="grid grid-cols-3 gap-1.5">
        <Button
          size="small"
          look="quiet"
          disabled={!canUndo}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={onUndo}
        >
          {texts.undo}
        </Button>
        <Button
          size="small"
          title={texts.skipHint}
          icon={<SkipForward size={14} aria-hidden />}
          onClick={onSkip}
        >
          {texts.skip}
        </Button>
        <Button
          size="small"
          title={texts.nextHint}
          icon={<StepForward size={14} aria-hidden />}
          onClick={onNext}
        >
          {texts.next}
        </Button>
      </div>
    </section>
  );
}
