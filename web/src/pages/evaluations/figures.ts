// Formats scores, parts of a scale and probabilities. The kit formats counts, money and times.
import { useLanguage } from '#i18n';

type Amount = number | null | undefined;
const NONE = '–';

function figuresIn(language: string) {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const fine = new Intl.NumberFormat(language, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    signDisplay: 'exceptZero',
  });
  const percent = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const show = (format: Intl.NumberFormat) => (value: Amount) =>
    typeof value === 'number' ? format.format(value) : NONE;
  return {
    score: show(plain),
    change: show(signed),
    /** A part of the scale, from -1 to 1. */
    part: show(fine),
    /** From 0 to 100. */
    percent: (value: Amount) => (typeof value === 'number' ? `${percent.format(value)}%` : NONE),
    p: (value: Amount) => (typeof value !== 'number' ? NONE : value < 0.001 ? '< 0.001' : value.toFixed(3)),
  };
}

const known = new Map<string, ReturnType<typeof figuresIn>>();

/** Made once per language: a table has a figure in each of its cells. */
export function useRunFigures() {
  const language = useLanguage();
  const figures = known.get(language) ?? figuresIn(language);
  known.set(language, figures);
  return figures;
}
