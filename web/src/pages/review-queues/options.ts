// The answers that a dimension offers, and the keys for them. Pure.
import type { DimensionData, DraftValues, ReviewValue } from './types.ts';

/** A longer scale gets a field for the number. */
const MAX_BUTTONS = 11;

export interface AnswerOption {
  value: ReviewValue;
  /** Null for yes and no, which have words. */
  label: string | null;
  /** The key that chooses it; null beyond the tenth. */
  key: string | null;
}

/** Null for a scale that is too long for buttons. */
export function optionsOf(dimension: DimensionData): AnswerOption[] | null {
  const { kind, categories } = dimension;
  if (kind === 'boolean')
    return [
      { value: true, label: null, key: '1' },
      { value: false, label: null, key: '2' },
    ];
  if (kind === 'category')
    return (categories ?? []).map((value, at) => ({ value, label: value, key: keyAt(at) }));
  const [min, max, step] = [dimension.min ?? 0, dimension.max ?? 0, dimension.step ?? 1];
  const steps = Math.round((max - min) / step);
  if (steps + 1 > MAX_BUTTONS) return null;
  const isDigits = min >= 0 && max <= 9 && Number.isInteger(min) && step === 1;
  return Array.from({ length: steps + 1 }, (_, at) => {
    const value = Number((min + at * step).toFixed(9));
    return { value, label: String(value), key: isDigits ? String(value) : keyAt(at) };
  });
}

/** The tenth key of the row of digits is 0. */
const keyAt = (at: number): string | null => (at < 10 ? String((at + 1) % 10) : null);

/** The first dimension without a value, or the last one. */
export function firstOpen(dimensions: readonly DimensionData[], values: DraftValues): number {
  const at = dimensions.findIndex(({ name }) => values[name] === undefined);
  return at < 0 ? Math.max(0, dimensions.length - 1) : at;
}

export const isComplete = (dimensions: readonly DimensionData[], values: DraftValues): boolean =>
  dimensions.every(({ name, optional }) => optional || values[name] !== undefined);
