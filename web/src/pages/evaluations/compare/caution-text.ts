// Cautions of the CI gate, worded from their figures, so that they can be translated.
import type { Schemas } from '#api';
import type { SameKeys } from '#i18n';
import type { compareTexts } from './texts.ts';

type Caution = Schemas['EvalGate']['cautionDetails'][number];

interface Shown {
  score: (value: number | null) => string;
  p: (value: number | null) => string;
  count: (value: number) => string;
  /** For runs over the same outputs. */
  scoringDiffers: boolean;
}

/** `name` is the criterion; null if the caution is about all criteria. */
export function cautionText(
  { code, observed, threshold, pValue, items, itemsNeeded, itemsAllowed }: Caution,
  name: string | null,
  texts: SameKeys<typeof compareTexts.en>,
  { score, p, count, scoringDiffers }: Shown,
): string {
  if (code === 'same_outputs') return texts.sameOutputs(count(items), scoringDiffers);
  const seen = texts.undecidedDrop(
    name,
    score(observed),
    score(threshold),
    count(items),
    pValue === null ? null : p(pValue),
  );
  if (itemsNeeded === null) return `${seen} ${texts.noItemsDecide}`;
  const beyond = itemsAllowed !== null && itemsNeeded > itemsAllowed;
  return [
    seen,
    texts.itemsDecide(count(itemsNeeded)),
    ...(beyond ? [texts.tooMany(count(itemsAllowed))] : []),
  ].join(' ');
}
