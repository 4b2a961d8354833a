// The questions of a queue as buttons, and fields for a comment and a correction.
import type { KeyboardEvent, RefObject } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Field, Input, TextArea } from '#ui';
import { optionsOf, type AnswerOption } from './options.ts';
import { queueTexts } from './texts.ts';
import type { DimensionData, ReviewValue } from './types.ts';
import type { FlowDraft } from './use-flow.ts';

interface AnswerFieldsProps {
  dimensions: readonly DimensionData[];
  draft: FlowDraft;
  onDraft: (draft: FlowDraft) => void;
  /** The dimension that the number keys are for. */
  active: number;
  onActive: (at: number) => void;
  onValue: (dimension: DimensionData, value: ReviewValue | undefined) => void;
  onSave: () => void;
  hasDataset: boolean;
  /** Only a call has an answer to correct. */
  mayCorrect: boolean;
  longestCorrection: number;
  commentField: RefObject<HTMLTextAreaElement | null>;
  correctionField: RefObject<HTMLTextAreaElement | null>;
}

export function AnswerFields(props: AnswerFieldsProps) {
  const { dimensions, draft, onDraft, active, onActive, onValue, onSave } = props;
  const { hasDataset, mayCorrect, longestCorrection, commentField, correctionField } = props;
  const { flow: texts } = useTexts(queueTexts);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
    else return;
    event.preventDefault();
  };
  return (
    <div data-answers className="grid min-w-0 gap-3">
      {dimensions.map((dimension, at) => (
        <DimensionAnswer
          key={dimension.name}
          dimension={dimension}
          value={draft.values[dimension.name]}
          isActive={at === active}
          onFocus={() => onActive(at)}
          onValue={(value) => onValue(dimension, value)}
        />
      ))}
      {mayCorrect && (
        <Field label={texts.correction} hint={hasDataset ? texts.correctionHint : texts.correctionNoDataset}>
          <TextArea
            ref={correctionField}
            rows={3}
            maxLength={longestCorrection}
            value={draft.correction}
            onChange={(event) => onDraft({ ...draft, correction: event.target.value })}
            onKeyDown={keys}
          />
        </Field>
      )}
      <Field label={texts.comment}>
        <TextArea
          ref={commentField}
          rows={2}
          maxLength={2_000}
          value={draft.comment}
          onChange={(event) => onDraft({ ...draft, comment: event.target.value })}
          onKeyDown={keys}
        />
      </Field>
    </div>
  );
}

interface DimensionAnswerProps {
  dimension: DimensionData;
  value: ReviewValue | undefined;
  isActive: boolean;
  onFocus: () => void;
  onValue: (value: ReviewValue | undefined) => void;
}

function DimensionAnswer({ dimension, value, isActive, onFocus, onValue }: DimensionAnswerProps) {
  const { flow: texts } = useTexts(queueTexts);
  const { name, description, optional, min, max, step } = dimension;
  const options = optionsOf(dimension);
  const words = (option: AnswerOption): string =>
    option.label ?? (option.value === true ? texts.yes : texts.no);
  return (
    <div
      role="group"
      aria-label={name}
      onFocus={onFocus}
      className={classNames(
        'grid min-w-0 gap-1.5 rounded-md border-l-2 py-1 pl-3',
        isActive ? 'border-accent' : 'border-transparent',
      )}
    >
      <p className="text-sm font-medium wrap-anywhere">
        {name}
        {optional && <span className="font-normal text-muted"> ({texts.optional})</span>}
      </p>
      {description !== null && <p className="text-sm wrap-anywhere text-muted">{description}</p>}
      {options ? (
        <div className="flex flex-wrap gap-1.5">
          {options.map((option) => (
            <button
              key={String(option.value)}
              type="button"
              aria-pressed={value === option.value}
              onClick={() => onValue(value === option.value && optional ? undefined : option.value)}
              className="inline-flex h-9 max-w-full items-center gap-1.5 rounded-md border border-control/60 px-2.5 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
            >
              <span className="truncate" title={words(option)}>
                {words(option)}
              </span>
              {isActive && option.key !== null && option.key !== option.label && (
                <kbd aria-hidden className="font-mono text-xs text-muted pointer-coarse:hidden max-sm:hidden">
                  {option.key}
                </kbd>
              )}
            </button>
          ))}
        </div>
      ) : (
        <Field label={name} hideLabel>
          <Input
            type="number"
            className="max-w-32"
            min={min ?? undefined}
            max={max ?? undefined}
            step={step ?? 1}
            value={typeof value === 'number' ? value : ''}
            onChange={(event) => onValue(event.target.value === '' ? undefined : Number(event.target.value))}
          />
        </Field>
      )}
    </div>
  );
}
